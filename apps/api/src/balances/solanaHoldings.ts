import { parseSolanaAddress, shortAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'
import { createSolanaAsk } from '../chain/createSolanaAsk.ts'
import { plainText } from '../chain/plainText.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { coinHolding, type Holding, isHeld, type ReadHoldings } from './holding.ts'
import { mintNames } from './mintNames.ts'
import type { ListedToken } from './tokenList.ts'

/** SPL Token, and Token-2022 with its extensions. */
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']

/** The most unlisted tokens to show. Anyone can send an account thousands. */
const maxUnlisted = 200
export type SolanaHoldingsOptions = {
  rpcProxy: RpcProxy
  tokenList: readonly ListedToken[]
}

/** Reads the coin, and the tokens of both programs. Several accounts for one token make one holding. */
export const createSolanaHoldings =
  ({ rpcProxy, tokenList }: SolanaHoldingsOptions): ReadHoldings =>
  async (account, network) => {
    const chainId = network.caipNetworkId
    const ask = createSolanaAsk(rpcProxy, chainId)
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
    const shown = unknown.filter(isHeld).slice(0, maxUnlisted)
    const names = await mintNames(
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

const coinAnswer = z.object({ value: z.number().check(z.minimum(0)) })

/** Nodes write lamports as a number: exact up to nine million coins, approximate beyond. */
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

/** Returns the accounts that the node could read. One with an unknown extension hides no other. */
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
