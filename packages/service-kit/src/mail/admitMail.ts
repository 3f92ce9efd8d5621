import type { Challenge, Solution } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { ChallengeBinding, Challenges, SolvedChallenge } from '../challenges/createChallenges.ts'
import type { Clock } from '../clock.ts'
import type { LimitedCaller, Limits } from '../limits/limits.ts'
import type { LimitName } from '../limits/limitTable.ts'
import { type EarlierMails, type EmailLimits, isNearLimit, requireMailAllowance } from '../limits/mailLimits.ts'
import type { RatedCaller, RateLimiter } from '../rateLimits/createRateLimiter.ts'

/** The dependencies that decide whether a mail is sent. */
export type MailGate = {
  limits: Limits
  limiter: RateLimiter
  challenges: Challenges
  clock: Clock
  /** Returns whether many wrong codes are being entered. */
  isBraking: () => Promise<boolean>
}

/** A request for a mail, before limits and challenges are checked. */
export type AskedMail = {
  caller: LimitedCaller
  binding: ChallengeBinding
  solution: Solution | undefined
  earlier: EarlierMails
  mailLimits: EmailLimits
  /** Needs no challenge, but is refused while mails are scarce. */
  isFree?: boolean
  /** Uses up a challenge, in the transaction that records the mail. Returns false when it was used before. */
  spend: (solved: SolvedChallenge) => Promise<boolean>
}

const ratedCaller = ({ caller, binding: { email } }: AskedMail): RatedCaller => ({ ...caller, email })

/** How many times more work a challenge takes while many wrong codes are being entered. */
const brakingFactor = 4
/** The shared limits of all unknown requesters. */
const ofAll = ['mailsPerProjectDay', 'mailsPerHour'] as const
/**
 * Limits of a network on unknown requesters, whether their mails are used or not: the owner of a domain gets mails to any of its addresses,
 * and can use all of them.
 */
const ofNetworks = [
  'allMailsPerNetworkHour',
  'allMailsPerWideNetworkHour',
  'allMailsPerWidestNetworkHour',
  'allMailsPerProviderHour',
] as const
/** The limits that count each mail requested from an unknown network. */
export const sharedMailLimits = ['mailsPerMailboxHour', ...ofNetworks, ...ofAll] as const
/** Limits of known devices and networks: the owner of a domain can create any number of them. */
const ofKnown = ['knownMailsPerNetworkHour', 'knownMailsPerWideNetworkHour', 'knownMailsPerWidestNetworkHour'] as const
/** The remaining percentage of the shared limits at which mails become scarce, and how many times more work a challenge takes then. */
const [scarcePercent, scarceFactor] = [25, 8]

/**
 * Decides whether a mail is sent, by the earlier mails; call it last before the mail is recorded. Returns the challenge of the next mail,
 * to be solved while the user waits for this one; null when none is expected.
 *
 * Throws RATE_LIMITED `{ seconds }`; CHALLENGE_REQUIRED with the challenge in its details, also for a solution of one that took less work
 * than is required now.
 */
export async function admitMail(gate: MailGate, asked: AskedMail): Promise<Challenge | null> {
  const { limiter, clock } = gate
  const { earlier, mailLimits } = asked
  const caller = ratedCaller(asked)
  requireMailAllowance(earlier, mailLimits, clock.now())
  if (asked.isFree === true && earlier.requester === 'stranger') await requirePlenty(limiter, caller, mailLimits)
  const counted = earlier.requester === 'stranger' ? sharedMailLimits : ofKnown
  // When a limit is used up, no client should solve a challenge for nothing.
  for (const name of counted) await limiter.requireLeft(name, caller)
  const work = await workFor(gate, asked)
  if (work !== null) await requireSolution(gate, asked, work)
  for (const name of counted) await limiter.take(name, caller)
  return work === null ? null : makeChallenge(gate, asked, work)
}

/** Reserves the last mails of the shared limits for requesters who solve a challenge. Throws RATE_LIMITED `{ seconds }`. */
export async function requirePlenty(
  limiter: RateLimiter,
  caller: LimitedCaller,
  { challengePercent }: EmailLimits,
): Promise<void> {
  if (challengePercent === null || challengePercent === 100) return
  for (const name of ofAll) await limiter.requireLeft(name, caller, scarcePercent)
}

/** Returns how much work a challenge must take; null when none is required. */
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
  // A challenge that was made when less work was required doesn't count now, and stays unspent.
  if (solved !== null && solved.work >= work && (await spend(solved))) return
  throw new AppError('CHALLENGE_REQUIRED', { details: { ...(await makeChallenge(gate, asked, work)) } })
}

const makeChallenge = ({ limits, challenges }: MailGate, { binding, caller }: AskedMail, work: number) =>
  challenges.make(binding, { work, lifeSeconds: limits.find('challengeSeconds', caller)?.max ?? 600 })
