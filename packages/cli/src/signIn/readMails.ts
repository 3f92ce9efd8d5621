/** A mail with a link that approves a device: the token in the fragment, and the origin of the link. */
export type LinkMail = { readonly token: string; readonly origin: string; readonly network: string | null }
/** A mail with a code. */
export type CodeMail = { readonly code: string; readonly network: string | null }

/** Returns the network in the mail, detected by its form, whatever the wording: `203.0.113.x`, `2001:db8:7::/48`. */
const networkIn = (text: string): string | null =>
  /: ((?:\d{1,3}[.]){3}x|[\da-f:]+::\/\d+)\s*$/m.exec(text)?.[1] ?? null

/** Returns the device link of a mail's plain text; null when it has none. */
export const readLinkMail = (text: string): LinkMail | null => {
  const [, origin, token] = /(https?:\/\/[^/\s]+)\/device-link#([\w-]{43})(?![\w-])/.exec(text) ?? []
  return origin === undefined || token === undefined ? null : { origin, token, network: networkIn(text) }
}

/** Returns the six-digit code of a mail's plain text; null when it has none. */
export const readCodeMail = (text: string): CodeMail | null => {
  const [, first, second] = /^\s*(\d{3})[ \u00a0](\d{3})\s*$/m.exec(text) ?? []
  return first === undefined ? null : { code: `${first}${second}`, network: networkIn(text) }
}
