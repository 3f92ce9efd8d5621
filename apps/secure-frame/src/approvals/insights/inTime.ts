/** The time limit of each part, in milliseconds: screens are shown before they are complete, but the wait is bounded. */
const timeoutMs = 4_000
/** The time limit of optional facts that don't affect the outcome: prices and names. */
export const niceToKnowMs = 1_500

/** Returns an answer that arrives in time; null if it is late, fails, or there is no service. */
export const inTime = async <result>(
  ask: () => Promise<result> | undefined,
  withinMs: number = timeoutMs,
): Promise<result | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), withinMs)
  })
  try {
    return (await Promise.race([ask(), late])) ?? null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
