const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago something was, in the words of the language; the date when that is more than a week. */
export const timeAgo = (iso: string, nowMs: number, language: string): string => {
  const passedMs = nowMs - Date.parse(iso)
  if (passedMs >= 7 * day) return new Date(iso).toLocaleDateString(language, { dateStyle: 'medium' })
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (passedMs >= day) return format.format(-Math.floor(passedMs / day), 'day')
  if (passedMs >= hour) return format.format(-Math.floor(passedMs / hour), 'hour')
  if (passedMs >= minute) return format.format(-Math.floor(passedMs / minute), 'minute')
  return 'just now'
}

/** Day and time of day. */
export const moment = (iso: string, language: string): string =>
  new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
