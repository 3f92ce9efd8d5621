import type { SharedChanges } from './services.ts'

/** Connects all modals of one project in this browser, by a channel of their origin. It carries no values. */
export const createSharedChanges = (projectId: string): SharedChanges => {
  const channel = new BroadcastChannel(`latchkey:${projectId}`)
  // A closed channel throws.
  let isClosed = false
  return {
    tell() {
      if (!isClosed) channel.postMessage(null)
    },
    listen(listener) {
      const own = (): void => listener()
      channel.addEventListener('message', own)
      return () => channel.removeEventListener('message', own)
    },
    close() {
      isClosed = true
      channel.close()
    },
  }
}
