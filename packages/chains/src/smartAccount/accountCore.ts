import type { EvmAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'

/**
 * What decides over smart accounts, at the addresses that it has on every network: EntryPoint 0.7 of ERC-4337 and the core of
 * the delegation framework, version 1.3.0.
 */
export const accountCore = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032' as EvmAddress,
  delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3' as EvmAddress,
  /** What an account of the kind `hybrid` is a proxy of. */
  hybridImplementation: '0x48dBe696A4D990079e039489bA2053B36E8FFEC4' as EvmAddress,
  /** What an account of the kind `eip7702` delegates to. */
  statelessImplementation: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B' as EvmAddress,
  /** Deploys by CREATE2; any account can call it. */
  simpleFactory: '0x69Aa2f9fe1572F1B640E1bbc512f5c3a734fc77c' as EvmAddress,
} as const
const core: readonly string[] = Object.values(accountCore)

/**
 * Whether a call of `own` decides over the account instead of using it: of the account itself, which is how its owner is
 * changed, its code replaced and a batch hidden; of the DelegationManager, which takes no delegation at all for the caller's
 * own word and has the account do anything, and un-revokes permissions; of the EntryPoint, which gives its deposit away.
 * Coins alone do none of it.
 */
export const reachesAccountCore = (
  { to, data }: { readonly to: EvmAddress | null; readonly data: Hex },
  own: string,
): boolean => to !== null && data !== '0x' && (to === own || core.includes(to))
