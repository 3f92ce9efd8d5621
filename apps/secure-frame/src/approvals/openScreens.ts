import type { ApprovalMode } from '@latchkey/api-client'
import type { CallNode } from '../chain/createChainReader.ts'
import type { ServedNetwork } from '../chain/networkOf.ts'
import type { SmartAccounts } from '../smartAccount/createSmartAccounts.ts'
import type { Surface } from '../views/Surface.ts'
import { approvalSurface } from './approvalSurface.ts'
import type { ApprovalQueue } from './createApprovalQueue.ts'
import { createConsult } from './createConsult.ts'
import type { ContactBook } from './insights/contactBook.ts'
import type { Consult } from './insights/insights.ts'
import { type NameClient, readName } from './insights/readName.ts'
import { type PriceClient, readPrices } from './insights/readPrices.ts'
import { mountApprovals } from './mountApprovals.tsx'
import { createApprovalWindow, type OpenedWindow } from './window/createApprovalWindow.ts'

export type ScreensDeps = {
  /** The origin of the wallet document. */
  window: Window
  /** The element that the screens are mounted in. */
  container: Element
  projectId: string
  /** The project's setting for where users confirm requests. */
  mode: ApprovalMode
  queue: ApprovalQueue
  surface: Surface
  callNode: CallNode
  contacts: ContactBook
  client: PriceClient & NameClient
  /** As the document has them. */
  swapRouters: string
  smartAccountOn: SmartAccounts['on']
}

/** Optional requests for the screens, for one account on one network. */
export type Screens = { consultFor(account: string, network: ServedNetwork): Consult }

/** Everything that the wallet document loads only for an approval: the screens, their window, and optional information. */
export const openScreens = (deps: ScreensDeps): Screens => {
  const {
    window,
    container,
    projectId,
    mode,
    queue,
    surface,
    callNode,
    contacts,
    client,
    swapRouters,
    smartAccountOn,
  } = deps
  const approvalWindow = createApprovalWindow({
    self: window,
    origin: window.location.origin,
    projectId,
    openWindow: (url) => openNamelessWindow(window, url),
    theme: () => surface.state().theme,
    current: queue.current,
  })
  // Leaving the page closes the window too: its result would have no receiver.
  window.addEventListener('pagehide', approvalWindow.close)
  mountApprovals(container, { queue, surface, approvalWindow, place: approvalSurface(mode) })
  const pricesUsd = readPrices(client, projectId)
  const nameOf = readName(client, projectId)
  return {
    consultFor: (account, network) =>
      createConsult({ callNode, contacts, pricesUsd, nameOf, swapRouters, smartAccountOn }, { account, network }),
  }
}

/** A phone's width and the frame's maximum height, in CSS pixels. */
const size = { width: 400, height: 680 }

/**
 * Opens a window of the wallet's own origin over the middle of the current one; null when the browser does not allow it. It
 * has no name: a page that knew one could have opened a window under it first and kept control of it.
 */
const openNamelessWindow = (self: Window, url: string): OpenedWindow | null => {
  const left = Math.round(self.screenX + Math.max(0, (self.outerWidth - size.width) / 2))
  const top = Math.round(self.screenY + Math.max(0, (self.outerHeight - size.height) / 2))
  const features = `popup,width=${size.width},height=${size.height},left=${left},top=${top}`
  return self.open(url, '_blank', features)
}
