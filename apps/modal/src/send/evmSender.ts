/** Sending on EVM chains: coins by a plain transfer, tokens by ERC-20. */
import {
  type EvmNetwork,
  encodeTransfer,
  type Fees,
  findNetwork,
  gasLimitFor,
  parseCaip10,
  parseEvmAddress,
  planFees,
  type ReadFees,
  readFeeMarket,
  toChecksumAddress,
  worstCaseFee,
} from '@latchkey/chains'
import { AppError, type RpcParams, type RpcResult, type SafeMethod } from '@latchkey/protocol'
import { rpcMethods } from '@latchkey/protocol/rpcMethods'
import type { NetworkId } from '../Modal.ts'
import type { Sender, SendPlan, SendTools, SendWish } from './SendPlan.ts'

const hex = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`

/** A node's answer, in the shape of its row. What is none counts as no answer: CHAIN_UNREACHABLE. */
const readWith =
  ({ ask }: Pick<SendTools, 'ask'>) =>
  async <method extends SafeMethod>(method: method, params: RpcParams<method>): Promise<RpcResult<method>> => {
    const parsed = rpcMethods[method].result.safeParse(await ask(method, (params ?? []) as readonly unknown[]))
    if (!parsed.success) throw new AppError('CHAIN_UNREACHABLE', { cause: parsed.error })
    return parsed.data as RpcResult<method>
  }

const networkOf = (network: NetworkId): EvmNetwork => {
  const row = findNetwork(network)
  if (row?.chainNamespace !== 'eip155') throw new AppError('CHAIN_NOT_SUPPORTED')
  return row
}

type Call = { from: string; to: string; value: `0x${string}`; data?: `0x${string}` }

const callOf = ({ account, token, units, recipient }: SendWish): Call => {
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

const readFees = async (tools: SendTools): Promise<Fees> =>
  // Each of these methods has its own answer, which the row has checked.
  planFees({}, await readFeeMarket(networkOf(tools.network).feeModel, readWith(tools) as ReadFees))

const feeFields = (fees: Fees): Record<string, `0x${string}`> =>
  fees.model === 'legacy'
    ? { gasPrice: hex(fees.gasPrice) }
    : { maxFeePerGas: hex(fees.maxFeePerGas), maxPriorityFeePerGas: hex(fees.maxPriorityFeePerGas) }

/** Tokens that refuse without reverting say `false` (ERC-20); older ones that agree say nothing. */
const requireTransfer = async (tools: SendTools, call: Call): Promise<void> => {
  if (call.data === undefined) return
  const answer = await readWith(tools)('eth_call', [call, 'latest'])
  if (answer !== '0x' && BigInt(answer) === 0n)
    throw new AppError('EXECUTION_REVERTED', { details: { reason: 'the token refuses it' } })
}

const readNonce = async (tools: SendTools, account: string): Promise<number> =>
  Number(await readWith(tools)('eth_getTransactionCount', [account as `0x${string}`, 'pending']))

async function plan(tools: SendTools, wish: SendWish): Promise<SendPlan> {
  const read = readWith(tools)
  const { id } = networkOf(tools.network)
  const call = callOf(wish)
  const [nonce, balance, fees, estimate] = await Promise.all([
    readNonce(tools, wish.account),
    read('eth_getBalance', [wish.account as `0x${string}`, 'latest']).then(BigInt),
    readFees(tools),
    read('eth_estimateGas', [call]).then(BigInt),
    requireTransfer(tools, call),
  ])
  const gas = gasLimitFor(estimate)
  const feeUnits = worstCaseFee(gas, fees)
  const neededUnits = BigInt(call.value) + feeUnits
  const transaction = { ...call, chainId: hex(id) }
  return {
    ...wish,
    feeUnits,
    depositUnits: 0n,
    problem: neededUnits > balance ? { kind: 'short', neededUnits } : null,
    request: {
      method: 'eth_sendTransaction',
      // Other wallets choose numbers and fees themselves, and some refuse what a page chooses.
      params: [
        tools.isEmbedded ? { ...transaction, nonce: hex(nonce), gas: hex(gas), ...feeFields(fees) } : transaction,
      ],
    },
    mark: { nonce },
  }
}

/** What wallets answer that do not know `eth_sendTransaction` (specification section 7.4): nothing was sent. */
const unknownMethodCodes: readonly unknown[] = [-32601, -32004, 4200]
const isUnknownMethod = (thrown: unknown): boolean =>
  thrown instanceof AppError && unknownMethodCodes.includes(thrown.details.walletCode)

async function send({ request, isEmbedded }: SendTools, planned: SendPlan): Promise<string> {
  const { method, params } = planned.request
  const hash = await request({ method, ...(params !== undefined && { params }) }).catch((thrown: unknown) => {
    if (isEmbedded || !isUnknownMethod(thrown)) throw thrown
    return request({ method: 'wallet_sendTransaction', ...(params !== undefined && { params }) })
  })
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) throw new AppError('WALLET_MISBEHAVED')
  return hash.toLowerCase()
}

/** EIP-7702: the account of a person that a contract acts for still is theirs. */
const delegated = /^0xef0100/i

export const evmSender: Sender = {
  plan,
  async reserve(tools, account, recipient) {
    const call = { from: account, to: recipient ?? account, value: '0x1' }
    const estimate = await readWith(tools)('eth_estimateGas', [call as RpcParams<'eth_estimateGas'>[0]])
    const gas = gasLimitFor(BigInt(estimate))
    return worstCaseFee(gas, await readFees(tools))
  },
  async inspect(tools, address) {
    const code = await readWith(tools)('eth_getCode', [address as `0x${string}`, 'latest'])
    return code === '0x' || delegated.test(code) ? 'person' : 'contract'
  },
  send,
  async trace(tools, account, mark) {
    if (mark === null || !('nonce' in mark)) return 'open'
    if ((await readNonce(tools, account)) > mark.nonce) return 'out'
    return tools.isEmbedded ? 'repeatable' : 'open'
  },
  async status(tools, id) {
    const receipt = await readWith(tools)('eth_getTransactionReceipt', [id as `0x${string}`])
    if (receipt === null) return 'pending'
    return receipt.status === '0x0' ? 'failed' : 'confirmed'
  },
}
