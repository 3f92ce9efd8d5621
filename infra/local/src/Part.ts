/** One part of the stack, which may be stopped and started again while the others run. */
export type Part = {
  /** Resolves when it answers. Does nothing when it is running. */
  start: () => Promise<void>
  /** Resolves when nothing of it is left. Does nothing when it is not running. */
  stop: () => Promise<void>
}

/** A part out of a function that opens a server. A start that failed may be tried again. */
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
