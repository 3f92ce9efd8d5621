import type { Context } from 'hono'
import type { Sender } from './sender.ts'

/** The path at which security researchers look for a contact (RFC 9116, section 3). */
export const securityTextPath = '/.well-known/security.txt'

/** The contact for security researchers (RFC 9116). */
export type SecurityContact = {
  /** `mailto:`, `https:` or `tel:`, the preferred one first. */
  contacts: readonly string[]
  /** When this information expires. */
  expires: Date
}

/** Without `contact` the path responds with 404. */
export type SecurityTextDeps = {
  send: Sender
  origin: string
  contact: SecurityContact | undefined
  now?: () => number
}

/** Serves `/.well-known/security.txt`: 404 without contacts, and when they have expired. */
export const securityText =
  ({ send, origin, contact, now = Date.now }: SecurityTextDeps) =>
  (context: Context): Response => {
    if (contact === undefined || contact.expires.getTime() <= now()) return send.notFound(context)
    const lines = [
      ...contact.contacts.map((each) => `Contact: ${each}`),
      `Expires: ${contact.expires.toISOString()}`,
      `Canonical: ${origin}${securityTextPath}`,
    ]
    return send.text(context, `${lines.join('\n')}\n`)
  }
