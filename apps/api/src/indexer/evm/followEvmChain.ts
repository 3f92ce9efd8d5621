import type { Found } from '../accountTransaction.ts'
import { NotHeld } from '../chainHold.ts'
import type { FillPlan } from '../fillStore.ts'
import { keptBlocks } from '../followStore.ts'
import type { SeenBlock } from '../indexRows.ts'
import type { IndexStore } from '../indexStore.ts'
import type { RoundOutcome } from '../roundOutcome.ts'
import { type EvmReader, numbersFrom, TooBusy, TooMuch } from './evmReader.ts'
import type { EvmHeader } from './evmShapes.ts'

export type FollowOptions = {
  /** CAIP-2. */
  chainId: string
  /** The oldest block that is indexed. */
  first: number
  reader: EvmReader
  store: IndexStore
  /** How many blocks before the first request for an account are read in full, for its coins. Default 5,000. */
  walk?: number
  /** The chain's history differs further back than blocks are kept: its index restarts. */
  onReplaced: (chainId: string) => void
  /** The indexer is being stopped: failures then don't count against the chain. */
  signal?: AbortSignal
}

/**
 * Batch sizes: new blocks, old blocks read in full, old blocks of which only events are read, and accounts whose past is read together.
 * Halved after any failure, and raised again step by step.
 */
const maxAtOnce = { news: 25, walk: 25, events: 2_000, accounts: 100 }

/**
 * Follows one EVM chain: `round` takes the next step, which is one database transaction, so that it can be stopped at any point and resumes
 * there.
 *
 * New blocks come first, then the past of accounts, towards older blocks. The newest `walk` blocks before an account's first request are
 * read in full; of older ones only token events, since no node finds an account's plain transactions by its address: its older coin
 * transfers are not in its history.
 *
 * Anyone can have any account followed. An account whose past cannot be read must not delay the others, or the new blocks: each step is
 * small, a failed step is retried in smaller ones, and what still fails after that comes last.
 */
export function followEvmChain({ chainId, first, reader, store, walk = 5_000, onReplaced, signal }: FollowOptions) {
  const { atOnce, halve, widen } = createStepSizes()
  const pickTracked = (addresses: readonly string[]) => store.pickTracked(chainId, addresses)

  return async function round(): Promise<RoundOutcome> {
    const state = await store.hold(chainId)
    if (state === null) return 'elsewhere'
    const { nextBlock, tip } = state
    if (!state.hasAccounts) {
      if (nextBlock !== null) await store.restart(chainId, nextBlock, [])
      return 'idle'
    }
    const head = await reader.head()
    if (nextBlock === null || tip === null) {
      await store.restart(chainId, nextBlock, await newest(reader, head))
      return 'busy'
    }
    if (state.hasNewcomers) {
      await store.adopt(chainId, nextBlock, { first, walk })
      return 'busy'
    }
    if (await wasTakenBack({ chainId, reader, store }, tip, head)) {
      await goBack(nextBlock, head)
      return 'busy'
    }
    return head < nextBlock ? fill(nextBlock) : catchUp(nextBlock, tip, head)
  }

  /** Returns to the newest block that is still on the chain. */
  async function goBack(nextBlock: number, head: number): Promise<void> {
    const kept = await store.keptBlocks(chainId)
    const headers = await reader.headers(kept.map(({ number }) => number))
    const ancestor = kept.find(({ number, hash }, index) => number <= head && headers[index]?.hash === hash)
    if (ancestor !== undefined) return store.goBack(chainId, nextBlock, ancestor.number)
    onReplaced(chainId)
    await store.restart(chainId, nextBlock, await newest(reader, head))
  }

  async function catchUp(nextBlock: number, tip: SeenBlock, head: number): Promise<RoundOutcome> {
    try {
      const outcome = await advance(nextBlock, tip, head)
      widen('news')
      return outcome
    } catch (error) {
      halve('news', atOnce.news)
      if (error instanceof TooMuch) return 'busy'
      throw error
    }
  }

  async function advance(nextBlock: number, tip: SeenBlock, head: number): Promise<RoundOutcome> {
    const blocks = await reader.blocks(numbersFrom(nextBlock, Math.min(head, nextBlock + atOnce.news - 1)))
    // A reorganization in between: a later round finds it.
    if (blocks[0] === undefined || blocks[0].parentHash !== tip.hash) return 'idle'
    const found = await reader.views(blocks, pickTracked)
    await store.advance(chainId, nextBlock, { blocks: blocks.map(seen), found, head })
    return 'busy'
  }

  async function fill(nextBlock: number): Promise<RoundOutcome> {
    const { walk: blocks, events, accounts } = atOnce
    const plan = await store.planFill(chainId, { first, walk: blocks, events, most: accounts })
    if (plan === null) return 'idle'
    const range = plan.isWalk ? 'walk' : 'events'
    try {
      const found = await pastViews(reader, plan)
      if (found === null) return 'idle'
      await store.fill(chainId, nextBlock, plan, found)
    } catch (error) {
      if (error instanceof NotHeld || signal?.aborted) throw error
      if (error instanceof TooBusy) await store.setBusy(chainId, nextBlock, error.accounts)
      else if (plan.to - plan.from > 1) halve(range, plan.to - plan.from)
      else if (plan.accounts.size > 1) halve('accounts', plan.accounts.size)
      else {
        await store.putLast(chainId, nextBlock, plan.accounts)
        return 'idle'
      }
      return 'busy'
    }
    widen(range)
    widen('accounts')
    return 'busy'
  }
}

