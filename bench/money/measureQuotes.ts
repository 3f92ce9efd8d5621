import { localExchange, type Stack } from '@latchkey/local'
import { type Address, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { askNode } from '../chain-data/askNode.ts'
import { median } from '../statistics/median.ts'

const rounds = 60
const abi = parseAbi([
  'function getAmountsOut(uint256 amount, address[] path) view returns (uint256[])',
  'function WETH() view returns (address)',
])
/** The coin of a network among the tokens of an exchange (EIP-7528). */
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now()
  await act()
  return performance.now() - startMs
}

/**
 * Measures the api's quotes against their underlying call to the bare node, in turns. `urls`: of quotes that pages have requested. Throws
 * when the api has none.
 */
export async function measureQuotes(stack: Stack, urls: readonly string[]): Promise<string[][]> {
  const [first] = urls
  if (first === undefined) throw new Error('No page has asked for a quote')
  const headers = { Origin: stack.urls.demo }
  const read = async (url: string) => {
    const response = await fetch(url, { headers })
    const { quotes } = (await response.json()) as { quotes?: { route?: string[] }[] }
    const route = quotes?.[0]?.route?.map((token) => token.split(':').at(-1) as Address)
    if (route === undefined) throw new Error(`The api has no quote: ${response.status}`)
    return route
  }
  const amountOf = (round: number): bigint => 10n ** 17n + BigInt(round)
  const ask = (round: number) => {
    const url = new URL(first)
    url.searchParams.set('amount', String(amountOf(round)))
    return read(url.href)
  }
  const call = (data: `0x${string}`) =>
    askNode(stack.urls.chainA, 'eth_call', [{ to: localExchange.router, data }, 'latest']) as Promise<`0x${string}`>
  const wrapped = decodeFunctionResult({
    abi,
    functionName: 'WETH',
    data: await call(encodeFunctionData({ abi, functionName: 'WETH' })),
  })
  const path = (await ask(0)).map((token) => (token.toLowerCase() === coin ? wrapped : token))
  const [api, node]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    api.push(await timed(() => ask(round)))
    const data = encodeFunctionData({ abi, functionName: 'getAmountsOut', args: [amountOf(round), path] })
    node.push(await timed(() => call(data)))
  }
  const [apiMs, nodeMs] = [median(api), median(node)]
  return [
    [`one question, ${rounds} by turns`, 'median', 'ratio'],
    ['quote of the api', `${apiMs.toFixed(1)} ms`, (apiMs / nodeMs).toFixed(1)],
    ['getAmountsOut of the bare node', `${nodeMs.toFixed(1)} ms`, '1'],
  ]
}
