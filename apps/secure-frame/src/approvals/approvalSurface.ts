import type { ApprovalMode } from '@latchkey/api-client'
import { canTellVisibility, type Watch, watchOnScreen, watchVisibility } from './screen/watchVisibility.ts'

/** Where approvals are shown. */
export type ApprovalSurface =
  /** Here, and nowhere else. */
  | { kind: 'here'; watch: Watch }
  /** Here; in a window for a person who cannot see all of it. */
  | { kind: 'hereOrWindow'; watch: Watch }
  /** In a window, because the project or the browser leaves no other way. */
  | { kind: 'window'; because: 'project' | 'browser' }

/** Where the approvals of a project are shown in this browser. */
export const approvalSurface = (mode: ApprovalMode, canTell: boolean = canTellVisibility()): ApprovalSurface => {
  if (mode === 'inline') return { kind: 'here', watch: watchOnScreen }
  if (mode === 'popup') return { kind: 'window', because: 'project' }
  return canTell ? { kind: 'hereOrWindow', watch: watchVisibility } : { kind: 'window', because: 'browser' }
}

/** In a window of our own nobody embeds us; what the browser can tell is taken all the same. */
export const surfaceInWindow = (canTell: boolean = canTellVisibility()): ApprovalSurface => ({
  kind: 'here',
  watch: canTell ? watchVisibility : watchOnScreen,
})
