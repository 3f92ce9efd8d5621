/** The same promise for every caller; the work starts with the first. */
export const once = <result>(work: () => Promise<result>): (() => Promise<result>) => {
  let started: Promise<result> | undefined
  return () => {
    started ??= work()
    return started
  }
}
