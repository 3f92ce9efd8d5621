import type { Reply, WalletEvent } from '../TestWallet.ts'

export type EvmFace = {
  readonly kind: 'evm'
  /** EIP-6963. */
  readonly info: { readonly uuid: string; readonly name: string; readonly rdns: string; readonly icon: string }
  readonly found: 'announced' | 'injected' | 'both'
}

/**
 * The half of an EVM wallet that a page sees. Playwright injects its source into the page, so it has no outside references: calls go to the
 * function that the page has under `channel`, and the wallet's messages come as events of that name.
 */
export const injectedEvmProvider = ({ face, channel }: { face: EvmFace; channel: string }): void => {
  type Call = (method: string, params: unknown) => Promise<Reply>
  type Listener = (value: unknown) => void

  const listeners = new Map<string, Set<Listener>>()
  const heard = (name: string): Set<Listener> => {
    const known = listeners.get(name) ?? new Set()
    listeners.set(name, known)
    return known
  }
  const provider = {
    async request(args: { method: string; params?: unknown }): Promise<unknown> {
      const reply = await (Reflect.get(globalThis, channel) as Call)(args.method, args.params)
      if ('value' in reply) return reply.value
      if ('thrown' in reply) throw reply.thrown
      const { message, code } = reply.error
      throw Object.assign(new Error(message), code === undefined ? {} : { code })
    },
    on(name: string, listener: Listener): unknown {
      heard(name).add(listener)
      return provider
    },
    removeListener(name: string, listener: Listener): unknown {
      heard(name).delete(listener)
      return provider
    },
  }

  const announce = (): void => {
    const detail = Object.freeze({ info: Object.freeze({ ...face.info }), provider })
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  addEventListener(channel, (event) => {
    const { name, data } = (event as CustomEvent<WalletEvent>).detail
    if (name === 'removed') {
      removeEventListener('eip6963:requestProvider', announce)
      if (Reflect.get(globalThis, 'ethereum') === provider) Reflect.deleteProperty(globalThis, 'ethereum')
      return
    }
    for (const listener of [...heard(name)]) listener(data)
  })
  if (face.found !== 'announced') {
    Object.defineProperty(globalThis, 'ethereum', { value: provider, configurable: true })
    dispatchEvent(new Event('ethereum#initialized'))
  }
  if (face.found !== 'injected') {
    addEventListener('eip6963:requestProvider', announce)
    announce()
  }
}
