/** Returns a function that does one piece of work after the other, whether the last one failed or not. */
export const createTurns = (): (<result>(work: () => Promise<result>) => Promise<result>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
