import { AppError } from '@latchkey/protocol/errors'
import { secondsLater } from '../clock.ts'

/**
 * How many codes are mailed. A device that has verified the email before has the allowance of the email for itself, so
 * that strangers can neither use it up nor lock that device out.
 */
export type EmailLimits = {
  /** To one email, asked for by devices that are not known to it. */
  perEmailHour: number
  perEmailDay: number
  /** Asked for from one network address by devices that are not known to the email. */
  perAddressHour: number
}

/** Whose earlier mails count against a limit. */
export type MailFilter =
  | { by: 'device'; deviceId: string; email: string }
  | { by: 'email'; email: string }
  | { by: 'address'; ipAddress: string }

/** What was mailed before. */
export type EarlierMails = {
  /** When the newest mail of this device for this email was asked for; null when there is none, or it has served. */
  lastUnusedAt(deviceId: string, email: string): Promise<Date | null>
  /** When the `count`-th newest was asked for. `email` and `address` leave out devices known to the email. */
  nthNewestAt(filter: MailFilter, count: number): Promise<Date | null>
}

export const resendAfterSeconds = 30
const hour = 3600
const day = 24 * hour

/** Who asks for a mail: a device, for an email, from a network address. */
export type Asking = { fromKnownDevice: boolean; deviceId: string; email: string; ipAddress: string }
type Cap = { filter: MailFilter; atMost: number; withinSeconds: number }

function capsOf(
  { perEmailHour, perEmailDay, perAddressHour }: EmailLimits,
  { fromKnownDevice, deviceId, email, ipAddress }: Asking,
): Cap[] {
  const filter: MailFilter = fromKnownDevice ? { by: 'device', deviceId, email } : { by: 'email', email }
  const ofEmail = [
    { filter, atMost: perEmailHour, withinSeconds: hour },
    { filter, atMost: perEmailDay, withinSeconds: day },
  ]
  if (fromKnownDevice) return ofEmail
  return [...ofEmail, { filter: { by: 'address', ipAddress }, atMost: perAddressHour, withinSeconds: hour }]
}

/** Throws RATE_LIMITED with the seconds after which every limit lets this device ask again. Null: no limits but the pause. */
export async function requireMailAllowance(
  earlier: EarlierMails,
  asking: Asking,
  limits: EmailLimits | null,
  now: Date,
): Promise<void> {
  const openingAfter = async (asked: Promise<Date | null>, seconds: number): Promise<Date | null> => {
    const mailedAt = await asked
    return mailedAt === null ? null : secondsLater(mailedAt, seconds)
  }
  // Asked together, which takes the way to the database once.
  const openings = await Promise.all([
    openingAfter(earlier.lastUnusedAt(asking.deviceId, asking.email), resendAfterSeconds),
    ...(limits === null ? [] : capsOf(limits, asking)).map(({ filter, atMost, withinSeconds }) =>
      openingAfter(earlier.nthNewestAt(filter, atMost), withinSeconds),
    ),
  ])
  const waitMs = Math.max(0, ...openings.map((opening) => (opening?.getTime() ?? 0) - now.getTime()))
  if (waitMs > 0) throw new AppError('RATE_LIMITED', { details: { seconds: Math.ceil(waitMs / 1000) } })
}
