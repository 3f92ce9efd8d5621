import { windowPath } from './approvalWindow/windowPath.ts'
import { startWallet } from './startWallet.ts'

/** The wallet document is one entry for two addresses: they share chunks, and a chunk that both load must start neither. */
const start = async (): Promise<void> => {
  if (location.pathname !== windowPath) return await startWallet(window)
  const { startApprovalWindow } = await import('./approvalWindow/startApprovalWindow.ts')
  await startApprovalWindow(window)
}

// Not awaited here: chunks that import from this one would wait for it, and it for them.
void start()
