/**
 * The wallets of `@latchkey/testing` for the contract: in the page as an extension would be, with answers that can be delayed or changed on
 * their way.
 */
import type { PageWallet, Reply, TestWallet } from '@latchkey/testing'
import { showWallet } from '@latchkey/testing'
import type { Answer, ContractWallet } from './connectorContract.fixture.ts'

type Page = Parameters<typeof showWallet>[0]

/** A lie in the format of a type of wallet: the request when it connects, and the false answer. */
export type Lies = {
  readonly connects: readonly string[]
  readonly asks: readonly string[]
  tell(lie: Answer, honest: unknown): unknown
}

export const thrown: Partial<Record<Answer, () => unknown>> = {
  throwText: () => 'no',
  throwNull: () => null,
  throwHostile: () =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('hostile')
        },
      },
    ),
}

export function showPageWallet(wallet: PageWallet & TestWallet, { connects, asks, tell }: Lies) {
  let answer: Answer = 'approve'
  let gate: PromiseWithResolvers<void> | null = null
  let asked = 0
  const call = async (origin: string, method: string, params: unknown): Promise<Reply> => {
    if (asks.includes(method)) asked += 1
    if (gate !== null && answer === 'silence') await gate.promise
    const throws = thrown[answer]
    if (throws !== undefined) return { thrown: throws() }
    const reply = await wallet.call(origin, method, params)
    return 'value' in reply && connects.includes(method) ? { value: tell(answer, reply.value) } : reply
  }
  const remove = showWallet({ ...wallet, call } as Page)

  return {
    asked: () => asked,
    answer(next: Answer): void {
      answer = next
      if (next === 'silence') gate = Promise.withResolvers()
      wallet.script(next === 'reject' ? 'reject' : next === 'locked' ? 'locked' : 'approve')
    },
    answerLate: (): void => gate?.resolve(),
    settled: (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20)),
    async [Symbol.asyncDispose]() {
      gate?.resolve()
      remove()
    },
  } satisfies Partial<ContractWallet>
}
