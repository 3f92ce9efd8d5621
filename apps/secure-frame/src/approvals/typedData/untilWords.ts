import { t } from '@latchkey/copy/approveTypedData'

/** The largest time that a date can hold, in seconds since 1970. */
const maxDateSeconds = 8_640_000_000_000n

/** Formats a time in seconds since 1970; a time beyond the range of dates never comes. */
export const untilWords = (seconds: bigint): string =>
  seconds > maxDateSeconds || seconds < 0n
    ? t('forEver')
    : new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(Number(seconds) * 1000)
