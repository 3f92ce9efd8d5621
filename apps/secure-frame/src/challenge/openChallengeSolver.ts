import type { ChallengeSolverDeps } from './createChallengeSolver.ts'

/** Path of the worker's script; inserted by the build. */
declare const challengeWorkerPath: string

/** Trusted Types, where the engine has them: the document's CSP allows this one policy name, which creates this one URL. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(input: string): string }
}

/**
 * Returns a function that starts the worker. Call it before anything else in the document, so that no other code creates the
 * one policy. The returned function throws where the browser has no workers or forbids this one.
 */
export const challengeWorkerStarter = (): (() => Worker) => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const url = trustedTypes
    ?.createPolicy('latchkey-wallet', { createScriptURL: () => challengeWorkerPath })
    .createScriptURL('')
  return () => new Worker(url ?? challengeWorkerPath, { name: 'latchkey-challenges' })
}

/** Loaded only without workers. WebCrypto computes in separate threads, so that the document stays responsive. */
export const solveInDocument: ChallengeSolverDeps['solveHere'] = async (challenge) => {
  const { solveChallenge } = await import('@latchkey/api-client/solveChallenge')
  return await solveChallenge(challenge)
}
