import type { Contestant } from './contestants.ts'

/** Runs in each document before its own scripts: watches for what opens. */
export const installProbe = (): void => {
  const ownRequests = () =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.startsWith(location.origin))

  const isReady = (target: string, readyWhen: Contestant['readyWhen']): boolean => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot ?? document
    const found = root.querySelector(target)
    if (found === null) return false
    if (readyWhen === 'focused') return root.activeElement === found
    const { left, top, width, height } = found.getBoundingClientRect()
    const reached = document.elementFromPoint(left + width / 2, top + height / 2)
    return width > 0 && reached !== null && found.contains(reached)
  }

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

  const untilReady = async (target: string, readyWhen: Contestant['readyWhen']): Promise<OpeningReport> => {
    const seenBefore = ownRequests().length
    const clickedMs = await new Promise<number>((resolve) =>
      addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
    )
    // Ten seconds are no opening.
    while (!isReady(target, readyWhen)) {
      if (performance.now() - clickedMs > 10_000) throw new Error(`${target} was not ready within ten seconds`)
      await new Promise(requestAnimationFrame)
    }
    const readyMs = performance.now()
    // Answered once this frame has been handed over.
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
    const ms = performance.now() - clickedMs
    const requests = ownRequests()
      .slice(seenBefore)
      .filter(({ startTime }) => startTime <= readyMs)
    return { ms, files: requests.length, roundTrips: countWaves(requests) }
  }

  const loadedKb = (): number => ownRequests().reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0) / 1000

  Object.assign(globalThis, { openProbe: { untilReady, loadedKb } satisfies OpenProbe })
}

/** What one opening took; see `Visit`. */
export type OpeningReport = { ms: number; files: number; roundTrips: number }

export type OpenProbe = {
  /** Waits for the next click, and from there to the frame in which the target is ready. */
  untilReady(target: string, readyWhen: Contestant['readyWhen']): Promise<OpeningReport>
  /** What the page has loaded of its own server so far, the document apart. */
  loadedKb(): number
}
