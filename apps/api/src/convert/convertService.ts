import { type EndpointRequest, type EndpointResponse, convertStatus as statusRow } from '@latchkey/api-client'
import { type Caip10, parseCaip10, parseEvmAddress, parseSolanaAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { SharedCache } from '@latchkey/service-kit/cache/cache'
import { cacheWithFailures } from '@latchkey/service-kit/cache/cacheWithFailures'
import { ownAskerAt } from '../chain/sharer.ts'
import { nativeCoin } from '../prices/priceSource.ts'
import type { BuiltTransaction, ExchangeDriver, SwapPair } from './ExchangeDriver.ts'

export type ConvertDeps = {
  /** By CAIP-2. */
  exchangeDrivers: ReadonlyMap<string, ExchangeDriver>
  /** Of swaps to other chains, by the CAIP-2 of the one that they start on. */
  crossingDrivers: ReadonlyMap<string, ExchangeDriver>
}

type Caller = { ipAddress: string }

/** The coin and the listed tokens of a chain, and where else they can be swapped to. Throws SWAPS_UNSUPPORTED. */
export const convertTokens = async (
  deps: ConvertDeps,
  { chainId }: EndpointRequest<'convertTokens'>,
): Promise<EndpointResponse<'convertTokens'>> => {
  const crossing = deps.crossingDrivers.get(chainId)
  const driver = deps.exchangeDrivers.get(chainId) ?? crossing
  if (driver === undefined) throw new AppError('SWAPS_UNSUPPORTED')
  return {
    tokens: driver.tokens().map(({ address, ...facts }) => ({ ...facts, address: `${chainId}:${address}` })),
    ...(crossing?.destinations && { destinations: [...crossing.destinations] }),
  }
}

/** One quote, of the chain's exchange; none where it has no liquidity. Throws SWAPS_UNSUPPORTED, SWAP_MISMATCH and as `readPair`. */
export const convertQuotes = async (
  deps: ConvertDeps,
  request: EndpointRequest<'convertQuotes'>,
): Promise<EndpointResponse<'convertQuotes'>> => {
  const { chainId, ...pair } = readPair(request)
  const { toChain = chainId } = pair
  const driver = driverOf(deps, chainId, toChain)
  const owner = readOwner(request.userAddress, chainId)
  try {
    const { toAmount, route, priceImpact, crossing } = await driver.quote(pair, owner)
    return {
      quotes: [
        {
          id: null,
          fromAmount: pair.amount.toString(),
          fromAccount: `${chainId}:${owner}`,
          toAmount: toAmount.toString(),
          toAccount: `${toChain}:${owner}`,
          provider: driver.name,
          route: route.map((token) => `${chainId}:${token}`),
          ...(priceImpact !== null && { priceImpact }),
          ...(crossing && {
            crossing: {
              ...(crossing.seconds !== null && { seconds: crossing.seconds }),
              ...(crossing.feesUsd !== null && { feesUsd: crossing.feesUsd }),
            },
          }),
        },
      ],
    }
  } catch (thrown) {
    if (AppError.from(thrown).name === 'LIQUIDITY_INSUFFICIENT') return { quotes: [] }
    throw thrown
  }
}

/** What the chain's exchange may spend of a token, and who takes a signature for more. Throws SWAPS_UNSUPPORTED, ADDRESS_INVALID. */
export const convertAllowance = async (
  deps: ConvertDeps,
  { tokenAddress, userAddress, toChainId }: EndpointRequest<'convertAllowance'>,
): Promise<EndpointResponse<'convertAllowance'>> => {
  const { chainId, token } = readToken(tokenAddress)
  const driver = driverOf(deps, chainId, toChainId)
  const allowance = await driver.allowance(token, readOwner(userAddress, chainId))
  const spender = permitSpenderOf(driver, token)
  return { allowance: allowance.toString(), ...(spender !== null && { permit: { spender: `${chainId}:${spender}` } }) }
}

/** Throws GAS_PRICE_UNSUPPORTED. */
export const convertGasPrice = async (
  deps: ConvertDeps,
  { chainId }: EndpointRequest<'convertGasPrice'>,
): Promise<EndpointResponse<'convertGasPrice'>> => {
  const driver = deps.exchangeDrivers.get(chainId) ?? deps.crossingDrivers.get(chainId)
  if (driver === undefined) throw new AppError('GAS_PRICE_UNSUPPORTED')
  const { standard, fast, instant } = await driver.gasPrice()
  return { standard: standard.toString(), fast: fast.toString(), instant: instant.toString() }
}

/** Throws SWAPS_UNSUPPORTED, also for a permit that nothing takes, LIQUIDITY_INSUFFICIENT, PRICE_MOVED, SWAP_MISMATCH. Without an estimate, or where it fails, `gas` is 0. */
export const buildTransaction = async (
  deps: ConvertDeps,
  request: EndpointRequest<'buildTransaction'>,
  { ipAddress }: Caller,
): Promise<EndpointResponse<'buildTransaction'>> => {
  const { chainId, ...pair } = readPair(request)
  const owner = readOwner(request.userAddress, chainId)
  const slippage = BigInt(request.eip155?.slippage ?? defaultSlippage)
  const { minimumAmount, permit } = request
  const driver = driverOf(deps, chainId, pair.toChain)
  if (permit !== undefined && permitSpenderOf(driver, pair.from) === null) throw new AppError('SWAPS_UNSUPPORTED')
  const swap = {
    ...pair,
    ...(permit !== undefined && {
      permit: { deadline: BigInt(permit.deadline), signature: permit.signature as `0x${string}` },
    }),
    owner,
    estimates: request.disableEstimate !== true,
    minimum: (quoted: bigint) =>
      minimumAmount === undefined ? (quoted * (100n - slippage)) / 100n : readAmount(minimumAmount),
  }
  const built = await driver.buildTransaction(swap, ownAskerAt(ipAddress))
  const { value, eip155, ...tx } = toRow(chainId, owner, built)
  return { tx: { ...tx, amount: value, ...(eip155 && { eip155: { ...eip155, gas: eip155.gas ?? '0' } }) } }
}

/** Throws SWAPS_UNSUPPORTED, ADDRESS_INVALID for the coin itself, which needs no approval. */
export const buildApprove = async (
  deps: ConvertDeps,
  { from, to, userAddress, amount }: EndpointRequest<'buildApprove'>,
  { ipAddress }: Caller,
): Promise<EndpointResponse<'buildApprove'>> => {
  const { chainId, token } = readToken(from)
  const owner = readOwner(userAddress, chainId)
  const approval = { token, owner, amount: amount === undefined ? null : readAmount(amount) }
  const built = await driverOf(deps, chainId, readToken(to).chainId).buildApprove(approval, ownAskerAt(ipAddress))
  const { eip155, ...tx } = toRow(chainId, owner, built)
  // An exchange without prices of gas takes no approvals.
  if (eip155 === undefined) throw new AppError('INTERNAL')
  return { tx: { ...tx, eip155 } }
}

/** Shorter than pages wait between two questions. */
const statusLifeMs = 4_000

/** Where a swap to another chain is, by the exchange's word; that it has arrived, only that chain can say. Throws SWAPS_UNSUPPORTED. */
export const convertStatus = async (
  { cache, ...deps }: ConvertDeps & { cache: SharedCache },
  { txHash, fromChainId, toChainId }: EndpointRequest<'convertStatus'>,
): Promise<EndpointResponse<'convertStatus'>> => {
  const { status } = driverOf(deps, fromChainId, toChainId)
  if (status === undefined) throw new AppError('SWAPS_UNSUPPORTED')
  const key = `crossing ${fromChainId} ${toChainId} ${txHash.toLowerCase()}`
  return cacheWithFailures(
    cache,
    key,
    statusLifeMs,
    (kept) => statusRow.response.parse(kept),
    async () => {
      const { state, txHash: paidBy } = await status(txHash, toChainId)
      return { state, ...(paidBy !== null && { txHash: paidBy }) }
    },
  )
}

/** In whole percent. */
const defaultSlippage = 1

/** Throws SWAPS_UNSUPPORTED, with what isn't in `details.reason`. */
const driverOf = (deps: ConvertDeps, chainId: string, toChain: string = chainId): ExchangeDriver => {
  const isCrossing = toChain !== chainId
  const driver = (isCrossing ? deps.crossingDrivers : deps.exchangeDrivers).get(chainId)
  if (driver === undefined || (isCrossing && driver.destinations?.includes(toChain) !== true))
    throw new AppError(
      'SWAPS_UNSUPPORTED',
      isCrossing ? { details: { reason: `no swaps from ${chainId} to ${toChain}` } } : {},
    )
  return driver
}

const permitSpenderOf = (driver: ExchangeDriver, token: string): string | null => {
  const isPermitted = driver.tokens().some(({ address, eip2612 }) => address === token && eip2612 === true)
  return isPermitted ? (driver.permitSpender ?? null) : null
}

const toRow = (chainId: string, owner: string, { to, data, value, gas, gasPrice }: BuiltTransaction) => ({
  from: `${chainId}:${owner}`,
  to: `${chainId}:${to}`,
  data,
  value: value.toString(),
  ...(gasPrice !== null && {
    eip155: { ...(gas !== null && { gas: gas.toString() }), gasPrice: gasPrice.toString() },
  }),
})

/** Throws SWAPS_UNSUPPORTED for a token of a chain that is neither EVM nor Solana, ADDRESS_INVALID. */
const readToken = (text: string): { chainId: Caip10['caipNetworkId']; token: string } => {
  const { namespace, caipNetworkId, address } = parseCaip10(text)
  if (namespace === 'solana') return { chainId: caipNetworkId, token: parseSolanaAddress(address) }
  if (namespace !== 'eip155') throw new AppError('SWAPS_UNSUPPORTED')
  const token = parseEvmAddress(address)
  return { chainId: caipNetworkId, token: token.toLowerCase() === nativeCoin ? nativeCoin : token }
}

/** Throws SWAPS_UNSUPPORTED, ADDRESS_INVALID, AMOUNT_INVALID. */
const readPair = ({
  from,
  to,
  amount,
}: {
  from: string
  to: string
  amount: string
}): SwapPair & { chainId: string } => {
  const [given, taken] = [readToken(from), readToken(to)]
  const toChain = given.chainId === taken.chainId ? {} : { toChain: taken.chainId }
  return { from: given.token, to: taken.token, amount: readAmount(amount), chainId: given.chainId, ...toChain }
}

/** Throws AMOUNT_INVALID for zero and for more than 256 bits. */
const readAmount = (text: string): bigint => {
  const amount = BigInt(text)
  if (amount === 0n || amount >= 2n ** 256n) throw new AppError('AMOUNT_INVALID')
  return amount
}

/** An account on that chain, CAIP-10 or bare. Throws ADDRESS_INVALID. */
const readOwner = (text: string, chainId: string): string => {
  const parse = chainId.startsWith('solana:') ? parseSolanaAddress : parseEvmAddress
  if (!text.includes(':')) return parse(text)
  const { caipNetworkId, address } = parseCaip10(text)
  if (caipNetworkId !== chainId) throw new AppError('ADDRESS_INVALID')
  return parse(address)
}
