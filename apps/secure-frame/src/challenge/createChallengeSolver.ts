import type { Challenge, Solution } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { ChallengeAnswer } from './worker.ts'

export type ChallengeSolver = {
  /** Solves a challenge; each once, however often it is asked. Fails with LIMIT_EXCEEDED for one that takes more than a client gives. */
  solve(challenge: Challenge): Promise<Solution>
  /** Whether one is being solved. */
  isWorking(): boolean
  subscribe(onChange: () => void): () => void
}

export type ChallengeSolverDeps = {
  /** Throws where there are no workers. */
  startWorker: () => Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>
  /** Solves one in this document, where no worker does. */
  solveHere: (challenge: Challenge) => Promise<Solution>
}

/** Solves challenges in a worker that is started for each; in the document where no worker can be had, which is slower and no less sure. */
export const createChallengeSolver = ({ startWorker, solveHere }: ChallengeSolverDeps): ChallengeSolver => {
  const solving = new Map<string, Promise<Solution>>()
  const subscribers = new Set<() => void>()
  const notify = (): void => {
    for (const each of subscribers) each()
  }

  /** Null when there is no worker, or it did not run. */
  const solveInWorker = (challenge: Challenge): Promise<ChallengeAnswer | null> =>
    new Promise((resolve) => {
      try {
        const worker = startWorker()
        const end = (answer: ChallengeAnswer | null): void => {
          worker.terminate()
          resolve(answer)
        }
        worker.addEventListener('message', ({ data }: MessageEvent<ChallengeAnswer>) => end(data))
        worker.addEventListener('error', () => end(null))
        worker.postMessage(challenge)
      } catch {
        resolve(null)
      }
    })

  const solveAnywhere = async (challenge: Challenge): Promise<Solution> => {
    const answer = await solveInWorker(challenge)
    if (answer === null) return await solveHere(challenge)
    if (answer.solution === null) throw new AppError('LIMIT_EXCEEDED')
    return answer.solution
  }

  return {
    solve(challenge) {
      const known = solving.get(challenge.signature)
      if (known !== undefined) return known
      const solution = solveAnywhere(challenge).finally(() => {
        solving.delete(challenge.signature)
        notify()
      })
      solving.set(challenge.signature, solution)
      notify()
      return solution
    },
    isWorking: () => solving.size > 0,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
  }
}
