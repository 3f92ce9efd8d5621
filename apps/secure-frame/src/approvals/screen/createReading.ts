/** Marks what has to have been on screen before an approval can be confirmed: amount, recipient or spender, fee. */
export const fact = { 'data-fact': '' } as const

/** What is left of a fact to see. Its edges may be seen one after the other: it may be higher than the screen. */
type Seen = { text: string; start: boolean; end: boolean }

/** How much an edge may lie outside, in pixels: layouts round. */
const slackPx = 1

/**
 * Which facts of a content have been on screen. A fact whose words change is a new one. What is inside details that were
 * opened is not a fact: nobody has to open them.
 */
export const createReading = (content: Element) => {
  const seen = new WeakMap<Element, Seen>()
  const facts = (): Element[] =>
    [...content.querySelectorAll('[data-fact]')].filter(
      (each) => each.closest('details') === null && each.getClientRects().length > 0,
    )
  const isRead = (each: Element): boolean => {
    const known = seen.get(each)
    return known?.text === each.textContent && known.start && known.end
  }

  return {
    /** Takes note of what is on screen now, if it `isSeen`. */
    look(isSeen: boolean): void {
      if (!isSeen) return
      const box = content.getBoundingClientRect()
      const top = Math.max(0, box.top) - slackPx
      const bottom = Math.min(innerHeight, box.bottom) + slackPx
      for (const each of facts()) {
        if (isRead(each)) continue
        const text = each.textContent
        const known = seen.get(each)
        const { top: start, bottom: end } = each.getBoundingClientRect()
        const isIn = (edge: number): boolean => edge >= top && edge <= bottom
        const before = known?.text === text ? known : { start: false, end: false }
        seen.set(each, { text, start: before.start || isIn(start), end: before.end || isIn(end) })
      }
    },
    isRead: (): boolean => facts().every(isRead),
    /** All words of the facts: when they change, something else is agreed to. */
    words: (): string =>
      facts()
        .map((each) => each.textContent)
        .join('\n'),
    /** Brings the next fact into view that has not been on screen. */
    readOn(): void {
      facts()
        .find((each) => !isRead(each))
        ?.scrollIntoView({ block: 'center' })
    },
  }
}

export type Reading = ReturnType<typeof createReading>
