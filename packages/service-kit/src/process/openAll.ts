/** Something that has to be closed before the process ends. `close` resolves when it is. */
export type Closable = { close(): Promise<void> }

/**
 * Parts that stand and fall together: `open` opens one after the other and hands each to `keep`. When one does not open, and
 * when the whole is closed, they are closed, the last one first.
 */
export async function openAll(
  open: (keep: <part extends Closable>(part: part) => part) => Promise<void>,
): Promise<Closable> {
  const parts = new AsyncDisposableStack()
  try {
    await open((part) => parts.adopt(part, (it) => it.close()))
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
  return { close: () => parts.disposeAsync() }
}
