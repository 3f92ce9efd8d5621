import { challenge as challengeShape, type Solution, type WalletEndpointName } from '@latchkey/api-client'
import { AppError, isAppError } from '@latchkey/protocol'
import * as z from 'zod/mini'
import type { CallApi } from '../session/callApi.ts'
import type { ChallengeSolver } from './createChallengeSolver.ts'

/** Calls that send mail, which need a challenge where limits are nearly used up. */
const mailing: readonly WalletEndpointName[] = ['emailStart', 'startDeviceLink', 'startEmailChange']
/** The maximum number of replacements for a challenge that expired meanwhile. */
const maxChallenges = 3
/** Errors that used up no solution. */
const usesNone = ['RATE_LIMITED', 'MAIL_FAILED', 'SERVICE_UNREACHABLE'] as const

/**
 * Wraps the API so that its challenges are solved: a call that needs one is repeated with the solution, and the challenge of the next call
 * is solved while the user waits for the mail of this one. Fails as the API does; CHALLENGE_REQUIRED only when solutions are rejected
 * repeatedly.
 */
export const withChallenges = (api: CallApi, solver: Pick<ChallengeSolver, 'solve'>): CallApi => {
  /** Solutions for the next mail, by call and recipient. */
  const prepared = new Map<string, Promise<Solution | null>>()

  const askForMail = async (name: WalletEndpointName, request: object, options?: { accessToken?: string }) => {
    const ask = api as (name: string, request: object, options?: object) => Promise<unknown>
    const key = `${name} ${'email' in request ? request.email : ''}`
    let solution = (await prepared.get(key)) ?? null
    prepared.delete(key)
    for (let challenges = 0; ; challenges++) {
      try {
        const answer = await ask(name, solution === null ? request : { ...request, solution }, options)
        const next = z.safeParse(z.object({ challenge: challengeShape }), answer)
        if (next.success)
          prepared.set(
            key,
            solver.solve(next.data.challenge).catch(() => null),
          )
        return answer
      } catch (error) {
        if (usesNone.some((each) => isAppError(error, each))) prepared.set(key, Promise.resolve(solution))
        if (!isAppError(error, 'CHALLENGE_REQUIRED') || challenges === maxChallenges) throw error
        const challenge = z.safeParse(challengeShape, error.details)
        if (!challenge.success) throw new AppError('INTERNAL', { cause: challenge.error })
        solution = await solver.solve(challenge.data)
      }
    }
  }
  return ((name, request, options) =>
    mailing.includes(name) ? askForMail(name, request as object, options) : api(name, request, options)) as CallApi
}
