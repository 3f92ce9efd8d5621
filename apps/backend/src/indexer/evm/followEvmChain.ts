import { CallRefused } from '../indexNodes.ts'
import { type IndexStore, keptBlocks, type SeenBlock } from '../indexStore.ts'
import type { RoundOutcome } from '../roundOutcome.ts'
import { type EvmReader, numbersFrom } from './evmReader.ts'
import type { EvmHeader } from './evmShapes.ts'

export type FollowOptions = {
  /** CAIP-2. */
  chainId: string
  /** The oldest block that is indexed. */
  first: number
  reader: EvmReader
  store: IndexStore
  /** How many blocks before the first question about an account are read whole, for its coins. Default 5,000. */
  walk?: number
  /** The chain answers with another past than it had, further back than is kept: its index begins anew. */
  onReplaced: (chainId: string) => void
}

/** Blocks that are read in one go, and of whose events alone: halved when a node refuses so many, and back again step by step. */
const blocksAtOnce = 25
const mostEventBlocks = 2_000

/**
 * Follows one EVM chain: `round` takes the next step, which is one transaction of the database, so that it can be stopped at
 * any point and goes on where it was.
 *
 * New blocks come first, then the past of accounts, towards older blocks. Of the newest `walk` blocks before an account was
 * first asked for, each is read whole; of older ones, events of tokens alone, since no node finds an account's plain
 * transactions by its address: its coins that moved before that are not in its history.
 */
export function followEvmChain({ chainId, first, reader, store, walk = 5_000, onReplaced }: FollowOptions) {
  let eventBlocks = mostEventBlocks
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
      await store.restart(chainId, nextBlock, await newest(head))
      return 'busy'
    }
    if (state.hasNewcomers) {
      await store.adopt(chainId, nextBlock, { first, walk })
      return 'busy'
    }
    if (await wasTakenBack(tip, head)) {
      await goBack(nextBlock, head)
      return 'busy'
    }
    if (head >= nextBlock) return advance(nextBlock, tip, head)
    return fill(nextBlock)
  }

  /** The blocks that are kept when nothing older is known, up to `head`. */
  async function newest(head: number): Promise<SeenBlock[]> {
    const headers = await reader.headers(numbersFrom(Math.max(0, head - keptBlocks + 1), head))
    return headers.map((header, index) => {
      if (header === null || (index > 0 && header.parentHash !== headers[index - 1]?.hash))
        throw new Error('the newest blocks do not follow one another')
      return seen(header)
    })
  }

  async function requireHeader(number: number): Promise<EvmHeader> {
    const [header] = await reader.headers([number])
    if (header?.number !== number) throw new Error('the node does not have its own newest block')
    return header
  }

  /** A node that is merely behind the one before has the same blocks up to where it is. */
  async function wasTakenBack(tip: SeenBlock, head: number): Promise<boolean> {
    if (head >= tip.number) return (await requireHeader(tip.number)).hash !== tip.hash
    const kept = (await store.keptBlocks(chainId)).find(({ number }) => number === head)
    // So far behind that it says nothing: either it catches up, or the chain is another one, which shows once it has grown.
    return kept !== undefined && (await requireHeader(head)).hash !== kept.hash
  }

  /** Back to the newest block that is still there. */
  async function goBack(nextBlock: number, head: number): Promise<void> {
    const kept = await store.keptBlocks(chainId)
    const headers = await reader.headers(kept.map(({ number }) => number))
    const ancestor = kept.find(({ number, hash }, index) => number <= head && headers[index]?.hash === hash)
    if (ancestor !== undefined) return store.goBack(chainId, nextBlock, ancestor.number)
    onReplaced(chainId)
    await store.restart(chainId, nextBlock, await newest(head))
  }

  async function advance(nextBlock: number, tip: SeenBlock, head: number): Promise<RoundOutcome> {
    const blocks = await reader.blocks(numbersFrom(nextBlock, Math.min(head, nextBlock + blocksAtOnce - 1)))
    // A reorganisation in between: a later round finds it.
    if (blocks[0] === undefined || blocks[0].parentHash !== tip.hash) return 'idle'
    const views = await reader.views(blocks, pickTracked)
    await store.advance(chainId, nextBlock, { blocks: blocks.map(seen), views, head })
    return 'busy'
  }

  async function fill(nextBlock: number): Promise<RoundOutcome> {
    const plan = await store.planFill(chainId, { first, walk: blocksAtOnce, events: eventBlocks })
    if (plan === null) return 'idle'
    const { from, to, accounts, isWalk } = plan
    try {
      if (!(await stillThere(plan.known))) return 'idle'
      const blocks = isWalk ? await reader.blocks(numbersFrom(from, to - 1)) : []
      if (isWalk && (blocks.length < to - from || !agree(blocks, plan.known))) return 'idle'
      const views = isWalk
        ? await reader.views(blocks, async (addresses) => new Set(addresses.filter((each) => accounts.has(each))))
        : await reader.tokenViews(accounts, from, to - 1)
      await store.fill(chainId, nextBlock, plan, views)
      if (!isWalk) eventBlocks = Math.min(mostEventBlocks, eventBlocks * 2)
    } catch (error) {
      if (isWalk || eventBlocks === 1 || !(error instanceof CallRefused)) throw error
      eventBlocks = Math.ceil(eventBlocks / 2)
    }
    return 'busy'
  }

  async function stillThere(known: readonly SeenBlock[]): Promise<boolean> {
    const headers = await reader.headers(known.map(({ number }) => number))
    return known.every(({ hash }, index) => headers[index]?.hash === hash)
  }
}

const seen = ({ number, hash }: EvmHeader): SeenBlock => ({ number, hash })

const agree = (blocks: readonly SeenBlock[], known: readonly SeenBlock[]): boolean => {
  const hashes = new Map(blocks.map(({ number, hash }) => [number, hash]))
  return known.every(({ number, hash }) => hashes.get(number) === hash)
}
