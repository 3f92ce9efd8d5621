/** Gmail ignores dots, and has two domains. */
const gmail = ['gmail.com', 'googlemail.com']

/**
 * Returns the address that represents a mailbox: a normalized email (`normalEmail`) without a sub-address (`+…`, RFC 5233), and for Gmail
 * without dots. Use it to count mails, never to send: on another server `a+b` and `a` may be two users.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = '', domain] = [email.slice(0, at).replace(/(?<=.)\+.*$/s, ''), email.slice(at + 1)]
  return gmail.includes(domain) ? `${local.replaceAll('.', '')}@${gmail[0]}` : `${local}@${domain}`
}
