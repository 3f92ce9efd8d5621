import { type Hex, hybridAccount, toChecksumAddress, wrapUndeployedSignature } from '@latchkey/chains'
import type { ChainReader } from '../chain/createChainReader.ts'
import { isDeployed } from './inspectAccount.ts'
import type { SmartAccount } from './SmartAccount.ts'

/**
 * How a signature of the owner becomes the account's. What is deployed, and an owner's own address whether it is or not, takes
 * it as it is (ERC-1271); what is not deployed yet needs to be said how to deploy it (ERC-6492). Fails as the reader.
 */
export const finishSignature = async (account: SmartAccount, read: ChainReader): Promise<(signature: Hex) => Hex> => {
  if (account.kind === 'eip7702' || (await isDeployed(account, read))) return (signature) => signature
  const creation = hybridAccount(toChecksumAddress(account.owner))
  return (signature) => wrapUndeployedSignature(signature, creation)
}
