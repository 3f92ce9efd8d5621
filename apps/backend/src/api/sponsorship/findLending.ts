import { type Authorization, delegationOf, type Hex, smartAccountContracts } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { SmartAccountNetwork } from '../../settings/smartAccountFields.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'

/** The authorization (EIP-7702) that an account still has to sign to be smart; null where it needs none. */
export type Lending = Authorization | null

/** Throws CHAIN_UNREACHABLE. @param chainId CAIP-2. */
export async function findLending(
  sender: string,
  kind: SmartAccountNetwork['kind'],
  rpcProxy: RpcProxy,
  chainId: string,
): Promise<Lending> {
  if (kind !== 'eip7702') return null
  const ask = async (method: string): Promise<Hex> => {
    const request = { jsonrpc: '2.0', id: 1, method, params: [sender, 'latest'] }
    const [answered] = [await rpcProxy.answer(chainId, request)].flat()
    if (answered === undefined || 'error' in answered) throw new AppError('CHAIN_UNREACHABLE')
    return answered.result as Hex
  }
  const address = smartAccountContracts.statelessImplementation
  const [code, nonce] = await Promise.all([ask('eth_getCode'), ask('eth_getTransactionCount')])
  if (delegationOf(code) === address) return null
  return { chainId: Number(chainId.slice('eip155:'.length)), address, nonce: Number(nonce) }
}
