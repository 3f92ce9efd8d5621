import { encodeIsDisabled, type Hex, smartAccountContracts } from '@latchkey/chains'
import type { ChainReader } from '../chain/createChainReader.ts'

/**
 * Whether the account has ended a permission, by the chain's word; null when that is not to be had. What is noted at the
 * service is a hint: anybody's who once got the account to sign its name.
 */
export const hasEnded = async (pci: string, read: ChainReader): Promise<boolean | null> => {
  const call = { to: smartAccountContracts.delegationManager, data: encodeIsDisabled(pci as Hex) }
  const answer = await read('eth_call', [call, 'latest']).catch(() => null)
  return answer === null || answer === '0x' ? null : BigInt(answer) === 1n
}
