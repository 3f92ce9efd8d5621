/** One part of the stack, which may be stopped and started again while the others run. */
export type Part = {
  /** Resolves when it responds. Does nothing when it is running. */
  start: () => Promise<void>
  /** Resolves when it has fully stopped. Does nothing when it is not running. */
  stop: () => Promise<void>
}

/** Makes a part from a function that opens a server. A failed start may be retried. */
export const createPart = (open: () => Promise<{ close: () => Promise<void> }>): Part => {
  let opening: ReturnType<typeof open> | undefined
  return {
    start: async () => {
      opening ??= open()
      try {
        await opening
      } catch (error) {
        opening = undefined
        throw error
      }
    },
    stop: async () => {
      const opened = await opening?.catch(() => undefined)
      opening = undefined
      await opened?.close()
    },
  }
}
