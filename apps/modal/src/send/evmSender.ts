/** Sending from accounts of EVM chains themselves: coins by a plain transfer, tokens by ERC-20. */
import { gasLimitFor, worstCaseFee } from '@latchkey/chains'
import { AppError, type RpcParams } from '@latchkey/protocol'
import {
  evmNetworkOf,
  evmStatus,
  feeFields,
  hex,
  inspectEvm,
  parseHash,
  readBalance,
  readFees,
  readNonce,
  readWith,
  requireAgreement,
  traceEvm,
  transferCall,
} from './evmCalls.ts'
import { isNonceMark, isOperationMark, type Sender, type SendPlan, type SendTools, type SendWish } from './SendPlan.ts'

async function plan(tools: SendTools, wish: SendWish): Promise<SendPlan> {
  const { id } = evmNetworkOf(tools.network)
  const call = transferCall(wish)
  const [nonce, balance, fees, estimate] = await Promise.all([
    readNonce(tools, wish.account),
    readBalance(tools, wish.account),
    readFees(tools),
    readWith(tools)('eth_estimateGas', [call as RpcParams<'eth_estimateGas'>[0]]).then(BigInt),
    call.data === undefined ? undefined : requireAgreement(tools, call),
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
      // Other wallets choose numbers and fees themselves, and some reject a page's.
      params: [
        tools.isEmbedded ? { ...transaction, nonce: hex(nonce), gas: hex(gas), ...feeFields(fees) } : transaction,
      ],
    },
    mark: { nonce },
  }
}

async function send({ request }: SendTools, { request: asked, mark }: SendPlan): Promise<string> {
  // Planned for the smart account, at the same address (EIP-7702): this one would send it by other rules.
  if (isOperationMark(mark)) throw new AppError('UNAUTHORIZED')
  const { method, params } = asked
  return parseHash(await request({ method, ...(params !== undefined && { params }) }))
}

export const evmSender: Sender = {
  plan,
  async reserve(tools, account, recipient) {
    const call = { from: account, to: recipient ?? account, value: '0x1' }
    const estimate = await readWith(tools)('eth_estimateGas', [call as RpcParams<'eth_estimateGas'>[0]])
    const gas = gasLimitFor(BigInt(estimate))
    return worstCaseFee(gas, await readFees(tools))
  },
  inspect: inspectEvm,
  send,
  async trace(tools, account, mark) {
    const trace = await traceEvm(tools, account, mark)
    // The embedded wallet keeps to the number of a transaction.
    return trace === 'open' && tools.isEmbedded && isNonceMark(mark) ? 'repeatable' : trace
  },
  status: evmStatus,
}
