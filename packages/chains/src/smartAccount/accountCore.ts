import type { EvmAddress } from '../address/evmAddress.ts'
import type { Hex } from '../hex/hex.ts'

/**
 * The contracts that control smart accounts, at their addresses on every network: EntryPoint 0.7 of ERC-4337 and the core of the Delegation
 * Framework, version 1.3.0.
 */
export const accountCore = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032' as EvmAddress,
  delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3' as EvmAddress,
  /** The implementation behind the proxy of a `hybrid` account. */
  hybridImplementation: '0x48dBe696A4D990079e039489bA2053B36E8FFEC4' as EvmAddress,
  /** The code that an `eip7702` account delegates to. */
  statelessImplementation: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B' as EvmAddress,
  /** Deploys with CREATE2; any account can call it. */
  simpleFactory: '0x69Aa2f9fe1572F1B640E1bbc512f5c3a734fc77c' as EvmAddress,
} as const
const core: readonly string[] = Object.values(accountCore)

/**
 * Returns whether a call of `own` changes control over the account instead of using it. Such calls go to the account itself, which can
 * change its owner, replace its code or hide a batch; to the DelegationManager, which accepts an empty delegation from the caller itself,
 * lets it do anything as the account, and re-enables permissions; or to the EntryPoint, which withdraws its deposit. Plain transfers of
 * coins do none of it.
 */
export const reachesAccountCore = (
  { to, data }: { readonly to: EvmAddress | null; readonly data: Hex },
  own: string,
): boolean => to !== null && data !== '0x' && (to === own || core.includes(to))
