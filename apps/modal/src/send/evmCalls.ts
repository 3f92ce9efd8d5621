/** The common part of sending on EVM chains, for all account types: the call, its simulation, fees, and status. */
import {
  type EvmNetwork,
  encodeTransfer,
  type Fees,
  findNetwork,
  parseCaip2,
  parseCaip10,
  parseEvmAddress,
  planFees,
  type ReadFees,
  readFeeMarket,
  smartAccountContracts,
  toChecksumAddress,
} from '@latchkey/chains'
import { AppError, type RpcParams, type RpcResult, type SafeMethod } from '@latchkey/protocol'
import { rpcMethods } from '@latchkey/protocol/rpcMethods'
import type { NetworkId } from '../Modal.ts'
import {
  type AddressKind,
  isNonceMark,
  isOperationMark,
  type Mark,
  type SendTools,
  type SendWish,
  type TransferStatus,
  unknownReason,
} from './SendPlan.ts'

export const hex = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`

/** Reads a node's response, in the shape of its row. An invalid one counts as none: CHAIN_UNREACHABLE. */
export const readWith =
  ({ ask }: Pick<SendTools, 'ask'>) =>
  async <method extends SafeMethod>(method: method, params: RpcParams<method>): Promise<RpcResult<method>> => {
    const parsed = rpcMethods[method].result.safeParse(await ask(method, (params ?? []) as readonly unknown[]))
    if (!parsed.success) throw new AppError('CHAIN_UNREACHABLE', { cause: parsed.error })
    return parsed.data as RpcResult<method>
  }

/** Returns an EVM network, from the registry or the site: without a base fee, the market's gas price counts. Throws CHAIN_NOT_SUPPORTED. */
export const evmNetworkOf = (network: NetworkId): Pick<EvmNetwork, 'id' | 'feeModel'> => {
  const { namespace, reference } = parseCaip2(network)
  if (namespace !== 'eip155') throw new AppError('CHAIN_NOT_SUPPORTED')
  const row = findNetwork(network)
  return { id: Number(reference), feeModel: row !== undefined && 'feeModel' in row ? row.feeModel : 'eip1559' }
}

export type TransferCall = { from: string; to: string; value: `0x${string}`; data?: `0x${string}` }

/** Coins go to the recipient themselves, tokens by their contract (ERC-20). */
export const transferCall = ({ account, token, units, recipient }: SendWish): TransferCall => {
  const to = parseEvmAddress(recipient.address)
  return token.address === undefined
    ? { from: account, to, value: hex(units) }
    : {
        from: account,
        to: toChecksumAddress(parseCaip10(token.address).address),
        value: '0x0',
        data: encodeTransfer(to, units),
      }
}

export const readFees = async (tools: SendTools): Promise<Fees> =>
  // Each of these methods has its own response, which the row has checked.
  planFees({}, await readFeeMarket(evmNetworkOf(tools.network).feeModel, readWith(tools) as ReadFees))

/** A transaction's fee fields. */
export const feeFields = (fees: Fees): Record<string, `0x${string}`> =>
  fees.model === 'legacy'
    ? { gasPrice: hex(fees.gasPrice) }
    : { maxFeePerGas: hex(fees.maxFeePerGas), maxPriorityFeePerGas: hex(fees.maxPriorityFeePerGas) }

export const readBalance = async (tools: SendTools, account: string): Promise<bigint> =>
  BigInt(await readWith(tools)('eth_getBalance', [account as `0x${string}`, 'latest']))

/**
 * Tokens that refuse without reverting return `false` (ERC-20); older ones that succeed return nothing. Throws EXECUTION_REVERTED, also for
 * a call that fails in the network's simulation.
 */
export const requireAgreement = async (tools: SendTools, call: TransferCall): Promise<void> => {
  const answer = await readWith(tools)('eth_call', [call as RpcParams<'eth_call'>[0], 'latest'])
  if (call.data !== undefined && answer !== '0x' && BigInt(answer) === 0n)
    throw new AppError('EXECUTION_REVERTED', { details: { reason: unknownReason } })
}

/** The next number of an account's own transactions. */
export const readNonce = async (tools: SendTools, account: string): Promise<number> =>
  Number(await readWith(tools)('eth_getTransactionCount', [account as `0x${string}`, 'pending']))

const word = (digits: string): string => digits.slice(2).toLowerCase().padStart(64, '0')

/** The next number of a smart account's operations: `getNonce(address,uint192)` of the EntryPoint, with the key 0. */
export const readOperationNonce = async (tools: SendTools, account: string): Promise<number> => {
  const data: `0x${string}` = `0x35567e1a${word(account)}${word('0x')}`
  const answer = await readWith(tools)('eth_call', [{ to: smartAccountContracts.entryPoint, data }, 'latest'])
  if (!/^0x0{48}[0-9a-f]{16}$/i.test(answer)) throw new AppError('CHAIN_UNREACHABLE')
  return Number(answer)
}

/** Returns whether the account has sent a transaction since a mark: `out`; else `open`, as the wallet may still send it. */
export async function traceEvm(tools: SendTools, account: string, mark: Mark): Promise<'out' | 'open'> {
  if (isNonceMark(mark)) return (await readNonce(tools, account)) > mark.nonce ? 'out' : 'open'
  return isOperationMark(mark) && (await readOperationNonce(tools, account)) > mark.operation ? 'out' : 'open'
}

/** Reads a transaction hash from a wallet's response. Throws WALLET_INVALID_RESPONSE. */
export const parseHash = (answer: unknown): string => {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer)) throw new AppError('WALLET_INVALID_RESPONSE')
  return answer.toLowerCase()
}

/** EIP-7702: a user's account that a contract acts for is still theirs. */
const delegated = /^0xef0100/i

export async function inspectEvm(tools: SendTools, address: string): Promise<AddressKind> {
  const code = await readWith(tools)('eth_getCode', [address as `0x${string}`, 'latest'])
  return code === '0x' || delegated.test(code) ? 'person' : 'contract'
}

export async function evmStatus(tools: SendTools, id: string): Promise<TransferStatus> {
  const receipt = await readWith(tools)('eth_getTransactionReceipt', [id as `0x${string}`])
  if (receipt === null) return 'pending'
  return receipt.status === '0x0' ? 'failed' : 'confirmed'
}
