import type { ChallengeSolverDeps } from './createChallengeSolver.ts'

/** Loaded only where no worker can be had. WebCrypto computes in threads of its own, so that the document stays awake. */
export const solveInDocument: ChallengeSolverDeps['solveHere'] = async (challenge) => {
  const { solveChallenge } = await import('@latchkey/api-client/solveChallenge')
  return await solveChallenge(challenge)
}
