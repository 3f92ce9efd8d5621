import { AppError } from '@latchkey/protocol/errors'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  parseAbi,
  size,
} from 'viem'
import type { RpcProxy } from './rpcProxy.ts'
import type { Requester } from './sharer.ts'

const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
/** Several times what an honest contract takes to verify a signature, including its own deployment. */
const gas = '0x989680'

/**
 * Returns whether an address has signed a text (ERC-191): with its own key, as a contract (ERC-1271), or as one that is not deployed yet
 * (ERC-6492). A node runs the validator of ERC-6492, which is deployed nowhere. A revert or an invalid answer means not signed. Throws
 * CHAIN_NOT_SUPPORTED for a non-EVM chain, CHAIN_UNREACHABLE.
 */
export async function verifySignature(
  rpcProxy: RpcProxy,
  chainId: string,
  { address, message, signature }: { address: string; message: string; signature: string },
  requester?: Requester,
): Promise<boolean> {
  if (!chainId.startsWith('eip155:')) throw new AppError('CHAIN_NOT_SUPPORTED')
  // A failed recovery returns the zero address, which the validator would accept as its signature.
  if (BigInt(address) === 0n) return false
  const question = questionOf(address as Address, hashMessage(message), signature as Hex)
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ ...question.call, gas }, 'latest'] }
  const [answered] = [await rpcProxy.answer(chainId, request, requester)].flat()
  if (answered === undefined) throw new AppError('CHAIN_UNREACHABLE')
  if ('result' in answered) return typeof answered.result === 'string' && question.yes.test(answered.result)
  if ('name' in answered.error) throw new AppError('CHAIN_UNREACHABLE', { cause: answered.error })
  return false
}

type Question = { call: { to?: Address; data: Hex }; yes: RegExp }

/** The validator fails on anything shorter than its own suffix. A contract may accept that anyway: some take no signature at all. */
const questionOf = (address: Address, hash: Hex, signature: Hex): Question =>
  size(signature) < 32
    ? {
        call: {
          to: address,
          data: encodeFunctionData({ abi: erc1271Abi, functionName: 'isValidSignature', args: [hash, signature] }),
        },
        yes: /^0x1626ba7e0{56}$/,
      }
    : {
        call: {
          data: encodeDeployData({
            abi: erc6492SignatureValidatorAbi,
            bytecode: erc6492SignatureValidatorByteCode,
            args: [address, hash, signature],
          }),
        },
        yes: /^0x0*1$/,
      }
