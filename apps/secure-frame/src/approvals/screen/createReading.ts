/** Marks the facts that have to have been on screen before an approval can be confirmed: amount, recipient or spender, fee. */
export const fact = { 'data-fact': '' } as const

/** The edges of a fact that are still to be seen. They may be seen one after the other: a fact may be higher than the screen. */
type Seen = { text: string; start: boolean; end: boolean }

/** The distance an edge may lie outside, in pixels, because layouts round. */
const slackPx = 1

/**
 * Tracks which facts of the content have been on screen. A fact whose text changes is a new one. Content inside opened
 * details is not a fact, because opening them is optional.
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
    /** Records the facts that are on screen now, if it `isSeen`. */
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
    /** The text of all facts: when it changes, the user confirms something else. */
    words: (): string =>
      facts()
        .map((each) => each.textContent)
        .join('\n'),
    /** Scrolls to the next fact that has not been on screen. */
    readOn(): void {
      facts()
        .find((each) => !isRead(each))
        ?.scrollIntoView({ block: 'center' })
    },
  }
}

export type Reading = ReturnType<typeof createReading>
