import { t } from '@latchkey/copy/pageTitles'
import { windowPath } from '../approvals/window/windowPath.ts'
import { loadingPath, resultPath } from '../session/windowPaths.ts'

/** The hosts that a document may reach beyond its own files. */
type Reach = 'api' | 'custody' | 'vault'

export type PageRow = {
  /** The document's title until its page sets another. */
  title: () => string
  /**
   * `frame`: embedded by the pages of the project in its URL. `window`: opened by a frame of such a project, with which it
   * communicates. `popup`: opened by a page that has sent a user to sign in, with which it communicates, or by the provider; it
   * names no project. `page`: opened by a user; no page embeds it, and no window that opened it has a reference to it.
   */
  kind: 'frame' | 'window' | 'popup' | 'page'
  reaches: readonly Reach[]
  /** For a document that has mails sent: it may start the worker that solves challenges. */
  solves?: true
}

/**
 * The documents of the wallet origin, by path. They run one entry (`main.ts`), which loads the code for its path; the server
 * derives each one's headers and facts from here.
 */
export const pages = {
  '/sdk': { title: () => t('wallet'), kind: 'frame', reaches: ['api', 'custody', 'vault'], solves: true },
  [windowPath]: { title: () => t('wallet'), kind: 'window', reaches: [] },
  [loadingPath]: { title: () => t('loading'), kind: 'popup', reaches: [] },
  [resultPath]: { title: () => t('signIn'), kind: 'popup', reaches: ['api'] },
  '/': { title: () => t('wallet'), kind: 'page', reaches: ['api', 'custody', 'vault'], solves: true },
  '/authorize': { title: () => t('signIn'), kind: 'page', reaches: ['api', 'custody', 'vault'], solves: true },
  '/device-link': { title: () => t('deviceLink'), kind: 'page', reaches: ['api'] },
  '/join-account': { title: () => t('joinAccount'), kind: 'page', reaches: ['api'] },
  '/undo-email-change': { title: () => t('undoEmailChange'), kind: 'page', reaches: ['api', 'custody'] },
} as const satisfies Record<string, PageRow>

export type PagePath = keyof typeof pages
