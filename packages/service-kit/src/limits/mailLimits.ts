import { AppError } from '@latchkey/protocol/errors'
import { secondsLater } from '../clock.ts'
import { type LimitName, limitTable } from './limitTable.ts'

/**
 * Who asks for a mail to an email address. A device that has proved the address, and a network in which its user signed in before,
 * have allowances of their own: strangers can neither use those up nor lock the user out.
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

/** How many mails are sent. Null is no limit. */
export type EmailLimits = Record<keyof typeof mailCaps, number | null> & {
  /** Until the same device may ask for another mail to the email. */
  pauseSeconds: number
  /** How much of a limit is used up before a challenge is due, in percent; null for never. */
  challengePercent: number | null
}

/** What earlier mails are counted by. */
export type Counted = 'emailHour' | 'emailDay' | 'network' | 'wideNetwork' | 'widestNetwork'

/**
 * Which limits hold for an asker. Networks count strangers' mails only, and of these the ones that were not used: users of one
 * office who sign in are no flood.
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

/** Which of the newest mails, counted from 0, fills a limit, and which is the last without a challenge. Where there is no limit, any. */
export type Places = Readonly<Record<Counted, { full: number; free: number }>>

/** Returns the places of `limits` for an asker. Defaults to a challenge only at the full limit. */
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

/** What was mailed before. */
export type EarlierMails = {
  requester: Requester
  /** When the newest mail of this device for this email was asked for; null when there is none, or it has served. */
  lastUnusedAt: Date | null
  /** When the mails at `Places` were asked for; null where there were fewer. */
  at: Readonly<Record<Counted, { full: Date | null; free: Date | null }>>
}

/** As the queries of both authorities tell it. */
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

/**
 * Places for strangers and for a known device or network, and how many of the newest mails have to be
 * read for the places of some limits.
 */
export function placesToRead(limits: EmailLimits) {
  const [places, known] = [placesFor('stranger', limits), placesFor('knownNetwork', limits)]
  const most = (...counted: Counted[]): number =>
    Math.max(...counted.flatMap((name) => [places, known].flatMap((of) => [of[name].full, of[name].free]))) + 1
  return { places, known, most }
}

/** Until when the mail at one of the places of each limit counts, in milliseconds since 1970. */
const openings = ({ requester, at }: EarlierMails, limits: EmailLimits, place: 'full' | 'free'): number[] =>
  countedNames.flatMap((counted) => {
    const name = nameOf(requester, counted)
    const filledAt = at[counted][place]
    if (name === undefined || limits[name] === null || filledAt === null) return []
    return [secondsLater(filledAt, limitTable[mailCaps[name]].withinSeconds ?? 0).getTime()]
  })

/** Throws RATE_LIMITED with the seconds after which every limit lets this device ask again. */
export function requireMailAllowance(earlier: EarlierMails, limits: EmailLimits, now: Date): void {
  const { lastUnusedAt } = earlier
  const pausedUntil = lastUnusedAt === null ? 0 : secondsLater(lastUnusedAt, limits.pauseSeconds).getTime()
  const waitMs = Math.max(pausedUntil, ...openings(earlier, limits, 'full')) - now.getTime()
  if (waitMs > 0) throw new AppError('RATE_LIMITED', { details: { seconds: Math.ceil(waitMs / 1000) } })
}

/** Whether so much of a limit is used up that a challenge is due. Never for a known device. */
export const isNearLimit = (earlier: EarlierMails, limits: EmailLimits, now: Date): boolean =>
  earlier.requester !== 'knownDevice' &&
  limits.challengePercent !== null &&
  limits.challengePercent < 100 &&
  Math.max(0, ...openings(earlier, limits, 'free')) > now.getTime()
