import type { ApprovalMode } from '@latchkey/api-client'
import { canTellVisibility, type Watch, watchOnScreen, watchVisibility } from './screen/watchVisibility.ts'

/** The surface on which approvals are shown. */
export type ApprovalSurface =
  /** Here only. */
  | { kind: 'here'; watch: Watch }
  /** Here; in a window for a user who can't see all of it. */
  | { kind: 'hereOrWindow'; watch: Watch }
  /** In a window, because the project or the browser allows nothing else. */
  | { kind: 'window'; because: 'project' | 'browser' }

/** Returns where a project's approvals are shown in this browser. */
export const approvalSurface = (mode: ApprovalMode, canTell: boolean = canTellVisibility()): ApprovalSurface => {
  if (mode === 'inline') return { kind: 'here', watch: watchOnScreen }
  if (mode === 'popup') return { kind: 'window', because: 'project' }
  return canTell ? { kind: 'hereOrWindow', watch: watchVisibility } : { kind: 'window', because: 'browser' }
}

/** No page embeds the wallet in its own window; the visibility checks are used anyway where the browser has them. */
export const surfaceInWindow = (canTell: boolean = canTellVisibility()): ApprovalSurface => ({
  kind: 'here',
  watch: canTell ? watchVisibility : watchOnScreen,
})
