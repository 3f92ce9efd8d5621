import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import { forCaller } from '@latchkey/service-kit/http/callerSignal'
import * as z from 'zod/mini'
import type { Budgets } from './bodyBudget.ts'
import { longBytes } from './byteBudget.ts'
import { type ChainAnswers, secondMs } from './chainAnswers.ts'
import type { RpcRequest } from './jsonRpcMessage.ts'
import type { BlockTag } from './logFilter.ts'
import type { ProxiedChain } from './proxiedChain.ts'
import { ownRequester } from './sharer.ts'

type Heads = Map<BlockTag, { number: Promise<number>; until: number }>

/** How long a tag's block number is cached, used only for log searches. */
const headMs = 5_000
const hexNumber = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,13}$/))

type BlockHeadsOptions = {
  open: Budgets['open']
  fromChain: ChainAnswers['fromChain']
  now: () => number
}

/** Returns a function that finds a block tag's number, possibly from the cache. It throws CHAIN_UNREACHABLE. */
export function createBlockHeads({ open, fromChain, now }: BlockHeadsOptions) {
  const headsByChain = new WeakMap<ProxiedChain, Heads>()
  const headsOf = (chain: ProxiedChain): Heads => {
    const heads: Heads = headsByChain.get(chain) ?? new Map()
    headsByChain.set(chain, heads)
    return heads
  }

  function headOf(chain: ProxiedChain, tag: BlockTag): Promise<number> {
    const heads = headsOf(chain)
    const known = heads.get(tag)
    if (known !== undefined && known.until > now()) return known.number
    // Many callers share this read: it must not end when one leaves, or by one caller's deadline.
    const number = forCaller(new AbortController().signal, () => readHead(chain, tag))
    heads.set(tag, { number, until: now() + headMs })
    number.catch(() => {
      if (heads.get(tag)?.number === number) heads.delete(tag)
    })
    return number
  }

  async function readHead(chain: ProxiedChain, tag: BlockTag): Promise<number> {
    const budget = open(ownRequester(null), { timeoutMs: secondMs, maxBytes: longBytes, results: 'parsed' })
    const request: RpcRequest =
      tag === 'latest'
        ? { id: 1, method: 'eth_blockNumber', params: [] }
        : { id: 1, method: 'eth_getBlockByNumber', params: [tag, false] }
    const answered = await fromChain(chain, request, budget).finally(budget.room.release)
    const result = 'result' in answered ? answered.result : undefined
    const parsed = tryParse(z.union([hexNumber, z.object({ number: hexNumber })]), result)
    if (!parsed.success) throw new AppError('CHAIN_UNREACHABLE')
    return Number(typeof parsed.data === 'string' ? parsed.data : parsed.data.number)
  }

  return headOf
}
