/** A resource that must be closed before the process ends. `close` resolves when it is. */
export type Closable = { close(): Promise<void> }

/**
 * Opens resources in order: `open` passes each to `keep`. When one fails to open, and when the whole is closed, they are closed in reverse
 * order.
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
