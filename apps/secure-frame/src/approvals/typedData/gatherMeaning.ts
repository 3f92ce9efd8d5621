import { type EvmAddress, type TypedDataMeaning, toChecksumAddress } from '@latchkey/chains'
import type { ApprovalTools } from '../Approval.ts'
import { maxPriced } from '../insights/insights.ts'
import { inTime, niceToKnowMs } from '../insights/inTime.ts'
import { readToken } from '../token/readToken.ts'
import type { Insight } from '../transaction/gatherInsight.ts'

/** The names and prices of tokens, and the names of addresses. */
export type MeaningInsight = Pick<Insight, 'tokens' | 'priceUsd' | 'tokenPricesUsd' | 'names'>

const nothing: MeaningInsight = { tokens: new Map(), priceUsd: null, tokenPricesUsd: new Map(), names: new Map() }

/** Gathers additional facts about a permit. Each part may be missing; never fails. */
export const gatherMeaning = async (
  meaning: TypedDataMeaning,
  { read, consult }: Pick<ApprovalTools, 'read' | 'consult'>,
): Promise<MeaningInsight> => {
  if (meaning.kind !== 'permit') return nothing
  const { allowances, spender } = meaning.permit
  const contracts = [...new Set(allowances.map(({ token }) => toChecksumAddress(token)))].slice(0, maxPriced)
  const [tokens, prices, names] = await Promise.all([
    Promise.all(contracts.map(async (each) => [each, await inTime(() => readToken(each, read))] as const)),
    inTime(() => consult('tokenPricesUsd', contracts), niceToKnowMs),
    inTime(() => consult('namesOf', [spender]), niceToKnowMs),
  ])
  const name = names?.[0] ?? null
  return {
    ...nothing,
    tokens: new Map(tokens),
    tokenPricesUsd: new Map(
      contracts.flatMap((each, at): [EvmAddress, number][] =>
        (prices?.[at] ?? 0) > 0 ? [[each, prices?.[at] ?? 0]] : [],
      ),
    ),
    names: new Map(name === null ? [] : [[toChecksumAddress(spender), name]]),
  }
}
