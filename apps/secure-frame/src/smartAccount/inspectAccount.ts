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

/** The smart account of this kind that an owner has, deployed or not. Asks nobody. Throws ADDRESS_INVALID. */
export const smartAccountOf = (kind: SmartAccountKind, owner: string): SmartAccount => {
  const address = parseEvmAddress(owner)
  return { kind, address: kind === 'hybrid' ? hybridAccount(address).address : address, owner: address }
}

/** Whether the account's code is there; an owner's own address has to run ours. Fails as the reader. */
export const isDeployed = async ({ kind, address }: SmartAccount, read: ChainReader): Promise<boolean> => {
  const code = await read('eth_getCode', [address, 'latest'])
  return kind === 'hybrid' ? code !== '0x' : delegationOf(code as Hex) === smartAccountContracts.statelessImplementation
}

/**
 * How a signature of the owner becomes the account's. What is deployed, and an owner's own address whether it is or not, takes
 * it as it is (ERC-1271); what is not deployed yet needs to be said how to deploy it (ERC-6492). Fails as the reader.
 */
export const finishSignature = async (account: SmartAccount, read: ChainReader): Promise<(signature: Hex) => Hex> => {
  if (account.kind === 'eip7702' || (await isDeployed(account, read))) return (signature) => signature
  const creation = hybridAccount(toChecksumAddress(account.owner))
  return (signature) => wrapUndeployedSignature(signature, creation)
}
