import { AppError } from '@latchkey/protocol/errors'
import { secondsLater } from '../clock.ts'
import { type LimitName, limitTable } from '../limits/limitTable.ts'

/**
 * How many codes are mailed. A device that has verified the email before has the allowance of the email for itself, so
 * that strangers can neither use it up nor lock that device out.
 */
export type EmailLimits = {
  /** Until the same device may ask for another mail to the email. */
  pauseSeconds: number
  /** To one email, asked for by devices that are not known to it. Here and below null is no limit. */
  perEmailHour: number | null
  perEmailDay: number | null
  /** Asked for from one network address by devices that are not known to the email, and not used. */
  perNetworkHour: number | null
}

/** What was mailed before. */
export type EarlierMails = {
  /** When the newest mail of this device for this email was asked for; null when there is none, or it has served. */
  lastUnusedAt: Date | null
  /**
   * When the mail that filled each limit was asked for; null where there were fewer. Mails to devices known to the email count
   * for these alone, and mails that were used count for no network: people of one office who sign in are no flood.
   */
  filledAt: Readonly<Record<CapName, Date | null>>
}

type CapName = keyof typeof mailCaps
/** The limits that count earlier mails. */
export const mailCaps = {
  perEmailHour: 'mailsPerEmailHour',
  perEmailDay: 'mailsPerEmailDay',
  perNetworkHour: 'mailsPerNetworkHour',
} as const satisfies Record<string, LimitName>

/** Which of the newest mails fills a limit, counted from 0. Where there is no limit, any. */
export const placeOf = (limit: number | null): number => (limit ?? 1) - 1

/** Throws RATE_LIMITED with the seconds after which every limit lets this device ask again. */
export function requireMailAllowance({ lastUnusedAt, filledAt }: EarlierMails, limits: EmailLimits, now: Date): void {
  const names = (Object.keys(mailCaps) as CapName[]).filter((name) => limits[name] !== null)
  const openings = [
    { at: lastUnusedAt, seconds: limits.pauseSeconds },
    ...names.map((name) => ({ at: filledAt[name], seconds: limitTable[mailCaps[name]].withinSeconds ?? 0 })),
  ].map(({ at, seconds }) => (at === null ? 0 : secondsLater(at, seconds).getTime()))
  const waitMs = Math.max(...openings) - now.getTime()
  if (waitMs > 0) throw new AppError('RATE_LIMITED', { details: { seconds: Math.ceil(waitMs / 1000) } })
}
