import * as z from 'zod/mini'
import type { AccountTransaction } from '../accountTransaction.ts'
import { NotHeld } from '../chainHold.ts'
import type { IndexNodes } from '../indexNodes.ts'
import type { IndexStore } from '../indexStore.ts'
import type { RoundOutcome } from '../roundOutcome.ts'
import type { SignatureRange, SignatureStore } from './signatureStore.ts'
import { signatureList, solanaTransaction, tokenAccountList } from './solanaShapes.ts'
import { viewOfSolana } from './viewOfSolana.ts'

export type FollowSolanaOptions = {
  /** CAIP-2. */
  chainId: string
  nodes: IndexNodes
  store: IndexStore
  signatures: SignatureStore
}

/** SPL Token and Token-2022. */
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
/** Two thirds of the stake have voted for it: never reverted so far, and reached a second after sending. */
const commitment = 'confirmed'
const maxAccounts = 50
/** Per owner. Transactions that only touch a further token account are not seen. */
const maxTokenAccounts = 50
/** The most transactions to read at once. */
const pageSize = 25
/** The nodes' own limit. */
const longestList = 1_000

/**
 * Follows requested accounts of a Solana cluster. Nodes can't deliver a cluster's blocks fast enough, so each account's own signatures are
 * listed, and those of its token accounts, which an incoming token transfer does not otherwise show. A `round` queries each once; it can be
 * stopped at any point, since results are stored with their range. An account without requests pauses, and misses nothing.
 */
export function followSolana({ chainId, nodes, store, signatures }: FollowSolanaOptions) {
  return async function round(): Promise<RoundOutcome> {
    if ((await store.hold(chainId)) === null) return 'elsewhere'
    const followed = await signatures.accounts(chainId, maxAccounts)
    const outcomes: PromiseSettledResult<boolean>[] = []
    // A failure of one account must not affect the others.
    for (const address of followed) outcomes.push(...(await Promise.allSettled([lookAtAll(address)])))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    return outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value) ? 'busy' : 'idle'
  }

  /** Returns true when there is more to find. */
  async function lookAtAll(address: string): Promise<boolean> {
    await signatures.noteTurn(chainId, address)
    const ranges = await signatures.ranges(chainId, address)
    let isBusy = false
    for (const source of await sourcesOf(address)) {
      // Each takes a while: renew the lease.
      if ((await store.hold(chainId)) === null) throw new NotHeld(chainId)
      if (await look(address, source, ranges.get(source))) isBusy = true
    }
    await signatures.noteSeen(chainId, address)
    return isBusy
  }

  async function sourcesOf(address: string): Promise<string[]> {
    const asked = tokenPrograms.map((programId) => ({
      method: 'getTokenAccountsByOwner',
      params: [address, { programId }, { encoding: 'base64', commitment }],
    }))
    const own = (await nodes.ask(asked)).flatMap((answered) => z.parse(tokenAccountList, answered).value)
    return [address, ...own.slice(0, maxTokenAccounts).map(({ pubkey }) => pubkey)]
  }

  /** Returns true when there is more to find. */
  async function look(address: string, source: string, range: SignatureRange | undefined): Promise<boolean> {
    const { newest = null, oldest = null, isFilled = false } = range ?? {}
    if (newest !== null) {
      const news = await list(source, { until: newest, limit: longestList })
      if (news.length > 0) return ahead(address, source, { newest, oldest, isFilled }, news)
    }
    if (isFilled) return false
    const past = await list(source, { ...(oldest === null ? {} : { before: oldest }), limit: pageSize })
    const views = await viewsOf(address, past)
    const isEnd = past.length < pageSize
    if (past.length === 0 && newest === null) return false
    await signatures.note(chainId, address, {
      source,
      range: { newest: newest ?? past[0] ?? null, oldest: past.at(-1) ?? oldest, isFilled: isEnd },
      views,
    })
    return !isEnd
  }

  /** The oldest of them first, so that the range has no gap wherever it is stopped. */
  async function ahead(
    address: string,
    source: string,
    range: SignatureRange,
    news: readonly string[],
  ): Promise<boolean> {
    if (news.length === longestList) {
      // There may be a gap before them. The range restarts with the newest, and known ones are skipped.
      const page = news.slice(0, pageSize)
      const views = await viewsOf(address, page)
      const anew = { newest: page[0] ?? null, oldest: page.at(-1) ?? null, isFilled: false }
      await signatures.note(chainId, address, { source, range: anew, views })
      return true
    }
    const next = news.slice(-pageSize)
    const views = await viewsOf(address, next)
    await signatures.note(chainId, address, { source, range: { ...range, newest: next[0] ?? range.newest }, views })
    return next.length < news.length
  }

  async function list(source: string, how: { before?: string; until?: string; limit: number }): Promise<string[]> {
    const [answered] = await nodes.ask([
      { method: 'getSignaturesForAddress', params: [source, { ...how, commitment }] },
    ])
    const found = z.parse(signatureList, answered).map(({ signature }) => signature)
    // Otherwise it would loop forever.
    if (found.length > how.limit || found.some((signature) => signature === how.before || signature === how.until))
      throw new Error('a node lists what it was not asked for')
    return found
  }

  async function viewsOf(address: string, all: readonly string[]): Promise<AccountTransaction[]> {
    const how = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment }
    const answered = await nodes.ask(all.map((signature) => ({ method: 'getTransaction', params: [signature, how] })))
    return answered.flatMap((each, index) => {
      // A node that has listed it but does not have it: retried later.
      const found = z.parse(solanaTransaction, each)
      if (found.transaction.signatures[0] !== all[index]) throw new Error('a transaction is not the one asked for')
      return viewOfSolana(address, found) ?? []
    })
  }
}
