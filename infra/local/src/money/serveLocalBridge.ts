/**
 * LI.FI, as the local stack emulates it: quotes and status by the vendor's API (https://docs.li.fi/api-reference, read on 2026-11-28), and
 * the relayer that pays on the other local chain. It brings a token to the same token, for one percent.
 *
 * Design: the relayer acts when a deposit's status is requested; the first response is that it is on its way.
 */
import type { Hono } from 'hono'
import {
  type Address,
  decodeEventLog,
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddress,
  pad,
  parseAbi,
  zeroAddress,
  zeroHash,
} from 'viem'
import * as z from 'zod'
import type { Chain } from '../chain/createChain.ts'
import { rpc } from '../chain/rpc.ts'
import { mintOf, sendGifts } from '../faucet/sendGifts.ts'
import { localTokens } from '../tokens/localContracts.ts'
import { localBridgeKey, localDiamond, refundedEnding } from './localBridge.ts'

const abi = parseAbi([
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct AcrossV4Data { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function swapAndStartBridgeTokensViaAcrossV4(BridgeData bridgeData, SwapData[] swapData, AcrossV4Data acrossData) payable',
  'event Deposited(uint256 destinationChainId, bytes32 receiver, bytes32 token, uint256 amount, bytes32 refundAddress, address inputToken, uint256 inputAmount)',
])

const number = z.coerce.number().int()
const address = z.string().refine((text) => isAddress(text, { strict: false }))
const order = z.object({
  fromChain: number,
  toChain: number,
  fromToken: address,
  toToken: address,
  fromAmount: z.string().regex(/^\d{1,30}$/),
  fromAddress: address,
  toAddress: address,
  integrator: z.string().max(23),
  allowBridges: z.literal('across'),
  allowDestinationCall: z.literal('false'),
})
const question = z.object({ txHash: z.string().regex(/^0x[0-9a-f]{64}$/i), fromChain: number, toChain: number })
const receipt = z.nullable(
  z.object({
    status: z.string(),
    logs: z.array(z.object({ address: z.string(), topics: z.array(z.custom<Hex>()), data: z.custom<Hex>() })),
  }),
)

/** The fees of LI.FI and of the bridge, in parts of the amount: a quarter of a percent, and three quarters. */
const [feeParts, relayerParts, parts] = [25n, 75n, 10_000n]
const fillSeconds = 7200
const minted = [localTokens.usdc, localTokens.lkey]

type Delivery = { isRefund: boolean; txHash: Hex | null }

/** Serves it under `/local-bridge`. @param now milliseconds since 1970 */
export const serveLocalBridge = (app: Hono, { chains, now }: { chains: readonly Chain[]; now: () => number }): void => {
  const deliveries = new Map<string, Delivery>()
  const chainOf = (chainId: number): Chain | undefined => chains.find((each) => each.chainId === chainId)

  app.use('/local-bridge/*', async (context, next) =>
    context.req.header('x-lifi-api-key') === localBridgeKey
      ? next()
      : context.json({ message: 'Invalid API key', code: 1010 }, 401),
  )

  app.get('/local-bridge/quote', (context) => {
    const asked = order.safeParse(context.req.query())
    if (!asked.success) return context.json({ message: asked.error.message, code: 1011 }, 400)
    const { fromChain, toChain, fromToken, toToken } = asked.data
    const token = minted.find((each) => [fromToken, toToken].every((said) => getAddress(said) === each.address))
    const isKnown = chainOf(fromChain) !== undefined && chainOf(toChain) !== undefined && fromChain !== toChain
    const amounts = amountsOf(asked.data)
    if (token === undefined || !isKnown || amounts.received === 0n)
      return context.json({ message: 'No available quotes for the requested transfer', code: 1002 }, 404)
    return context.json(quoteOf(asked.data, token, amounts, Math.floor(now() / 1000)))
  })

  const deliver = async (from: Chain, deposit: Deposit, delivery: Delivery): Promise<void> => {
    const { destinationChainId, receiver, token, amount, refundAddress, inputToken, inputAmount } = deposit
    const to = delivery.isRefund ? from : chainOf(Number(destinationChainId))
    if (to === undefined) return
    const gift = delivery.isRefund
      ? mintOf(inputToken, addressIn(refundAddress), inputAmount)
      : mintOf(addressIn(token), addressIn(receiver), amount)
    const [hash = null] = await sendGifts(to, [gift])
    delivery.txHash = hash
  }

  app.get('/local-bridge/status', async (context) => {
    const asked = question.safeParse(context.req.query())
    const from = asked.success ? chainOf(asked.data.fromChain) : undefined
    if (!asked.success || from === undefined) return context.json({ message: 'Invalid request', code: 1011 }, 400)
    const { txHash, fromChain, toChain } = asked.data
    const deposit = await depositIn(from, txHash)
    if (deposit === null) return context.json({ status: 'NOT_FOUND' })
    const known = deliveries.get(txHash)
    const delivery = known ?? { isRefund: deposit.amount % 100n === refundedEnding, txHash: null }
    deliveries.set(txHash, delivery)
    if (known === undefined)
      await deliver(from, deposit, delivery).catch((error: unknown) => {
        // The chain doesn't respond: the next request delivers.
        deliveries.delete(txHash)
        throw error
      })
    if (known === undefined || delivery.txHash === null)
      return context.json({ status: 'PENDING', substatus: 'WAIT_DESTINATION_TRANSACTION' })
    return context.json({
      status: 'DONE',
      substatus: delivery.isRefund ? 'REFUNDED' : 'COMPLETED',
      receiving: { txHash: delivery.txHash, chainId: delivery.isRefund ? fromChain : toChain },
    })
  })
}

type Order = z.output<typeof order>
type Token = (typeof minted)[number]
/** In base units: what is sent, what the bridge carries after LI.FI's fee, and what arrives after the bridge's. */
type Amounts = { amount: bigint; bridged: bigint; received: bigint }

const amountsOf = ({ fromAmount }: Order): Amounts => {
  const amount = BigInt(fromAmount)
  const bridged = amount - (amount * feeParts) / parts
  return { amount, bridged, received: bridged - (amount * relayerParts) / parts }
}

/** Returns the calldata of the deposit. `seconds`: the current time, since 1970. */
const depositCall = (
  { toChain, fromAddress, toAddress, integrator }: Order,
  token: Token,
  { amount, bridged, received }: Amounts,
  seconds: number,
): Hex => {
  const receiver = getAddress(toAddress)
  return encodeFunctionData({
    abi,
    functionName: 'swapAndStartBridgeTokensViaAcrossV4',
    args: [
      {
        transactionId: zeroHash,
        bridge: 'across',
        integrator,
        referrer: zeroAddress,
        sendingAssetId: token.address,
        receiver,
        minAmount: bridged,
        destinationChainId: BigInt(toChain),
        hasSourceSwaps: true,
        hasDestinationCall: false,
      },
      [
        {
          callTo: localDiamond,
          approveTo: localDiamond,
          sendingAssetId: token.address,
          receivingAssetId: token.address,
          fromAmount: amount,
          callData: '0x',
          requiresDeposit: true,
        },
      ],
      {
        receiverAddress: pad(receiver),
        refundAddress: pad(getAddress(fromAddress)),
        sendingAssetId: pad(token.address),
        receivingAssetId: pad(token.address),
        outputAmount: received,
        outputAmountMultiplier: (received * 10n ** 18n + bridged - 1n) / bridged,
        exclusiveRelayer: zeroHash,
        quoteTimestamp: seconds,
        fillDeadline: seconds + fillSeconds,
        exclusivityParameter: 0,
        message: '0x',
      },
    ],
  })
}

/** Returns the vendor's response to an order. */
const quoteOf = (asked: Order, token: Token, amounts: Amounts, seconds: number) => {
  const { fromChain, toChain, fromAmount, fromAddress } = asked
  const { amount, received } = amounts
  const { symbol, decimals, name } = token
  const place = (chainId: number) => ({ address: token.address, chainId, symbol, decimals, name, priceUSD: '1' })
  const usd = (units: bigint): string => (Number(units) / 10 ** decimals).toFixed(4)
  const data = depositCall(asked, token, amounts, seconds)
  return {
    type: 'lifi',
    tool: 'across',
    action: {
      fromChainId: fromChain,
      toChainId: toChain,
      fromToken: place(fromChain),
      toToken: place(toChain),
      fromAmount,
    },
    estimate: {
      tool: 'across',
      approvalAddress: localDiamond,
      fromAmount,
      toAmount: received.toString(),
      toAmountMin: received.toString(),
      executionDuration: 5,
      fromAmountUSD: usd(amount),
      toAmountUSD: usd(received),
      feeCosts: [{ name: 'Fees', amountUSD: usd(amount - received), included: true }],
    },
    transactionRequest: { from: fromAddress, to: localDiamond, chainId: fromChain, value: '0x0', data },
  }
}

type Deposit = NonNullable<Awaited<ReturnType<typeof depositIn>>>

/** Reads the deposit that a transaction made; null where it made none. */
const depositIn = async (chain: Chain, txHash: string) => {
  const mined = receipt.parse(await rpc(chain.url, 'eth_getTransactionReceipt', [txHash]))
  const log = mined?.logs.find((each) => getAddress(each.address) === localDiamond)
  if (mined?.status !== '0x1' || log === undefined) return null
  return decodeEventLog({ abi, data: log.data, topics: log.topics as [Hex] }).args ?? null
}

const addressIn = (word: Hex): Address => getAddress(`0x${word.slice(26)}`)
