import type { EvmAddress } from '../address/evmAddress.ts'
import type { TypedData } from '../message/typedData.ts'
import { hybridAccount } from './hybridAccount.ts'

/** The structs that give control over an account, and their field with the account. */
const naming: Readonly<Record<string, string>> = { PackedUserOperation: 'sender', Delegation: 'delegator' }

/**
 * Returns whether typed data of a dapp, once signed by `owner`, would use or delegate one of their own accounts: a user operation of, or a
 * delegation by, the EOA or its smart account, deployed or not. The struct's name is part of what is signed, so such a contract accepts no
 * other name.
 */
export function isOwnAccountData({ primaryType, domain, message }: TypedData, owner: EvmAddress): boolean {
  if (!Object.hasOwn(naming, primaryType)) return false
  const account = message[naming[primaryType] as string]
  return [owner, hybridAccount(owner).address].some((own) => own === account || own === domain.verifyingContract)
}
