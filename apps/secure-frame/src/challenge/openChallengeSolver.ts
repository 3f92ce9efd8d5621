import type { ChallengeSolverDeps } from './createChallengeSolver.ts'

/** Path of the worker's script; put in by the build. */
declare const challengeWorkerPath: string

/** Trusted Types, where the engine has them: the document's policy allows this one name, which makes this one URL. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(input: string): string }
}

/**
 * Returns what starts the worker. To be called before anything else in the document, so that nobody else makes the one policy. What
 * it returns throws where the browser has no workers or forbids this one.
 */
export const challengeWorkerStarter = (): (() => Worker) => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const url = trustedTypes
    ?.createPolicy('latchkey-wallet', { createScriptURL: () => challengeWorkerPath })
    .createScriptURL('')
  return () => new Worker(url ?? challengeWorkerPath, { name: 'latchkey-challenges' })
}

/** Loaded only where no worker can be had. WebCrypto computes in threads of its own, so that the document stays awake. */
export const solveInDocument: ChallengeSolverDeps['solveHere'] = async (challenge) => {
  const { solveChallenge } = await import('@latchkey/api-client/solveChallenge')
  return await solveChallenge(challenge)
}
