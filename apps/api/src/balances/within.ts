/** What a promise comes to, or `late` when that takes longer. What it stands for goes on. */
export async function within<value>(ms: number, work: Promise<value>, late: () => Error): Promise<value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
