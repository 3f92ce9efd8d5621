import { encodeIsDisabled, type Hex, smartAccountContracts } from '@latchkey/chains'
import type { ChainReader } from '../chain/createChainReader.ts'

/**
 * Returns whether the account has revoked a permission, according to the chain; null when it can't be read. The service's
 * record is only a hint: anyone who once got the account to sign its name can create it.
 */
export const hasEnded = async (pci: string, read: ChainReader): Promise<boolean | null> => {
  const call = { to: smartAccountContracts.delegationManager, data: encodeIsDisabled(pci as Hex) }
  const answer = await read('eth_call', [call, 'latest']).catch(() => null)
  return answer === null || answer === '0x' ? null : BigInt(answer) === 1n
}
