import { AppError } from '@latchkey/protocol'
import { applyTheme } from '@latchkey/ui'
import { Component, type ReactNode, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Surface } from '../views/Surface.ts'
import type { ApprovalSurface } from './approvalSurface.ts'
import type { ApprovalQueue, PendingApproval } from './createApprovalQueue.ts'
import { Surroundings } from './screen/Surroundings.ts'
import { WindowCard, type WindowReason } from './screen/WindowCard.tsx'
import { watchOnScreen } from './screen/watchVisibility.ts'
import type { ApprovalWindow } from './window/createApprovalWindow.ts'

export type ApprovalHostProps = {
  queue: ApprovalQueue
  surface: Surface
  place: ApprovalSurface
  /** The window for requests that can't be confirmed here; null in the window itself. */
  approvalWindow: ApprovalWindow | null
}

/** The next approval, in the page's theme; nothing while none waits. */
export function ApprovalHost({ queue, surface, place, approvalWindow }: ApprovalHostProps) {
  const approval = useSyncExternalStore(queue.subscribe, queue.current)
  const line = useSyncExternalStore(queue.subscribe, queue.line)
  const { theme } = useSyncExternalStore(surface.subscribe, surface.state)
  const [inWindow, setInWindow] = useState<number | null>(null)

  useLayoutEffect(() => applyTheme(document, theme.mode, theme.variables), [theme])

  const because = approval === null ? null : reasonFor(place, approval.place === inWindow)
  const elsewhere = because === null ? null : approval
  useEffect(() => approvalWindow?.show(elsewhere), [approvalWindow, elsewhere])

  const at = approval?.place ?? null
  const surroundings = useMemo<Surroundings>(
    () => ({
      watch: place.kind === 'window' ? watchOnScreen : place.watch,
      goToWindow:
        place.kind !== 'hereOrWindow' || approvalWindow === null
          ? null
          : () => {
              approvalWindow.open()
              setInWindow(at)
            },
      line: { ...line, rejectOthers: queue.rejectOthers },
    }),
    [place, approvalWindow, at, line, queue],
  )

  // A separate screen for each request: no state of the last one carries over, not even that its button was armed.
  return approval === null ? null : (
    <ApprovalBoundary key={approval.place} onFail={approval.decision.fail}>
      <Surroundings value={surroundings}>
        {because === null || approvalWindow === null ? (
          <Drawn approval={approval} />
        ) : (
          <WindowCard {...approval} approvalWindow={approvalWindow} because={because} />
        )}
      </Surroundings>
    </ApprovalBoundary>
  )
}

const reasonFor = (place: ApprovalSurface, isChosen: boolean): WindowReason | null =>
  place.kind === 'window' ? place.because : isChosen ? 'covered' : null

function Drawn({ approval }: { approval: PendingApproval }) {
  return <div>{approval.render(approval.decision)}</div>
}

type ApprovalBoundaryProps = {
  /** Called once, with INTERNAL, when the screen cannot be shown. */
  onFail: (error: AppError) => void
  children: ReactNode
}

/** Wraps one approval: a screen that throws fails its own request, and the next one is shown. */
class ApprovalBoundary extends Component<ApprovalBoundaryProps> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidCatch(thrown: unknown): void {
    this.props.onFail(AppError.from(thrown, crypto.randomUUID()))
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
