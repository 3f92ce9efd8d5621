/** How long to wait for each part, in milliseconds: a screen is looked at before it is complete, but not for ever. */
const timeoutMs = 4_000
/** The same for what is good to know and tells nothing of what would happen: prices and names. */
export const niceToKnowMs = 1_500

/** What an answer is in time; null when it is not, or fails, or nobody is there to ask. */
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
