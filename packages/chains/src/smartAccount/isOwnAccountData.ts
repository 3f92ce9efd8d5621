import type { EvmAddress } from '../address/evmAddress.ts'
import type { TypedData } from '../message/typedData.ts'
import { hybridAccount } from './hybridAccount.ts'

/** The struct that gives power over an account, and the field that names the account. */
const naming: Readonly<Record<string, string>> = { PackedUserOperation: 'sender', Delegation: 'delegator' }

/**
 * Whether typed data of a dapp would, once signed by `owner`, move or hand on one of their own accounts: a user operation
 * of, or a delegation by, the EOA or its smart account, whether or not they exist or are in use. The name of the struct is
 * part of what is signed, so under another name no such contract takes it.
 */
export function isOwnAccountData({ primaryType, domain, message }: TypedData, owner: EvmAddress): boolean {
  if (!Object.hasOwn(naming, primaryType)) return false
  const account = message[naming[primaryType] as string]
  return [owner, hybridAccount(owner).address].some((own) => own === account || own === domain.verifyingContract)
}
