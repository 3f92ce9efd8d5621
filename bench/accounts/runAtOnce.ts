/** The time of each call, in milliseconds, and of all together. */
export type Times = { eachMs: number[]; wholeMs: number }

/** Runs `work` with 0, 1, … `count` - 1, `atOnce` at a time. Rejects when one fails. */
export async function runAtOnce(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<Times> {
  const eachMs: number[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const startedMs = performance.now()
      await work(next++)
      eachMs.push(performance.now() - startedMs)
    }
  }
  const startedMs = performance.now()
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { eachMs, wholeMs: performance.now() - startedMs }
}
