import type { Challenge, Solution } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { ChallengeAnswer } from './worker.ts'

export type ChallengeSolver = {
  /** Solves a challenge, once even if requested repeatedly. Fails with LIMIT_EXCEEDED for one above the client's maximum difficulty. */
  solve(challenge: Challenge): Promise<Solution>
  /** Returns whether one is being solved. */
  isWorking(): boolean
  subscribe(onChange: () => void): () => void
}

export type ChallengeSolverDeps = {
  /** Throws where there are no workers. */
  startWorker: () => Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>
  /** Solves one in this document, where there is no worker. */
  solveHere: (challenge: Challenge) => Promise<Solution>
}

/** Solves challenges in a worker that is started for each; without workers in the document, which is slower and just as secure. */
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
