import { UsageError } from './Command.ts'

/** Returns the origin of an address that somebody typed. Throws UsageError when it is none of HTTP. */
export const readOrigin = (text: string): string => {
  const typed = /^[a-z]+:/i.test(text) && !/^localhost:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(typed) || !/^https?:/.test(typed)) throw new UsageError(`${text} is no address of HTTP.`)
  return new URL(typed).origin
}

/** Returns the origin of the one wallet that a command line names. Throws UsageError. */
export const readWallet = ([url, ...others]: readonly string[]): string => {
  if (url === undefined) throw new UsageError('The address of the wallet is missing.')
  if (others.length > 0) throw new UsageError(`One wallet at a time, not also ${others.join(' ')}.`)
  return readOrigin(url)
}
