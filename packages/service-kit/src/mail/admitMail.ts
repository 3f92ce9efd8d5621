import type { Challenge, Solution } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { ChallengeBinding, Challenges, SolvedChallenge } from '../challenges/createChallenges.ts'
import type { Clock } from '../clock.ts'
import type { LimitedCaller, Limits } from '../limits/limits.ts'
import type { LimitName } from '../limits/limitTable.ts'
import { type EarlierMails, type EmailLimits, isNearLimit, requireMailAllowance } from '../limits/mailLimits.ts'
import type { RatedCaller, RateLimiter } from '../rateLimits/createRateLimiter.ts'

/** What decides whether a mail is sent. */
export type MailGate = {
  limits: Limits
  limiter: RateLimiter
  challenges: Challenges
  clock: Clock
  /** Whether many wrong codes are entered. */
  isBraking: () => Promise<boolean>
}

/** A request for a mail, before limits and challenges are checked. */
export type AskedMail = {
  caller: LimitedCaller
  binding: ChallengeBinding
  solution: Solution | undefined
  earlier: EarlierMails
  mailLimits: EmailLimits
  /** It takes no challenge, and waits while mails are scarce. */
  isFree?: boolean
  /** Uses up a challenge, in the transaction in which the mail is noted. False when it was used before. */
  spend: (solved: SolvedChallenge) => Promise<boolean>
}

const ratedCaller = ({ caller, binding: { email } }: AskedMail): RatedCaller => ({ ...caller, email })

/** How much longer a challenge takes while many wrong codes are entered. */
const brakingFactor = 4
/** Limits of all strangers together. */
const ofAll = ['mailsPerProjectDay', 'mailsPerHour'] as const
/** Of those in one network, whether their mails serve or not: whoever has a domain gets mails to any of its addresses, and can use all of them. */
const ofNetworks = [
  'allMailsPerNetworkHour',
  'allMailsPerWideNetworkHour',
  'allMailsPerWidestNetworkHour',
  'allMailsPerProviderHour',
] as const
/** What each mail counts for that nobody asked for in a network of their own. */
export const sharedMailLimits = ['mailsPerMailboxHour', ...ofNetworks, ...ofAll] as const
/** Those of known devices and networks: with a domain of one's own they can be made without end. */
const ofKnown = ['knownMailsPerNetworkHour', 'knownMailsPerWideNetworkHour', 'knownMailsPerWidestNetworkHour'] as const
/** What is left of the limits of all, in percent, when mails become scarce, and how much longer a challenge takes then. */
const [scarcePercent, scarceFactor] = [25, 8]

/**
 * Decides whether a mail is sent, by what was mailed before; to be called last before it is noted. Returns the challenge of the next
 * mail, to be solved while the user waits for this one; null when none is to be expected.
 *
 * Throws RATE_LIMITED `{ seconds }`; CHALLENGE_REQUIRED with the challenge in its details, also for a solution of one that took less work than
 * is due now.
 */
export async function admitMail(gate: MailGate, asked: AskedMail): Promise<Challenge | null> {
  const { limiter, clock } = gate
  const { earlier, mailLimits } = asked
  const caller = ratedCaller(asked)
  requireMailAllowance(earlier, mailLimits, clock.now())
  if (asked.isFree === true && earlier.requester === 'stranger') await requirePlenty(limiter, caller, mailLimits)
  const counted = earlier.requester === 'stranger' ? sharedMailLimits : ofKnown
  // Where nothing is left, nobody works for nothing.
  for (const name of counted) await limiter.requireLeft(name, caller)
  const work = await workFor(gate, asked)
  if (work !== null) await requireSolution(gate, asked, work)
  for (const name of counted) await limiter.take(name, caller)
  return work === null ? null : makeChallenge(gate, asked, work)
}

/** What takes no challenge leaves the last mails of all to those who solve one. Throws RATE_LIMITED `{ seconds }`. */
export async function requirePlenty(
  limiter: RateLimiter,
  caller: LimitedCaller,
  { challengePercent }: EmailLimits,
): Promise<void> {
  if (challengePercent === null || challengePercent === 100) return
  for (const name of ofAll) await limiter.requireLeft(name, caller, scarcePercent)
}

/** How much work a challenge is to take; null when none is due. */
async function workFor({ limits, limiter, clock, isBraking }: MailGate, asked: AskedMail): Promise<number | null> {
  const { earlier, mailLimits } = asked
  const caller = ratedCaller(asked)
  const { challengePercent } = mailLimits
  const work = limits.find('challengeWork', caller)?.max
  if (asked.isFree === true || earlier.requester === 'knownDevice' || challengePercent === null || work === undefined)
    return null
  const isShort = async (names: readonly LimitName[], percent: number): Promise<boolean> => {
    if (earlier.requester !== 'stranger') return false
    for (const name of names) if (await limiter.isShort(name, caller, percent)) return true
    return false
  }
  if (challengePercent < 100 && (await isShort(ofAll, scarcePercent))) return work * scarceFactor
  if (await isBraking()) return work * brakingFactor
  const isNear =
    isNearLimit(earlier, mailLimits, clock.now()) || (await isShort(sharedMailLimits, 100 - challengePercent))
  return isNear ? work : null
}

async function requireSolution(gate: MailGate, asked: AskedMail, work: number): Promise<void> {
  const { solution, binding, spend } = asked
  const solved = solution === undefined ? null : await gate.challenges.judge(binding, solution)
  // One that was made when less was due doesn't count now, and stays unspent.
  if (solved !== null && solved.work >= work && (await spend(solved))) return
  throw new AppError('CHALLENGE_REQUIRED', { details: { ...(await makeChallenge(gate, asked, work)) } })
}

const makeChallenge = ({ limits, challenges }: MailGate, { binding, caller }: AskedMail, work: number) =>
  challenges.make(binding, { work, lifeSeconds: limits.find('challengeSeconds', caller)?.max ?? 600 })
