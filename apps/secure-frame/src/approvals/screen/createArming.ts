/** How long an approval has to be really seen before it can be confirmed, in milliseconds. */
export const armingMs = 700
/** The same of one that is marked as dangerous. */
export const dangerArmingMs = 1_500
/** How long it may be out of sight before another way is offered, in milliseconds. */
export const hiddenMs = 3_000

/** What is known at one moment. */
export type Look = {
  /** Of a monotonic clock, in milliseconds. */
  now: number
  /** All that is agreed to is there. */
  isReady: boolean
  /** The elements are on screen, and nothing is known to cover them. */
  isSeen: boolean
  /** Every fact that is agreed to has been on screen, and the buttons are. */
  isRead: boolean
  /** The document has the focus. */
  hasFocus: boolean
  /** The tab is the one that shows: in the background nobody is kept from seeing anything. */
  isForeground: boolean
}

export type Arming = {
  /** Confirming works. */
  isArmed: boolean
  /** What holds it up, where that is not just time. */
  waitsFor: 'content' | 'sight' | 'reading' | 'focus' | null
  /** It was out of sight for `hiddenMs` in all, and has never armed since. */
  isHidden: boolean
}

/**
 * The rule by which a confirmation arms (`docs/confirm-rule.md`): once everything is there, in sight, read and in focus,
 * and has been so for `delayMs` without a break.
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
      // What comes and goes adds up: a page cannot put the offer off for ever.
      if (unseenAt !== null) outOfSightMs += now - unseenAt
      unseenAt = !isSeen && isForeground ? now : null
      if (isArmed) outOfSightMs = 0
      return { isArmed, waitsFor, isHidden: outOfSightMs >= hiddenMs }
    },
    /** The frame was moved or changed its size, or its content changed: what was under the pointer may be elsewhere now. */
    disturb(): void {
      since = null
    },
  }
}
