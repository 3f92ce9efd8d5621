import type { Contestant } from './contestants.ts'

/** Runs in each document before its own scripts: watches for the opening dialog. */
export const installProbe = (): void => {
  const ownRequests = () =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.startsWith(location.origin))

  const find = (selector: string): Element | null =>
    (document.querySelector('latchkey-modal')?.shadowRoot ?? document).querySelector(selector)

  const isReady = (target: string, readyWhen: Contestant['readyWhen']): boolean => {
    const found = find(target)
    if (found === null) return false
    if (readyWhen === 'focused') return (found.getRootNode() as Document | ShadowRoot).activeElement === found
    const { left, top, width, height } = found.getBoundingClientRect()
    const reached = document.elementFromPoint(left + width / 2, top + height / 2)
    return width > 0 && reached !== null && found.contains(reached)
  }
  const isLaidOut = (selector: string): boolean => (find(selector)?.getBoundingClientRect().height ?? 0) > 0

  const countWaves = (requests: readonly PerformanceResourceTiming[]): number => {
    let [waves, firstAnswerMs] = [0, Number.NEGATIVE_INFINITY]
    for (const { startTime, responseEnd } of requests.toSorted((one, other) => one.startTime - other.startTime)) {
      if (startTime >= firstAnswerMs) {
        waves++
        firstAnswerMs = responseEnd
      } else firstAnswerMs = Math.min(firstAnswerMs, responseEnd)
    }
    return waves
  }

  /** Returns the milliseconds from the click to the frame in which the condition holds, once that frame has been submitted. */
  const until = async (clickedMs: number, holds: () => boolean): Promise<number> => {
    // Gives up after ten seconds.
    while (!holds()) {
      if (performance.now() - clickedMs > 10_000) throw new Error('Not ready within ten seconds')
      await new Promise(requestAnimationFrame)
    }
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
    return performance.now() - clickedMs
  }

  const watch = ({ target, readyWhen, last }: Watched): OpeningReport => {
    const seenBefore = ownRequests().length
    const clicked = new Promise<number>((resolve) =>
      addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
    )
    const readyMs = clicked.then((clickedMs) => until(clickedMs, () => isReady(target, readyWhen)))
    const complete = clicked.then(async (clickedMs) => {
      const ms = await until(clickedMs, () => isLaidOut(last))
      const requests = ownRequests()
        .slice(seenBefore)
        .filter(({ startTime }) => startTime <= clickedMs + ms)
      return { ms, files: requests.length, roundTrips: countWaves(requests) }
    })
    return { readyMs, complete }
  }

  const loadedKb = (): number => ownRequests().reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0) / 1000

  Object.assign(globalThis, { openProbe: { watch, loadedKb } satisfies OpenProbe })
}

export type Watched = Pick<Contestant, 'target' | 'readyWhen' | 'last'>

/** The times of one opening; see `Visit`. */
export type OpeningReport = {
  readyMs: Promise<number>
  complete: Promise<{ ms: number; files: number; roundTrips: number }>
}

export type OpenProbe = {
  /** Waits for the next click, and then for the frames in which the target is ready and the view is complete. */
  watch(what: Watched): OpeningReport
  /** Returns the KB that the page has loaded from its own server so far, without the document. */
  loadedKb(): number
}
