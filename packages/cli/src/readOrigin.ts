import { UsageError } from './Command.ts'

/** Parses an HTTP URL as a user types it, with https: if there is no scheme. Throws UsageError. */
export const readUrl = (text: string): URL => {
  const typed = /^[a-z]+:/i.test(text) && !/^localhost:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(typed) || !/^https?:/.test(typed)) throw new UsageError(`${text} is no address of HTTP.`)
  return new URL(typed)
}

/** Returns the origin of such a URL. Throws UsageError. */
export const readOrigin = (text: string): string => readUrl(text).origin

/** Returns the origin of the only wallet in a command line. Throws UsageError. */
export const readWallet = ([url, ...others]: readonly string[]): string => {
  if (url === undefined) throw new UsageError('The address of the wallet is missing.')
  if (others.length > 0) throw new UsageError(`One wallet at a time, not also ${others.join(' ')}.`)
  return readOrigin(url)
}
