import {
  delegationOf,
  type Hex,
  hybridAccount,
  parseEvmAddress,
  type SmartAccountKind,
  smartAccountContracts,
  toChecksumAddress,
  wrapUndeployedSignature,
} from '@latchkey/chains'
import type { ChainReader } from '../chain/createChainReader.ts'
import type { SmartAccount } from './SmartAccount.ts'

/** Returns the smart account of this kind that an owner has, deployed or not. Uses no network. Throws ADDRESS_INVALID. */
export const smartAccountOf = (kind: SmartAccountKind, owner: string): SmartAccount => {
  const address = parseEvmAddress(owner)
  return { kind, address: kind === 'hybrid' ? hybridAccount(address).address : address, owner: address }
}

/** Returns whether the account is deployed; an owner's own address has to run the wallet's code. Fails as the reader. */
export const isDeployed = async ({ kind, address }: SmartAccount, read: ChainReader): Promise<boolean> => {
  const code = await read('eth_getCode', [address, 'latest'])
  return kind === 'hybrid' ? code !== '0x' : delegationOf(code as Hex) === smartAccountContracts.statelessImplementation
}

/**
 * Converts an owner's signature to the account's. A deployed account, and always an owner's own address, accepts it as it is
 * (ERC-1271); an account that is not deployed yet needs its deployment included (ERC-6492). Fails as the reader.
 */
export const finishSignature = async (account: SmartAccount, read: ChainReader): Promise<(signature: Hex) => Hex> => {
  if (account.kind === 'eip7702' || (await isDeployed(account, read))) return (signature) => signature
  const creation = hybridAccount(toChecksumAddress(account.owner))
  return (signature) => wrapUndeployedSignature(signature, creation)
}
