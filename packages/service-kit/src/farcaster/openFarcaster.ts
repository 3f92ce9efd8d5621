import type { Clock } from '../clock.ts'
import type { FarcasterSettings } from '../settings/farcasterFields.ts'
import { createFarcasterChain, type FarcasterChain } from './farcasterChain.ts'
import { createFarcasterRelay, type FarcasterRelay } from './farcasterRelay.ts'

/** The relay and the OP Mainnet node that Farcaster sign-ins need. */
export type Farcaster = { relay: FarcasterRelay; chain: FarcasterChain }

/** Opens relay and chain if Farcaster sign-in is on. */
export const openFarcaster = (
  settings: FarcasterSettings | null,
  { fetch, clock }: { fetch: typeof globalThis.fetch; clock: Clock },
): Farcaster | null =>
  settings === null
    ? null
    : {
        relay: createFarcasterRelay({ ...settings, fetch, clock }),
        chain: createFarcasterChain({ ...settings, fetch }),
      }
