/** Runs in each document before its own scripts: watches the list of wallets. */
export const installProbe = (): void => {
  const roots = (): (Document | ShadowRoot)[] => {
    const own = document.querySelector('latchkey-modal')?.shadowRoot
    return own ? [own] : [document]
  }
  const find = (selector: string): Element | null => {
    for (const root of roots()) {
      const found = root.querySelector(selector)
      if (found !== null) return found
    }
    return null
  }
  const scrollThrough = async (listSelector: string): Promise<ScrollReport> => {
    const list = find(listSelector)
    if (list === null) throw new Error(`There is no ${listSelector}`)
    let scroller = list
    while (scroller.scrollHeight <= scroller.clientHeight && scroller.parentElement !== null)
      scroller = scroller.parentElement
    const tasksMs: number[] = []
    const observer = new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) tasksMs.push(duration)
    })
    observer.observe({ type: 'longtask' })
    let maxRows = 0
    let previous = -1
    // One step per frame, a screen and a half at a time, until the end stays the end.
    for (let still = 0; still < 60; ) {
      await new Promise(requestAnimationFrame)
      maxRows = Math.max(maxRows, list.childElementCount)
      scroller.scrollTop += scroller.clientHeight * 1.5
      still = scroller.scrollTop === previous ? still + 1 : 0
      previous = scroller.scrollTop
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    observer.disconnect()
    const rows = Math.round(scroller.scrollHeight / (list.firstElementChild?.getBoundingClientRect().height ?? 1))
    return { rows, maxRows, longestTaskMs: Math.max(0, ...tasksMs), longTasks: tasksMs.length }
  }

  Object.assign(globalThis, { probe: { scrollThrough } satisfies Probe })
}

export type ScrollReport = {
  /** The number of rows in the list. */
  rows: number
  /** The most rows in the document at once. */
  maxRows: number
  /** Tasks are reported from 50 ms on; 0 when there was none. */
  longestTaskMs: number
  longTasks: number
}

export type Probe = {
  /** Scrolls a list from its start to its end. */
  scrollThrough(listSelector: string): Promise<ScrollReport>
}
