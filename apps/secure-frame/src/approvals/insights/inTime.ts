/** How long to wait for each part, in milliseconds: a screen is looked at before it is complete, but not for ever. */
const patienceMs = 4_000

/** What an answer is in time; null when it is not, or fails, or nobody is there to ask. */
export const inTime = async <result>(ask: () => Promise<result> | undefined): Promise<result | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs)
  })
  try {
    return (await Promise.race([ask(), late])) ?? null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
