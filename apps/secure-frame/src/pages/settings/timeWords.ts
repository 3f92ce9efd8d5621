import { t } from '@latchkey/copy/settings'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export const day = (iso: string, language: string): string =>
  new Date(iso).toLocaleDateString(language, { dateStyle: 'medium' })

/** Returns how long ago something was, in the user's language; the date when that is more than a week. */
export const timeAgo = (iso: string, nowMs: number, language: string): string => {
  const passedMs = nowMs - Date.parse(iso)
  if (passedMs >= 7 * dayMs) return day(iso, language)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (passedMs >= dayMs) return format.format(-Math.floor(passedMs / dayMs), 'day')
  if (passedMs >= hourMs) return format.format(-Math.floor(passedMs / hourMs), 'hour')
  if (passedMs >= minuteMs) return format.format(-Math.floor(passedMs / minuteMs), 'minute')
  return t('justNow')
}

/** Returns the date and the time of day. */
export const moment = (iso: string, language: string): string =>
  new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
