import { walletProjectId } from '@latchkey/api-client'
import { asPage, type Page } from './Page.ts'

/**
 * The wallet's own page, where a person comes without a dapp; null when something embeds it: what stands around it would
 * then be a page that nobody has checked.
 */
export const walletPage = (window: Window): Page | null =>
  window.parent === window ? asPage(window.location.origin, walletProjectId, 5) : null
