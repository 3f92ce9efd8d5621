import type { FarcasterSettings } from '../settings/farcasterFields.ts'
import { createFarcasterChain, type FarcasterChain } from './farcasterChain.ts'
import { createFarcasterRelay, type FarcasterRelay } from './farcasterRelay.ts'

export type Farcaster = { relay: FarcasterRelay; chain: FarcasterChain }

/** Relay and chain, when login by Farcaster is on. */
export const openFarcaster = (settings: FarcasterSettings | null, fetch: typeof globalThis.fetch): Farcaster | null =>
  settings === null
    ? null
    : { relay: createFarcasterRelay({ ...settings, fetch }), chain: createFarcasterChain({ ...settings, fetch }) }
