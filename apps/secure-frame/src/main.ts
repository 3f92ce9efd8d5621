import { withCopy } from '@latchkey/copy'
import { windowPath } from './approvals/window/windowPath.ts'
import { startPseudoLanguage } from './language/startPseudoLanguage.ts'
import type { PagePath } from './pages/pages.ts'
import { loadingPath, resultPath } from './session/windowPaths.ts'
import { startWallet } from './startWallet.ts'

/** The code of each document: the frame's own code is here, all else is loaded on demand. */
const starts: Record<PagePath, (window: Window) => Promise<void>> = {
  '/sdk': startWallet,
  [windowPath]: async (window) =>
    (await withCopy(import('./approvals/window/startApprovalWindow.ts'))).startApprovalWindow(window),
  [loadingPath]: async (window) => (await withCopy(import('./pages/loading/startLoading.tsx'))).startLoading(window),
  [resultPath]: async (window) => (await withCopy(import('./pages/social/startSocial.ts'))).startSocial(window),
  '/': async (window) => (await withCopy(import('./pages/settings/startSettings.ts'))).startSettings(window),
  '/authorize': async (window) =>
    (await withCopy(import('./pages/authorize/startAuthorize.tsx'))).startAuthorize(window),
  '/device-link': async (window) =>
    (await withCopy(import('./pages/deviceLink/startDeviceLink.tsx'))).startDeviceLink(window),
  '/join-account': async (window) =>
    (await withCopy(import('./pages/joinAccount/startJoinAccount.tsx'))).startJoinAccount(window),
  '/undo-email-change': async (window) =>
    (await withCopy(import('./pages/undoEmailChange/startUndoEmailChange.tsx'))).startUndoEmailChange(window),
}

const isPage = (path: string): path is PagePath => Object.hasOwn(starts, path)

/** The documents share chunks with this one entry, and a chunk that two of them load must start neither. */
const start = async (path: string): Promise<void> => {
  if (!isPage(path)) return
  if (import.meta.env.DEV) startPseudoLanguage(window)
  await starts[path](window)
}

// Not awaited here: chunks that import from this one would wait for it, and it for them.
void start(location.pathname)
