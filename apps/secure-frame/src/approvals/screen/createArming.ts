/** How long a screen has to be really seen before it can be confirmed, in milliseconds. */
export const armingMs = 700
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
  /** The document has the focus. */
  hasFocus: boolean
  /** The tab is the one that shows: in the background nobody is kept from seeing anything. */
  isForeground: boolean
}

export type Arming = {
  /** 0 to 1; confirming works at 1 only. */
  armed: number
  /** What holds it up, where that is not just time. */
  waitsFor: 'content' | 'sight' | 'focus' | null
  /** It was out of sight for `hiddenMs` in all, and has never armed since. */
  isHidden: boolean
}

/**
 * Arms a confirmation: for all of `armingMs` the content is complete, the elements are seen, the document has the focus
 * and nothing moves. Losing any of them starts over, also once it is armed.
 */
export const createArming = () => {
  let since: number | null = null
  let outOfSightMs = 0
  let unseenAt: number | null = null

  return {
    look({ now, isReady, isSeen, hasFocus, isForeground }: Look): Arming {
      const waitsFor = !isReady ? 'content' : !isSeen ? 'sight' : !hasFocus ? 'focus' : null
      since = waitsFor === null ? (since ?? now) : null
      const armed = since === null ? 0 : Math.min(1, (now - since) / armingMs)
      // What comes and goes adds up: a page cannot put the offer off for ever.
      if (unseenAt !== null) outOfSightMs += now - unseenAt
      unseenAt = !isSeen && isForeground ? now : null
      if (armed === 1) outOfSightMs = 0
      return { armed, waitsFor, isHidden: outOfSightMs >= hiddenMs }
    },
    /** Something was scrolled or changed its size: what was under the pointer may be elsewhere now. */
    disturb(): void {
      since = null
    },
  }
}
