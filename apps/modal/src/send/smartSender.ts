/**
 * Sending from the embedded wallet's smart account, which makes an operation (ERC-4337) of one call.
 *
 * The wallet chooses the operation's number, fees and gas, and asks possible sponsors, when it shows the approval: before that the fee
 * isn't known. The next number shows later whether something was sent since.
 */
import { worstCaseFee } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { rpcMethods } from '@latchkey/protocol/rpcMethods'
import { callsPrefix, isCallsId } from './callsId.ts'
import {
  evmNetworkOf,
  evmStatus,
  hex,
  inspectEvm,
  parseHash,
  readBalance,
  readFees,
  readOperationNonce,
  readWith,
  requireAgreement,
  traceEvm,
  transferCall,
} from './evmCalls.ts'
import {
  isOperationMark,
  type Sender,
  type SendPlan,
  type SendTools,
  type SendWish,
  type TransferStatus,
} from './SendPlan.ts'

/**
 * Gas of a transfer as an operation, including verification and the bundler's overhead, and of the first one, which also deploys the
 * account. Limits as bundlers estimate them, well above actual use: an excess stays in the account, and with too little the wallet rejects
 * it.
 */
const operationGas = { first: 800_000n, later: 350_000n }

async function plan(tools: SendTools, wish: SendWish): Promise<SendPlan> {
  const { id } = evmNetworkOf(tools.network)
  const call = transferCall(wish)
  const [operation, balance] = await Promise.all([
    readOperationNonce(tools, wish.account),
    readBalance(tools, wish.account),
    requireAgreement(tools, call),
  ])
  const neededUnits = BigInt(call.value)
  return {
    ...wish,
    feeUnits: null,
    depositUnits: 0n,
    problem: neededUnits > balance ? { kind: 'short', neededUnits } : null,
    request: { method: 'eth_sendTransaction', params: [{ ...call, chainId: hex(id) }] },
    mark: { operation },
  }
}

async function send({ request }: SendTools, { request: asked, mark }: SendPlan): Promise<string> {
  // Planned for the standard account, at the same address (EIP-7702): this one would send it by other rules.
  if (!isOperationMark(mark)) throw new AppError('UNAUTHORIZED')
  const answer = await request(asked)
  return asked.method === 'wallet_sendCalls' ? `${callsPrefix}${parseCallsId(answer)}` : parseHash(answer)
}

/** Throws WALLET_INVALID_RESPONSE. */
const parseCallsId = (answer: unknown): string => {
  const parsed = rpcMethods.wallet_sendCalls.result.safeParse(answer)
  if (!parsed.success) throw new AppError('WALLET_INVALID_RESPONSE', { cause: parsed.error })
  return typeof parsed.data === 'string' ? parsed.data : parsed.data.id
}

async function status(tools: SendTools, id: string): Promise<TransferStatus> {
  if (!isCallsId(id)) return await evmStatus(tools, id)
  const answer = await tools.request({ method: 'wallet_getCallsStatus', params: [id.slice(callsPrefix.length)] })
  const parsed = rpcMethods.wallet_getCallsStatus.result.safeParse(answer)
  // EIP-5792: below 200 it is on its way, from 300 on it has failed.
  const code = Number(parsed.data?.status ?? 0)
  if (!(code >= 200)) return 'pending'
  return code < 300 ? 'confirmed' : 'failed'
}

export const smartSender: Sender = {
  plan,
  // Whether the site pays isn't known yet.
  async reserve(tools, account) {
    const code = await readWith(tools)('eth_getCode', [account as `0x${string}`, 'latest'])
    return worstCaseFee(code === '0x' ? operationGas.first : operationGas.later, await readFees(tools))
  },
  inspect: inspectEvm,
  send,
  trace: traceEvm,
  status,
}
