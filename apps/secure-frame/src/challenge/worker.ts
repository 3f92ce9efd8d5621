import type { Challenge, Solution } from '@latchkey/api-client'
import { solveChallenge } from '@latchkey/api-client/solveChallenge'

/**
 * The worker that solves challenges, so that typing stays smooth. Its policy allows no network and no other script. It answers
 * each challenge with its solution, or null for one that it does not solve, and ends with the document.
 */
export type ChallengeAnswer = { signature: string; solution: Solution | null }

addEventListener('message', async ({ data: challenge }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge(challenge).catch(() => null)
  postMessage({ signature: challenge.signature, solution } satisfies ChallengeAnswer)
})
