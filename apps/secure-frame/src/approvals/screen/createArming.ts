/** The time an approval has to be visible before it can be confirmed, in milliseconds. */
export const armingMs = 700
/** The same for an approval that is marked as dangerous. */
export const dangerArmingMs = 1_500
/** The time an approval may be out of sight before the window is offered, in milliseconds. */
export const hiddenMs = 3_000

/** The observed state at one moment. */
export type Look = {
  /** A monotonic clock's time, in milliseconds. */
  now: number
  /** All facts to confirm are loaded. */
  isReady: boolean
  /** The elements are on screen, and nothing is known to cover them. */
  isSeen: boolean
  /** Every fact to confirm has been on screen, and the buttons are. */
  isRead: boolean
  /** The document has the focus. */
  hasFocus: boolean
  /** The tab is in the foreground: in the background, hidden content is not suspicious. */
  isForeground: boolean
}

export type Arming = {
  /** The confirm button works. */
  isArmed: boolean
  /** The reason for the wait, where that is not just time. */
  waitsFor: 'content' | 'sight' | 'reading' | 'focus' | null
  /** It was out of sight for `hiddenMs` in total, and has never armed since. */
  isHidden: boolean
}

/**
 * The rule by which a confirmation arms (`docs/confirm-rule.md`): once everything is loaded, in sight, read and in focus,
 * and has been so for `delayMs` without interruption.
 */
export const createArming = (delayMs: number = armingMs) => {
  let since: number | null = null
  let outOfSightMs = 0
  let unseenAt: number | null = null

  return {
    look({ now, isReady, isSeen, isRead, hasFocus, isForeground }: Look): Arming {
      const waitsFor = !isReady ? 'content' : !isSeen ? 'sight' : !isRead ? 'reading' : !hasFocus ? 'focus' : null
      since = waitsFor === null ? (since ?? now) : null
      const isArmed = since !== null && now - since >= delayMs
      // Interrupted times add up: a page can't postpone the offer forever.
      if (unseenAt !== null) outOfSightMs += now - unseenAt
      unseenAt = !isSeen && isForeground ? now : null
      if (isArmed) outOfSightMs = 0
      return { isArmed, waitsFor, isHidden: outOfSightMs >= hiddenMs }
    },
    /** Called when the frame moved or resized, or its content changed: other content may be under the pointer now. */
    disturb(): void {
      since = null
    },
  }
}
