import type { Reply, SeenRequest, WalletEvent } from './TestWallet.ts'

type Listener = (origin: string | null, event: WalletEvent) => void

/** The part of a page's wallet that all types share: its requests, listeners, and the transport of answers. */
export const createPageWallet = (answer: (origin: string, method: string, params: unknown) => Promise<unknown>) => {
  const requests: SeenRequest[] = []
  const listeners = new Set<Listener>()

  return {
    requests: requests as readonly SeenRequest[],
    tell(origin: string | null, event: WalletEvent): void {
      for (const listener of [...listeners]) listener(origin, event)
    },
    listen(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async call(origin: string, method: string, params: unknown): Promise<Reply> {
      requests.push({ origin, method, params })
      try {
        return { value: await answer(origin, method, params) }
      } catch (thrown) {
        return toReply(thrown)
      }
    },
  }
}

const toReply = (thrown: unknown): Reply => {
  if (!(thrown instanceof Error)) return { thrown }
  const { message } = thrown
  return { error: 'code' in thrown && typeof thrown.code === 'number' ? { code: thrown.code, message } : { message } }
}
