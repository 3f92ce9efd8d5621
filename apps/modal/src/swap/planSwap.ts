/**
 * Plans a swap on an EVM network.
 *
 * Requirements: the api's transactions are checked before any wallet is asked: the tokens come back to the account, exactly the agreed
 * amount leaves, at least the agreed minimum arrives, the exchange may spend no more than that, and the chain returns the decimals that the
 * amounts were shown with. The embedded wallet also receives the agreed terms, and compares by itself, with routers that its operator
 * knows.
 *
 * Design: a standard account needs up to three transactions: some tokens accept a new allowance only after a reset to zero, then the
 * allowance of exactly the amount, then the swap. Each is planned when those before are on the chain. Where token and exchange support it,
 * a signature replaces the allowances (`planPermit.ts`). A smart account does all in one operation. Only a standard account swaps to
 * another network: a contract's address may have another owner there, or none.
 */

import type { TokenBalance } from '@latchkey/api-client'
import {
  decodeCall,
  decodeTokenCall,
  type EvmAddress,
  effectsOf,
  findSwapFault,
  formatSwapTerms,
  gasLimitFor,
  parseCaip10,
  parseEvmAddress,
  toChecksumAddress,
  worstCaseFee,
} from '@latchkey/chains'
import { AppError, isAppError, type RpcParams } from '@latchkey/protocol'
import type { AccountType } from '../Modal.ts'
import { decimalsOf } from '../send/amountRules.ts'
import {
  evmNetworkOf,
  feeFields,
  hex,
  readBalance,
  readFees,
  readNonce,
  readOperationNonce,
  readWith,
} from '../send/evmCalls.ts'
import type { SendPlan, SendTools, SwapPermit } from '../send/SendPlan.ts'
import type { Services } from '../services.ts'
import { isUsable, planPermit } from './planPermit.ts'
import { type BuiltCall, coinAddress, type SwapApi, type SwapPair } from './SwapApi.ts'
import { destinationOf, type SwapWish, termsOf } from './swapWish.ts'

/** `to`: the target of the call: the exchange, or the token that it may spend. */
type Call = { to: EvmAddress; value: bigint; data: `0x${string}` }

/** Throws SWAP_MISMATCH, PRICE_MOVED, LIQUIDITY_INSUFFICIENT, EXECUTION_REVERTED, CHAIN_UNREACHABLE, and as `SwapApi`. */
export async function planSwap(
  tools: SendTools,
  api: SwapApi,
  wish: SwapWish,
  type: AccountType,
  askOn: Services['askNode'],
): Promise<SendPlan> {
  const destination = destinationOf(wish)
  if (destination !== null) {
    if (type === 'smartAccount') throw new AppError('SWAPS_UNSUPPORTED')
    const there: SendTools = {
      ...tools,
      network: destination,
      ask: (method, params) => askOn(destination, { method, params }),
    }
    await Promise.all([requireNoContract(tools, wish.account), requireNoContract(there, wish.account)])
    await checkDecimals(there, wish.swap.get)
    return planTransaction(tools, wish, (await gatherCalls(tools, api, wish)).calls)
  }
  if (type === 'smartAccount') return planOperation(tools, wish, (await gatherCalls(tools, api, wish)).calls)
  const { permit } = wish.swap
  if (isUsable(permit)) return planTransaction(tools, wish, [await gatherPermitted(tools, api, wish, permit)])
  const { calls, permitSpender } = await gatherCalls(tools, api, wish)
  const mayPermit = calls.length > 1 && permitSpender !== null && permit !== null
  const signing = mayPermit ? await planPermit(tools, wish, permitSpender) : null
  return signing ?? planTransaction(tools, wish, calls)
}

/** The gas reserve of the coin for a swap of all of it, in addition to that of a plain transfer. */
export const swapGas = 350_000n

const pairOf = ({ network, account, token, units, swap: { get } }: SwapWish): SwapPair => {
  const coin = coinAddress(network)
  return { from: token.address ?? coin, to: get.address ?? coin, units, account }
}

/** The swap with its signature. Only the contract that it was signed for may swap. */
async function gatherPermitted(tools: SendTools, api: SwapApi, wish: SwapWish, permit: SwapPermit): Promise<Call> {
  const [built] = await Promise.all([
    api.buildSwap(pairOf(wish), wish.swap.minimumUnits, permit),
    checkOwnDecimals(tools, wish),
  ])
  const exchange = readCall(built)
  checkCalls([exchange], wish)
  if (exchange.to !== parseEvmAddress(permit.spender)) throw new AppError('SWAP_MISMATCH')
  return exchange
}

/** Returns the steps in order; the swap is the last. */
async function gatherCalls(
  tools: SendTools,
  api: SwapApi,
  wish: SwapWish,
): Promise<{ calls: readonly Call[]; permitSpender: string | null }> {
  const { token, units, swap } = wish
  const pair = pairOf(wish)
  const isToken = token.address !== undefined
  const [built, approval, allowed] = await Promise.all([
    api.buildSwap(pair, swap.minimumUnits),
    isToken ? api.buildApprove(pair) : null,
    isToken ? api.allowance(pair) : { units, permitSpender: null },
    checkOwnDecimals(tools, wish),
  ])
  const exchange = readCall(built)
  const approve = approval === null ? [] : [readCall(approval)]
  checkCalls([...approve, exchange], wish)
  const [needed] = approve
  const { permitSpender } = allowed
  if (needed === undefined || allowed.units >= units) return { calls: [exchange], permitSpender }
  const reset =
    allowed.units > 0n && !(await acceptsApproval(tools, wish.account, needed)) ? [revocationOf(needed)] : []
  return { calls: [...reset, needed, exchange], permitSpender }
}

