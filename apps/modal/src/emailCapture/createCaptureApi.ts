import { confirmEmailCapture, type Solution, startEmailCapture } from '@latchkey/api-client'
import { isAppError } from '@latchkey/protocol'
import { type Backend, createBackendClient } from '../createBackendClient.ts'

/** A provided address: the account (CAIP-10), and the purpose that the user read. */
export type Given = { account: string; purpose: string; email: string }
export type CaptureAttempt = { attemptId: string; resendInSeconds: number }

/** The backend's rows about email capture. All methods throw AppErrors only: those of the rows that they are named after. */
export type CaptureApi = {
  /** Mails a code; where the backend wants a challenge solved first, solves it. */
  start(given: Given): Promise<CaptureAttempt>
  confirm(attemptId: string, code: string): Promise<void>
}

export const createCaptureApi = (backend: Backend): CaptureApi => {
  const api = createBackendClient(backend, { startEmailCapture, confirmEmailCapture })
  const start = (given: Given, solution?: Solution) =>
    api.call('startEmailCapture', { ...given, ...(solution && { solution }) })
  return {
    async start(given) {
      try {
        return await start(given)
      } catch (thrown) {
        if (!isAppError(thrown, 'CHALLENGE_REQUIRED')) throw thrown
        const { challenge } = await import('@latchkey/api-client')
        const { solveChallenge } = await import('@latchkey/api-client/solveChallenge')
        return await start(given, await solveChallenge(challenge.parse(thrown.details)))
      }
    },
    async confirm(attemptId, code) {
      await api.call('confirmEmailCapture', { attemptId, code })
    },
  }
}
