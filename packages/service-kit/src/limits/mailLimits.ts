import { AppError } from '@latchkey/protocol/errors'
import { secondsLater } from '../clock.ts'
import { type LimitName, limitTable } from './limitTable.ts'

/**
 * The requester of a mail to an email address. A device that has proved the address, and a network from which its user has signed in
 * before, have separate limits: others can neither use those up nor lock the user out.
 */
export type Requester = 'knownDevice' | 'knownNetwork' | 'stranger'

/** The limits that count earlier mails. */
export const mailCaps = {
  perEmailHour: 'mailsPerEmailHour',
  perEmailDay: 'mailsPerEmailDay',
  perKnownNetworkHour: 'mailsPerKnownNetworkHour',
  perKnownNetworkDay: 'mailsPerKnownNetworkDay',
  perNetworkHour: 'mailsPerNetworkHour',
  perWideNetworkHour: 'mailsPerWideNetworkHour',
  perWidestNetworkHour: 'mailsPerWidestNetworkHour',
} as const satisfies Record<string, LimitName>

/** Maximum numbers of mails. Null is no limit. */
export type EmailLimits = Record<keyof typeof mailCaps, number | null> & {
  /** Seconds until the same device may request another mail to the email. */
  pauseSeconds: number
  /** The percentage of a limit after which a challenge is required; null for never. */
  challengePercent: number | null
}

/** The limits by which earlier mails are counted. */
export type Counted = 'emailHour' | 'emailDay' | 'network' | 'wideNetwork' | 'widestNetwork'

/**
 * The limits for each kind of requester. Networks only count the mails of unknown requesters, and of these only unused ones: an office full
 * of users who sign in is no flood.
 */
const counts = {
  knownDevice: { emailHour: 'perKnownNetworkHour', emailDay: 'perKnownNetworkDay' },
  knownNetwork: { emailHour: 'perKnownNetworkHour', emailDay: 'perKnownNetworkDay' },
  stranger: {
    emailHour: 'perEmailHour',
    emailDay: 'perEmailDay',
    network: 'perNetworkHour',
    wideNetwork: 'perWideNetworkHour',
    widestNetwork: 'perWidestNetworkHour',
  },
} as const satisfies Record<Requester, Partial<Record<Counted, keyof typeof mailCaps>>>

const countedNames: readonly Counted[] = ['emailHour', 'emailDay', 'network', 'wideNetwork', 'widestNetwork']

/**
 * The index of the mail, counted from 0 from the newest, that fills each limit (`full`), and of the last one without a challenge (`free`).
 * Any index where there is no limit.
 */
export type Places = Readonly<Record<Counted, { full: number; free: number }>>

/** Returns the places of `limits` for a requester. Defaults to a challenge only at the full limit. */
export function placesFor(requester: Requester, limits: EmailLimits): Places {
  const percent = limits.challengePercent ?? 100
  const place = (counted: Counted) => {
    const max = maxOf(requester, counted, limits) ?? 1
    return { full: max - 1, free: Math.max(1, Math.floor((max * percent) / 100)) - 1 }
  }
  return Object.fromEntries(countedNames.map((counted) => [counted, place(counted)])) as Places
}

const nameOf = (requester: Requester, counted: Counted): keyof typeof mailCaps | undefined =>
  (counts[requester] as Partial<Record<Counted, keyof typeof mailCaps>>)[counted]

const maxOf = (requester: Requester, counted: Counted, limits: EmailLimits): number | null => {
  const name = nameOf(requester, counted)
  return name === undefined ? null : limits[name]
}

/** The mails that were sent before. */
export type EarlierMails = {
  requester: Requester
  /** When this device last requested a mail for this email; null when there is none, or it was used. */
  lastUnusedAt: Date | null
  /** When the mails at `Places` were requested; null where there were fewer. */
  at: Readonly<Record<Counted, { full: Date | null; free: Date | null }>>
}

/** The row that the queries of both authorities return. */
export type EarlierMailsRow = Record<
  `${'hour' | 'day' | 'network' | 'wide' | 'widest'}_${'full' | 'free'}`,
  Date | null
> & {
  requester: Requester
  last_unused_at: Date | null
}

/** Converts the row of the database function that counts earlier mails. */
export const earlierMailsOf = (row: EarlierMailsRow): EarlierMails => ({
  requester: row.requester,
  lastUnusedAt: row.last_unused_at,
  at: {
    emailHour: { full: row.hour_full, free: row.hour_free },
    emailDay: { full: row.day_full, free: row.day_free },
    network: { full: row.network_full, free: row.network_free },
    wideNetwork: { full: row.wide_full, free: row.wide_free },
    widestNetwork: { full: row.widest_full, free: row.widest_free },
  },
})

/** Returns the places for unknown requesters and for a known device or network, and how many of the newest mails must be read for them. */
export function placesToRead(limits: EmailLimits) {
  const [places, known] = [placesFor('stranger', limits), placesFor('knownNetwork', limits)]
  const most = (...counted: Counted[]): number =>
    Math.max(...counted.flatMap((name) => [places, known].flatMap((of) => [of[name].full, of[name].free]))) + 1
  return { places, known, most }
}

/** Returns until when the mail at one of each limit's places counts, in milliseconds since 1970. */
const openings = ({ requester, at }: EarlierMails, limits: EmailLimits, place: 'full' | 'free'): number[] =>
  countedNames.flatMap((counted) => {
    const name = nameOf(requester, counted)
    const filledAt = at[counted][place]
    if (name === undefined || limits[name] === null || filledAt === null) return []
    return [secondsLater(filledAt, limitTable[mailCaps[name]].withinSeconds ?? 0).getTime()]
  })

/** Throws RATE_LIMITED with the seconds after which every limit allows this device another mail. */
export function requireMailAllowance(earlier: EarlierMails, limits: EmailLimits, now: Date): void {
  const { lastUnusedAt } = earlier
  const pausedUntil = lastUnusedAt === null ? 0 : secondsLater(lastUnusedAt, limits.pauseSeconds).getTime()
  const waitMs = Math.max(pausedUntil, ...openings(earlier, limits, 'full')) - now.getTime()
  if (waitMs > 0) throw new AppError('RATE_LIMITED', { details: { seconds: Math.ceil(waitMs / 1000) } })
}

/** Returns whether a limit is used up far enough to require a challenge. Never for a known device. */
export const isNearLimit = (earlier: EarlierMails, limits: EmailLimits, now: Date): boolean =>
  earlier.requester !== 'knownDevice' &&
  limits.challengePercent !== null &&
  limits.challengePercent < 100 &&
  Math.max(0, ...openings(earlier, limits, 'free')) > now.getTime()