/** The current batch size of each kind. */
const createStepSizes = () => {
  const atOnce = { ...maxAtOnce }
  function halve(what: keyof typeof atOnce, count: number): void {
    atOnce[what] = Math.ceil(count / 2)
  }

  function widen(what: keyof typeof atOnce): void {
    atOnce[what] = Math.min(maxAtOnce[what], atOnce[what] * 2)
  }
  return { atOnce, halve, widen }
}

/** The blocks to keep when nothing older is known, up to `head`. */
async function newest(reader: EvmReader, head: number): Promise<SeenBlock[]> {
  const headers = await reader.headers(numbersFrom(Math.max(0, head - keptBlocks + 1), head))
  return headers.map((header, index) => {
    if (header === null || (index > 0 && header.parentHash !== headers[index - 1]?.hash))
      throw new Error('the newest blocks do not follow one another')
    return seen(header)
  })
}

async function requireHeader(reader: EvmReader, number: number): Promise<EvmHeader> {
  const [header] = await reader.headers([number])
  if (header?.number !== number) throw new Error('the node does not have its own newest block')
  return header
}

/** A node that is merely behind has the same blocks up to its head. */
async function wasTakenBack(
  { chainId, reader, store }: Pick<FollowOptions, 'chainId' | 'reader' | 'store'>,
  tip: SeenBlock,
  head: number,
): Promise<boolean> {
  if (head >= tip.number) return (await requireHeader(reader, tip.number)).hash !== tip.hash
  const kept = (await store.keptBlocks(chainId)).find(({ number }) => number === head)
  // Too far behind to decide: either it catches up, or it is another chain, which shows once it has grown.
  return kept !== undefined && (await requireHeader(reader, head)).hash !== kept.hash
}

/** Returns null if the chain has changed since its blocks were read. */
async function pastViews(reader: EvmReader, { from, to, accounts, isWalk, known }: FillPlan): Promise<Found | null> {
  if (!(await stillThere(reader, known))) return null
  if (!isWalk) return reader.tokenViews(accounts, from, to - 1)
  const blocks = await reader.blocks(numbersFrom(from, to - 1))
  if (blocks.length < to - from || !agree(blocks, known)) return null
  return reader.views(blocks, async (addresses) => new Set(addresses.filter((each) => accounts.has(each))))
}

async function stillThere(reader: EvmReader, known: readonly SeenBlock[]): Promise<boolean> {
  const headers = await reader.headers(known.map(({ number }) => number))
  return known.every(({ hash }, index) => headers[index]?.hash === hash)
}

const seen = ({ number, hash }: EvmHeader): SeenBlock => ({ number, hash })

const agree = (blocks: readonly SeenBlock[], known: readonly SeenBlock[]): boolean => {
  const hashes = new Map(blocks.map(({ number, hash }) => [number, hash]))
  return known.every(({ number, hash }) => hashes.get(number) === hash)
}
