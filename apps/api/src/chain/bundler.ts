import { AppError } from '@latchkey/protocol/errors'
import { type AskOptions, askNode, NoRoom, UnusableAnswer } from './askNode.ts'
import type { BundlerIdentities } from './bundlerIdentities.ts'
import { type BundlerMethod, bundlerRow } from './bundlerMethods.ts'
import type { Room } from './byteBudget.ts'
import { createBreaker } from './createBreaker.ts'
import { createSlotPools } from './createSlots.ts'
import type { RpcFailure } from './jsonRpcMessage.ts'
import { inRoom } from './nodeCalls.ts'
import type { Requester } from './sharer.ts'

export type BundlerOptions = {
  chainId: string
  url: string
  fetch: typeof globalThis.fetch
  identities: BundlerIdentities
  now: () => number
}

type BundlerOutcome = { result: unknown } | { error: RpcFailure }

/** The bundler of one chain (ERC-4337). */
export type Bundler = {
  /**
   * Returns the bundler's answer, errors included. Throws BUNDLER_UNREACHABLE when it is unreachable, too slow, busy, of another chain or
   * EntryPoint, or returns an invalid response; INVALID_PARAMS and ADDRESS_INVALID for parameters that don't fit the method; and
   * LIMIT_EXCEEDED when the caller runs too many simulations at a time, or answers use up `room`, which holds this one too.
   *
   * An operation may have arrived although BUNDLER_UNREACHABLE was thrown: only the same one may be sent again.
   */
  ask(method: BundlerMethod, params: readonly unknown[], requester: Requester, room: Room): Promise<BundlerOutcome>
}

/** A caller waits 10 s: it must have an answer by then. */
const timeoutMs = 9_000
/** A receipt holds the events of a possibly long batch. */
const maxBytes = 2 * 1024 * 1024
const longestMessage = 1_000
const longestData = 16_384

/** Concurrent simulations, few per caller, so that no caller blocks the others. */
const triedSlots = { most: 24, maxOfOne: 4, maxWaiting: 48, maxWaitingOfOne: 8, timeoutMs: 3_000 }
const readSlots = { most: 64, maxOfOne: 16, maxWaiting: 512, maxWaitingOfOne: 128, timeoutMs: 5_000 }

export function createBundler({ chainId, url, fetch, identities, now }: BundlerOptions): Bundler {
  const breaker = createBreaker(now)
  const slots = { tried: createSlotPools(triedSlots), read: createSlotPools(readSlots) }
  const unreachable = (cause: unknown) => new AppError('BUNDLER_UNREACHABLE', { cause })

  async function requireRight(): Promise<void> {
    let isRight: boolean
    try {
      isRight = await identities(chainId, url)
    } catch (error) {
      breaker.failed()
      throw unreachable(error)
    }
    if (isRight) return
    breaker.worked()
    throw unreachable(new Error('the bundler is of another chain or EntryPoint'))
  }

  async function send(method: BundlerMethod, params: readonly unknown[], isTried: boolean, room: Room) {
    await requireRight()
    const options: AskOptions = { url, fetch, timeoutMs, maxBytes }
    let isAsked = false
    try {
      const { answer } = await inRoom(room, async (hold) => {
        isAsked = true
        const answered = await askNode({ id: 1, method, params }, { ...options, hold })
        return { answered, bytes: answered.bytes }
      })
      breaker.worked()
      return answer
    } catch (error) {
      if (error instanceof NoRoom && !(isTried && isAsked)) {
        breaker.undecided()
        throw new AppError('LIMIT_EXCEEDED')
      }
      // An operation's failure doesn't count against the bundler; being unreachable does.
      if (error instanceof UnusableAnswer) breaker.worked()
      else if (isTried && !(error instanceof TypeError)) breaker.undecided()
      else breaker.failed()
      throw unreachable(error)
    }
  }

  return {
    async ask(method, given, requester, room) {
      const row = bundlerRow(method)
      const params = row.params(given)
      if (!breaker.lets()) throw unreachable(new Error('the bundler has failed lately'))
      const giveBack = await slots[row.isTried ? 'tried' : 'read'].take(requester)
      if (giveBack === null) throw new AppError('LIMIT_EXCEEDED')
      try {
        const answer = await send(method, params, row.isTried, room)
        if ('error' in answer) return { error: bounded(answer.error) }
        const result = row.result(answer.result, params)
        if (result === undefined) throw unreachable(new Error('the bundler answers something else'))
        return { result }
      } finally {
        giveBack()
      }
    },
  }
}

/** Verbatim: a wallet turns the bundler's codes and messages (AA21 …) into sentences. */
const bounded = ({ code, message, data }: RpcFailure): RpcFailure => ({
  code,
  message: message.slice(0, longestMessage),
  ...(data !== undefined && (JSON.stringify(data)?.length ?? 0) <= longestData ? { data } : {}),
})
