import type { Wallet } from '@latchkey/api-client'
import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { findWallets } from './client.ts'

/** Specification section 9. */
const waitMs = 300
const entries = 100
const longest = 256

export type WalletSearch = {
  /** As typed. */
  readonly text: string
  /** The directory is being searched, or is about to be. */
  readonly isSearching: boolean
  /** The directory's results, beyond the wallets known already. */
  readonly found: readonly Wallet[]
}

const none: WalletSearch = { text: '', isSearching: false, found: [] }
const base = atom<WalletSearch>(none)
const cancellation = atom<(() => void) | null>(null)

export const searchAtom = atom((get) => get(base))

/**
 * Searches for a wallet by part of its name: at once among the known ones, in the directory after 300 ms without typing. A newer search
 * cancels an older one.
 */
export const searchWalletsAtom = atom(null, (get, set, text: string) => {
  get(cancellation)?.()
  set(cancellation, null)
  const search = text.trim().slice(0, longest)
  if (search === '') return set(base, { ...none, text })
  const controller = new AbortController()
  const ask = async () => {
    const page = await findWallets(get, set, { search, entries }, controller.signal)
    if (!controller.signal.aborted) set(base, { text, isSearching: false, found: page?.wallets ?? [] })
  }
  const stopWaiting = get(servicesAtom).clock.after(waitMs, () => void ask())
  set(base, { text, isSearching: true, found: get(base).found })
  set(cancellation, () => () => {
    stopWaiting()
    controller.abort()
  })
})
