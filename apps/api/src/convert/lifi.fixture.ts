/**
 * A stand-in for LI.FI's aggregator, which can lie in every field.
 *
 * NEVER TESTED LIVE. The shapes are those of the vendor's API reference (https://docs.li.fi/api-reference/get-a-quote-for-a-token-transfer and
 * https://docs.li.fi/api-reference/check-the-status-of-a-cross-chain-transfer; error codes of https://docs.li.fi/api-reference/error-codes), and of
 * its contracts (https://github.com/lifinance/contracts, AcrossFacetV4 1.0.0), all read on 2026-11-28. All values are our own.
 */
import { type EvmAddress, type SwapTerms, toChecksumAddress } from '@latchkey/chains'
import { type LifiChange, lifiCall } from '@latchkey/chains/testing/lifiCall'

const at = (digit: string): EvmAddress => toChecksumAddress(`0x${digit.repeat(40)}`)
export const [owner, diamond, usdc, usdcThere, stranger] = ['1', '2', '3', '4', '5'].map(at) as [
  EvmAddress,
  EvmAddress,
  EvmAddress,
  EvmAddress,
  EvmAddress,
]
/** As the vendor writes it. */
export const vendorsCoin = `0x${'0'.repeat(40)}`
export const now = Date.UTC(2026, 10, 28)

type Json = Record<string, unknown>
export type Lie = {
  action?: Json
  estimate?: Json
  request?: Json
  calldata?: LifiChange
  /** Hundredths of a percent that its calldata lets be lost, whatever it was asked for. */
  slippageBps?: bigint
  hasFee?: boolean
  status?: Json
  /** In place of an answer. */
  instead?: () => Response | Promise<Response>
}

/** 99 of a token arrive for 100 of another, and 990 for a coin of 18 decimals. */
export const createLifi = (lie: Lie = {}) => {
  const asked: { url: URL; key: string | null; hasDeadline: boolean }[] = []
  const quote = ({ searchParams }: URL): Json => {
    const q = Object.fromEntries(searchParams) as Record<string, string>
    const isCoin = q.fromToken === vendorsCoin
    const amount = BigInt(q.fromAmount ?? 0)
    const toAmount = isCoin ? (amount * 990n) / 10n ** 12n : (amount * 99n) / 100n
    const bps = lie.slippageBps ?? BigInt(Math.round(Number(q.slippage) * 10_000))
    const minimum = (toAmount * (10_000n - bps)) / 10_000n
    const terms: SwapTerms = {
      give: { asset: isCoin ? 'native' : toChecksumAddress(String(q.fromToken)), amount },
      get: { asset: toChecksumAddress(String(q.toToken)), minimum, network: `eip155:${q.toChain}` },
    }
    const data = lifiCall({
      terms,
      account: toChecksumAddress(String(q.toAddress)),
      until: now / 1000 + 7200,
      hasFee: lie.hasFee ?? true,
      ...(lie.calldata && { change: lie.calldata }),
    })
    const token = (address: unknown, chainId: unknown) => ({
      address,
      chainId: Number(chainId),
      symbol: 'USDC',
      decimals: 6,
      name: 'USD Coin',
      coinKey: 'USDC',
      priceUSD: '1',
      logoURI: '',
    })
    return {
      id: '0b3ac8cb-7d0c-4a1c-b9a4-000000000000',
      type: 'lifi',
      tool: 'across',
      toolDetails: { key: 'across', name: 'AcrossV4', logoURI: '' },
      action: {
        fromChainId: Number(q.fromChain),
        toChainId: Number(q.toChain),
        fromToken: token(q.fromToken, q.fromChain),
        toToken: token(q.toToken, q.toChain),
        fromAmount: q.fromAmount,
        fromAddress: q.fromAddress,
        toAddress: q.toAddress,
        slippage: Number(q.slippage),
        ...lie.action,
      },
      estimate: {
        tool: 'across',
        fromAmount: q.fromAmount,
        toAmount: toAmount.toString(),
        toAmountMin: minimum.toString(),
        approvalAddress: diamond,
        executionDuration: 12,
        fromAmountUSD: '1.0000',
        toAmountUSD: '0.9900',
        feeCosts: [
          { name: 'LIFI Fixed Fee', amount: '2500', amountUSD: '0.0025', percentage: '0.0025', included: true },
          { name: 'Relayer fee', amount: '7500', amountUSD: '0.0075', percentage: '0.0075', included: true },
        ],
        gasCosts: [{ type: 'SEND', estimate: '200000', limit: '300000', amountUSD: '0.01' }],
        ...lie.estimate,
      },
      includedSteps: [],
      integrator: q.integrator,
      transactionRequest: {
        to: diamond,
        from: q.fromAddress,
        chainId: Number(q.fromChain),
        value: `0x${(isCoin ? amount : 0n).toString(16)}`,
        data,
        gasPrice: '0x3b9aca00',
        gasLimit: '0x493e0',
        ...lie.request,
      },
    }
  }
  const status = ({ searchParams }: URL): Json => ({
    transactionId: `0x${'ab'.repeat(32)}`,
    sending: { txHash: searchParams.get('txHash'), chainId: Number(searchParams.get('fromChain')) },
    receiving: { txHash: `0x${'9'.repeat(64)}`, amount: '990000', chainId: Number(searchParams.get('toChain')) },
    lifiExplorerLink: 'https://scan.li.fi/tx/0x',
    fromAddress: owner,
    toAddress: owner,
    tool: 'across',
    status: 'DONE',
    substatus: 'COMPLETED',
    substatusMessage: 'The transfer is complete.',
    ...lie.status,
  })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.hostname === 'node.example') {
      const { id, method } = (await request.json()) as { id: number; method: string }
      const result = method === 'eth_estimateGas' ? '0x30d40' : method === 'eth_gasPrice' ? '0x3b9aca00' : null
      return Response.json({ jsonrpc: '2.0', id, result })
    }
    asked.push({ url, key: request.headers.get('x-lifi-api-key'), hasDeadline: init?.signal instanceof AbortSignal })
    if (lie.instead !== undefined) return await lie.instead()
    return Response.json(url.pathname.endsWith('/status') ? status(url) : quote(url))
  }
  return { fetch, asked }
}
