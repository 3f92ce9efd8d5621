import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  multicall3Abi,
  parseAbi,
} from 'viem'

/** Raw answers instead of correct ones, for malformed tokens. */
export type TestToken = { name?: string | Hex; symbol?: string | Hex; decimals?: number | Hex }
export type TestPool = { a: Address; b: Address; reserveA: bigint; reserveB: bigint }

const exchangeAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])

export const testExchange = {
  factory: `0x${'f'.repeat(40)}`,
  wrappedNative: `0x${'c'.repeat(40)}`,
  stable: `0x${'5'.repeat(40)}`,
} as const

/** A chain of tokens and pools that answers `eth_call` to Multicall3, as a node's `fetch`; it records the reads. */
export const createTestChain = (tokens: Record<Address, TestToken>, pools: readonly TestPool[]) => {
  const read: { target: Address; functionName: string }[] = []
  const pairAddress = (index: number): Address => `0x${'9'.repeat(39)}${index}`

  const answerExchange = (target: Address, data: Hex): Hex => {
    const { functionName, args } = decodeFunctionData({ abi: exchangeAbi, data })
    read.push({ target, functionName })
    if (functionName === 'getPair') {
      const [a, b] = (args ?? []).map((address) => address.toLowerCase())
      const index = pools.findIndex((pool) => (pool.a === a && pool.b === b) || (pool.a === b && pool.b === a))
      const pair = index === -1 ? (`0x${'0'.repeat(40)}` as const) : pairAddress(index)
      return encodeFunctionResult({ abi: exchangeAbi, functionName, result: pair })
    }
    const pool = pools.find((_, index) => pairAddress(index) === target)
    if (pool === undefined) return '0x'
    const { a, b, reserveA, reserveB } = pool
    const result = a < b ? ([reserveA, reserveB, 0] as const) : ([reserveB, reserveA, 0] as const)
    return encodeFunctionResult({ abi: exchangeAbi, functionName, result })
  }
  const answerToken = (target: Address, data: Hex): Hex | undefined => {
    const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
    read.push({ target, functionName })
    const token = tokens[target]
    if (functionName === 'decimals') {
      const { decimals } = token ?? {}
      return typeof decimals === 'number' ? encodeAbiParameters([{ type: 'uint256' }], [BigInt(decimals)]) : decimals
    }
    if (functionName !== 'name' && functionName !== 'symbol') return undefined
    const text = token?.[functionName]
    return text === undefined || text.startsWith('0x')
      ? (text as Hex | undefined)
      : encodeAbiParameters([{ type: 'string' }], [text])
  }
  const answerCall = (target: Address, data: Hex): { success: boolean; returnData: Hex } => {
    const isExchange = target === testExchange.factory || target.startsWith('0x999')
    const returnData = isExchange ? answerExchange(target, data) : answerToken(target, data)
    return returnData === undefined
      ? { success: false, returnData: encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['no'] }) }
      : { success: true, returnData }
  }

  const fetch: typeof globalThis.fetch = async (_, init) => {
    const { params } = JSON.parse(String(init?.body)) as { params: [{ data: Hex }] }
    const { args = [] } = decodeFunctionData({ abi: multicall3Abi, data: params[0].data })
    const calls = args[0] as readonly { target: Address; callData: Hex }[]
    const result = calls.map(({ target, callData }) => answerCall(target.toLowerCase() as Address, callData))
    const data = encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
    return Response.json({ jsonrpc: '2.0', id: 1, result: data })
  }
  return { fetch, read }
}