const readCall = ({ to, data, value }: BuiltCall): Call => ({ to: parseEvmAddress(to), data, value })

/** Only the wallet knows the routers; here it is the api's address, for the allowance and the swap alike. */
function checkCalls(calls: readonly Call[], wish: SwapWish): void {
  const account = toChecksumAddress(wish.account)
  const read = calls.map((call) => ({ ...call, effects: effectsOf(decodeCall({ ...call, from: account }), account) }))
  const exchange = read.at(-1)
  const fault = findSwapFault(read, termsOf(wish), account, (address) => address === exchange?.to, Date.now())
  const kind = exchange?.effects[0]?.kind
  if (fault !== null || (kind !== 'swap' && kind !== 'bridge'))
    throw new AppError('SWAP_MISMATCH', { details: { reason: fault ?? 'unread' } })
}

/** The amounts on screen were written with the api's decimals. */
async function checkDecimals(tools: SendTools, token: TokenBalance): Promise<void> {
  if (token.address === undefined) return
  const to = parseEvmAddress(parseCaip10(token.address).address)
  const answer = await readWith(tools)('eth_call', [{ to, data: '0x313ce567' }, 'latest'])
  if (answer === '0x' || BigInt(answer) !== BigInt(decimalsOf(token))) throw new AppError('SWAP_MISMATCH')
}

/** The same of the tokens on the network of the account. */
const checkOwnDecimals = async (tools: SendTools, { token, swap: { get } }: SwapWish): Promise<void> => {
  await Promise.all(
    [token, get].filter(({ chainId }) => chainId === tools.network).map((each) => checkDecimals(tools, each)),
  )
}

/** An account that lends its address to code (EIP-7702) is still its key's. Throws SWAPS_UNSUPPORTED. */
async function requireNoContract(tools: SendTools, account: string): Promise<void> {
  const code = await readWith(tools)('eth_getCode', [account, 'latest'])
  if (code !== '0x' && !/^0xef0100[0-9a-f]{40}$/i.test(code)) throw new AppError('SWAPS_UNSUPPORTED')
}

const trial = (from: string, { to, value, data }: Call) => ({ from, to, value: hex(value), data })

/** Some tokens, as USDT, refuse another allowance while there is one. */
async function acceptsApproval(tools: SendTools, account: string, call: Call): Promise<boolean> {
  try {
    await readWith(tools)('eth_call', [trial(account, call) as RpcParams<'eth_call'>[0], 'latest'])
    return true
  } catch (thrown) {
    if (isAppError(thrown, 'EXECUTION_REVERTED')) return false
    throw thrown
  }
}

/** Returns the call that sets the same spender's allowance to zero. */
const revocationOf = (call: Call): Call => {
  const read = decodeTokenCall(call.data)
  if (read?.kind !== 'approve') throw new AppError('SWAP_MISMATCH')
  const word = (digits: string): string => digits.toLowerCase().padStart(64, '0')
  return { ...call, data: `0x095ea7b3${word(read.spender.slice(2))}${word('0')}` }
}

/** The next transaction of a standard account. */
async function planTransaction(tools: SendTools, wish: SwapWish, calls: readonly Call[]): Promise<SendPlan> {
  const { id } = evmNetworkOf(tools.network)
  const [next] = calls
  if (next === undefined) throw new AppError('INTERNAL')
  const call = trial(wish.account, next)
  const [nonce, balance, fees, estimate] = await Promise.all([
    readNonce(tools, wish.account),
    readBalance(tools, wish.account),
    readFees(tools),
    readWith(tools)('eth_estimateGas', [call as RpcParams<'eth_estimateGas'>[0]]).then(BigInt),
  ])
  const gas = gasLimitFor(estimate)
  const feeUnits = worstCaseFee(gas, fees)
  const neededUnits = next.value + feeUnits
  const transaction = { ...call, chainId: hex(id) }
  return {
    ...wish,
    feeUnits,
    depositUnits: 0n,
    problem: neededUnits > balance ? { kind: 'short', neededUnits } : null,
    request: {
      method: 'eth_sendTransaction',
      // Other wallets choose numbers and fees themselves, and don't support our swap terms.
      params: [
        tools.isEmbedded
          ? {
              ...transaction,
              nonce: hex(nonce),
              gas: hex(gas),
              ...feeFields(fees),
              swap: formatSwapTerms(termsOf(wish)),
            }
          : transaction,
      ],
    },
    isApproval: calls.length > 1,
    mark: { nonce },
  }
}

/** Everything as one operation, whose fee the wallet sets. */
async function planOperation(tools: SendTools, wish: SwapWish, calls: readonly Call[]): Promise<SendPlan> {
  const chainId = hex(evmNetworkOf(tools.network).id)
  const swap = formatSwapTerms(termsOf(wish))
  const [operation, balance] = await Promise.all([
    readOperationNonce(tools, wish.account),
    readBalance(tools, wish.account),
  ])
  const neededUnits = calls.reduce((sum, { value }) => sum + value, 0n)
  const [only] = calls
  const request =
    calls.length === 1 && only !== undefined
      ? { method: 'eth_sendTransaction', params: [{ ...trial(wish.account, only), chainId, swap }] }
      : {
          method: 'wallet_sendCalls',
          params: [
            {
              version: '2.0.0',
              chainId,
              from: wish.account,
              atomicRequired: true,
              calls: calls.map(({ to, value, data }) => ({ to, value: hex(value), data })),
              capabilities: { swap },
            },
          ],
        }
  return {
    ...wish,
    feeUnits: null,
    depositUnits: 0n,
    problem: neededUnits > balance ? { kind: 'short', neededUnits } : null,
    request,
    mark: { operation },
  }
}
