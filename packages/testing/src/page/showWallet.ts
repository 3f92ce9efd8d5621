import type { PageWallet } from '../TestWallet.ts'
import { announceProvider, type Face } from './faces.ts'

/**
 * Adds a wallet to the page that this runs in, as an extension would: for tests that run in a browser themselves, such as vitest's. Returns
 * a function that removes it again.
 */
export const showWallet = (wallet: PageWallet<Face>): (() => void) => {
  const channel = `latchkeyTestWallet-${crypto.randomUUID()}`
  const { origin } = location
  Object.defineProperty(globalThis, channel, {
    value: (method: string, params: unknown) => wallet.call(origin, method, params),
    configurable: true,
  })
  const stop = wallet.listen((to, detail) => {
    if (to === null || to === origin) dispatchEvent(new CustomEvent(channel, { detail }))
  })
  announceProvider(wallet.face, channel)
  return () => {
    stop()
    dispatchEvent(new CustomEvent(channel, { detail: { name: 'removed', data: null } }))
    Reflect.deleteProperty(globalThis, channel)
  }
}
