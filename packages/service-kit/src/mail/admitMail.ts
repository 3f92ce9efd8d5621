import type { Challenge, Solution } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { ChallengeBinding, Challenges, SolvedChallenge } from '../challenges/createChallenges.ts'
import type { Clock } from '../clock.ts'
import type { LimitedCaller, Limits } from '../limits/limits.ts'
import type { RateLimiter } from '../rateLimits/createRateLimiter.ts'
import { type EarlierMails, type EmailLimits, isNearLimit, requireMailAllowance } from './mailAllowance.ts'

export type MailGate = {
  limits: Limits
  limiter: RateLimiter
  challenges: Challenges
  clock: Clock
  /** Whether many wrong codes are entered. */
  isBraking: () => Promise<boolean>
}

export type AskedMail = {
  caller: LimitedCaller
  binding: ChallengeBinding
  solution: Solution | undefined
  earlier: EarlierMails
  mailLimits: EmailLimits
  /** Uses up a challenge, in the transaction in which the mail is noted. False when it was used before. */
  spend: (solved: SolvedChallenge) => Promise<boolean>
}

/** How much longer a challenge takes while many wrong codes are entered. */
const brakingFactor = 4
/** Limits of all strangers together. */
const shared = ['mailsPerProjectDay', 'mailsPerHour'] as const

/**
 * Decides whether a mail is sent, by what was mailed before; to be called last before it is noted. Returns the challenge of the next
 * mail, to be solved while the user waits for this one; null when none is to be expected.
 *
 * Throws RATE_LIMITED `{ seconds }`, CHALLENGE_REQUIRED with the challenge in its details.
 */
export async function admitMail(gate: MailGate, asked: AskedMail): Promise<Challenge | null> {
  const { limiter, clock } = gate
  const { caller, earlier, mailLimits } = asked
  requireMailAllowance(earlier, mailLimits, clock.now())
  const isStranger = earlier.asker === 'stranger'
  // Where nothing is left, nobody works for nothing.
  if (isStranger) for (const name of shared) await limiter.requireLeft(name, caller)
  const work = await workFor(gate, asked)
  if (work !== null) await requireSolution(gate, asked, work)
  if (isStranger) for (const name of shared) await limiter.take(name, caller)
  return work === null ? null : makeChallenge(gate, asked, work)
}

/** How much work a challenge is to take; null when none is due. */
async function workFor({ limits, limiter, clock, isBraking }: MailGate, asked: AskedMail): Promise<number | null> {
  const { caller, earlier, mailLimits } = asked
  const { challengePercent } = mailLimits
  const work = limits.find('challengeWork', caller)?.max
  if (earlier.asker === 'knownDevice' || challengePercent === null || work === undefined) return null
  if (await isBraking()) return work * brakingFactor
  if (isNearLimit(earlier, mailLimits, clock.now())) return work
  if (earlier.asker !== 'stranger') return null
  for (const name of shared) if (await limiter.isShort(name, caller, 100 - challengePercent)) return work
  return null
}

async function requireSolution(gate: MailGate, asked: AskedMail, work: number): Promise<void> {
  const { solution, binding, spend } = asked
  const solved = solution === undefined ? null : await gate.challenges.judge(binding, solution)
  if (solved !== null && (await spend(solved))) return
  throw new AppError('CHALLENGE_REQUIRED', { details: { ...(await makeChallenge(gate, asked, work)) } })
}

const makeChallenge = ({ limits, challenges }: MailGate, { binding, caller }: AskedMail, work: number) =>
  challenges.make(binding, { work, lifeSeconds: limits.find('challengeSeconds', caller)?.max ?? 600 })
