/** The scripted answers of a test's wallet, as the contract requires them. */
import type { Answer } from './contract/ContractWallet.fixture.ts'
import { thrown } from './pageWallet.fixture.ts'

export function createAnswers(errors: { rejected: () => unknown; locked: () => unknown }) {
  let answer: Answer = 'approve'
  let gate = Promise.withResolvers<void>()
  let asked = 0
  return {
    /** Whether it lies this way. */
    lies: (lie: Answer): boolean => answer === lie,
    /** One request to the wallet. `isSilent`: without the user. */
    async act<result>(work: () => result | Promise<result>, isSilent = false): Promise<result> {
      if (!isSilent) asked += 1
      if (answer === 'silence') await gate.promise
      const throws = thrown[answer]
      if (throws !== undefined) throw throws()
      if (answer === 'locked') throw errors.locked()
      if (answer === 'reject' && !isSilent) throw errors.rejected()
      return work()
    },
    part: {
      asked: () => asked,
      answer(next: Answer): void {
        answer = next
        if (next === 'silence') gate = Promise.withResolvers()
      },
      answerLate: () => gate.resolve(),
      settled: (): Promise<void> => new Promise((resolve) => setTimeout(resolve)),
      pretendToMove: () => undefined,
      async [Symbol.asyncDispose]() {
        gate.resolve()
      },
    },
  }
}
