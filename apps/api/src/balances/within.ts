/** Resolves as the promise does, or rejects with `late` after `ms`. The work itself goes on. */
export async function within<value>(ms: number, work: Promise<value>, late: () => Error): Promise<value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
