/** Returns a function that runs one piece of work after the other, even if the last one failed. */
export const createTurns = (): (<result>(work: () => Promise<result>) => Promise<result>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
