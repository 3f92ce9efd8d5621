import { applyTheme } from '@latchkey/ui'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import type { Surface } from '../views/Surface.ts'
import { ApprovalBoundary } from './ApprovalBoundary.tsx'
import type { ApprovalQueue } from './createApprovalQueue.ts'

export type ApprovalHostProps = { queue: ApprovalQueue; surface: Surface }

/** The approval that is next, in the page's theme; nothing while none waits. */
export function ApprovalHost({ queue, surface }: ApprovalHostProps) {
  const approval = useSyncExternalStore(queue.subscribe, queue.current)
  const { theme } = useSyncExternalStore(surface.subscribe, surface.state)

  useLayoutEffect(() => applyTheme(document, theme.mode, theme.variables), [theme])

  // A screen of its own for each request: nothing of the last one, not even that its button was armed.
  return approval === null ? null : (
    <ApprovalBoundary key={approval.place} onFail={approval.decision.fail}>
      <div>{approval.render(approval.decision)}</div>
    </ApprovalBoundary>
  )
}
