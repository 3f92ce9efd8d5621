import { AppError } from '@latchkey/protocol/errors'
import {
  type Address,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
} from 'viem'
import type { RpcProxy } from './rpcProxy.ts'

/** What an honest contract takes to look at a signature, deploying itself included, several times over. */
const gas = '0x989680'

/**
 * Whether an address has signed a text (ERC-191): with its own key, as a contract (ERC-1271), or as one that is not deployed
 * yet (ERC-6492). A node runs the validator of ERC-6492, which is deployed nowhere. What reverts or makes no sense has not
 * signed. Throws CHAIN_NOT_SUPPORTED for what is no EVM chain, CHAIN_UNREACHABLE.
 */
export async function verifySignature(
  rpcProxy: RpcProxy,
  chainId: string,
  { address, message, signature }: { address: string; message: string; signature: string },
): Promise<boolean> {
  if (!chainId.startsWith('eip155:')) throw new AppError('CHAIN_NOT_SUPPORTED')
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address as Address, hashMessage(message), signature as Hex],
  })
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ data, gas }, 'latest'] }
  const [answered] = [await rpcProxy.answer(chainId, request)].flat()
  if (answered === undefined) throw new AppError('CHAIN_UNREACHABLE')
  if ('result' in answered) return typeof answered.result === 'string' && /^0x0*1$/.test(answered.result)
  if ('name' in answered.error) throw new AppError('CHAIN_UNREACHABLE', { cause: answered.error })
  return false
}
