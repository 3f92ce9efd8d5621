import { createFarcasterChain } from '../../farcaster/farcasterChain.ts'
import type { FarcasterSettings } from '../../settings/farcasterFields.ts'
import { createFarcasterRelay } from './farcasterRelay.ts'
import type { FarcasterDeps } from './farcasterService.ts'

/** Relay and chain, when login by Farcaster is on. */
export const openFarcaster = (
  settings: FarcasterSettings | null,
  fetch: typeof globalThis.fetch,
): FarcasterDeps['farcaster'] =>
  settings === null
    ? null
    : { relay: createFarcasterRelay({ ...settings, fetch }), chain: createFarcasterChain({ ...settings, fetch }) }
