import { parseSolanaAddress, shortAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import { plainText } from '../chain/plainText.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { coinHolding, type Holding, isHeld, type ReadHoldings } from './holding.ts'
import type { ListedToken } from './tokenList.ts'

/** SPL Token, and Token-2022 with its extensions. */
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']

/** How many tokens that are on no list are shown. Anybody can send an account thousands. */
const mostUnlisted = 200
/** In one `getMultipleAccounts`. */
const mostAccounts = 100

export type SolanaHoldingsOptions = {
  rpcProxy: RpcProxy
  tokenList: readonly ListedToken[]
}

/** The coin, and the tokens of both programs: what several accounts hold of one token is one holding. */
export const createSolanaHoldings =
  ({ rpcProxy, tokenList }: SolanaHoldingsOptions): ReadHoldings =>
  async (account, network) => {
    const chainId = network.caipNetworkId
    const ask = createAsk(rpcProxy, chainId)
    const [coin, ...accounts] = await ask([
      { method: 'getBalance', params: [account, { commitment: 'confirmed' }] },
      ...tokenPrograms.map((programId) => ({
        method: 'getTokenAccountsByOwner',
        params: [account, { programId }, { encoding: 'jsonParsed', commitment: 'confirmed' }],
      })),
    ])
    const units = lamportsOf(coin)
    const byMint = sumByMint(accounts.flatMap(tokenAccountsOf))

    const listed = new Map(
      tokenList.filter((token) => token.chainId === chainId).map((token) => [token.address, token]),
    )
    const known: Holding[] = []
    const unknown: Amount[] = []
    for (const amount of byMint) {
      const token = listed.get(`${chainId}:${amount.mint}`)
      if (token === undefined) unknown.push(amount)
      else {
        const { address, name, symbol, decimals, logoUri } = token
        known.push({ token: address, name, symbol, decimals, units: amount.units, isListed: true, logoUri })
      }
    }
    const shown = unknown.filter(isHeld).slice(0, mostUnlisted)
    const names = await namesOf(
      ask,
      shown.map(({ mint }) => mint),
    )
    const unlisted = shown.map(({ mint, ...amount }) => {
      const symbol = plainText(names.get(mint)?.symbol ?? '') || shortAddress(mint)
      const name = plainText(names.get(mint)?.name ?? '') || symbol
      return { token: `${chainId}:${mint}`, name, symbol, ...amount, isListed: false }
    })
    return [coinHolding(network, units), ...known.filter(isHeld), ...unlisted]
  }

export type Ask = (requests: readonly { method: string; params: readonly unknown[] }[]) => Promise<unknown[]>

/** Results in the order of the requests. Throws CHAIN_UNREACHABLE when one of them has none. */
export const createAsk =
  (rpcProxy: RpcProxy, chainId: string): Ask =>
  async (requests) => {
    const body = requests.map((request, id) => ({ jsonrpc: '2.0', id, ...request }))
    const answered = [await rpcProxy.answer(chainId, body)].flat()
    return answered.map((each) => {
      if ('error' in each) throw new AppError('CHAIN_UNREACHABLE', { cause: each.error })
      return each.result
    })
  }

const coinAnswer = z.object({ value: z.number().check(z.minimum(0)) })

/** Nodes write lamports as a number: it is exact up to nine million coins, and as near as a number can be beyond. */
function lamportsOf(result: unknown): bigint {
  const parsed = tryParse(coinAnswer, result)
  if (!parsed.success || !Number.isInteger(parsed.data.value)) throw new AppError('CHAIN_UNREACHABLE')
  return BigInt(parsed.data.value)
}

const accountsAnswer = z.object({ value: z.array(z.unknown()) })
const tokenAccount = z.object({
  account: z.object({
    data: z.object({
      parsed: z.object({
        info: z.object({
          mint: z.string(),
          tokenAmount: z.object({
            amount: z.string().check(z.regex(/^\d{1,20}$/)),
            decimals: z.int().check(z.minimum(0), z.maximum(255)),
          }),
        }),
      }),
    }),
  }),
})

type Amount = { mint: string; units: bigint; decimals: number }

/** The accounts that the node could read; one with an extension that it does not know hides no other. */
function tokenAccountsOf(result: unknown): Amount[] {
  const parsed = tryParse(accountsAnswer, result)
  if (!parsed.success) throw new AppError('CHAIN_UNREACHABLE')
  return parsed.data.value.flatMap((value) => {
    const read = tryParse(tokenAccount, value)
    if (!read.success) return []
    const { mint, tokenAmount } = read.data.account.data.parsed.info
    return isMint(mint) ? [{ mint, units: BigInt(tokenAmount.amount), decimals: tokenAmount.decimals }] : []
  })
}

function isMint(text: string): boolean {
  try {
    return parseSolanaAddress(text) === text
  } catch {
    return false
  }
}

function sumByMint(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, Amount>()
  for (const amount of amounts) {
    const { units } = sums.get(amount.mint) ?? { units: 0n }
    sums.set(amount.mint, { ...amount, units: units + amount.units })
  }
  return [...sums.values()]
}

const extension = z.object({
  extension: z.literal('tokenMetadata'),
  state: z.object({ name: z.string(), symbol: z.string() }),
})
const mintAccount = z.object({
  data: z.object({ parsed: z.object({ info: z.object({ extensions: z.array(z.unknown()) }) }) }),
})
type Names = { name: string; symbol: string }

/** What mints say of themselves: those of Token-2022 that carry their metadata. Who says nothing is not in it. */
export async function namesOf(ask: Ask, mints: readonly string[]): Promise<Map<string, Names>> {
  const chunks = Array.from({ length: Math.ceil(mints.length / mostAccounts) }, (_, index) =>
    mints.slice(index * mostAccounts, (index + 1) * mostAccounts),
  )
  if (chunks.length === 0) return new Map()
  const requests = chunks.map((chunk) => ({
    method: 'getMultipleAccounts',
    params: [chunk, { encoding: 'jsonParsed', commitment: 'confirmed' }],
  }))
  // Without their names, the amounts are still right.
  const answers = await ask(requests).catch(() => [])
  const names = chunks.flatMap((chunk, index) => {
    const parsed = tryParse(accountsAnswer, answers[index])
    const values = parsed.success ? parsed.data.value : []
    return chunk.flatMap((mint, place): [string, Names][] => {
      const found = metadataOf(values[place])
      return found === undefined ? [] : [[mint, found]]
    })
  })
  return new Map(names)
}

function metadataOf(value: unknown): Names | undefined {
  const account = tryParse(mintAccount, value)
  if (!account.success) return undefined
  for (const each of account.data.data.parsed.info.extensions) {
    const read = tryParse(extension, each)
    if (read.success) return read.data.state
  }
  return undefined
}
