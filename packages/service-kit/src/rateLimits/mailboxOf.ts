/** Gmail ignores dots, and has two names. */
const gmail = ['gmail.com', 'googlemail.com']

/**
 * Returns the address that stands for a mailbox: a normal email (`normalEmail`) without a sub-address (`+…`, RFC 5233), and at Gmail without
 * dots. To count mails by, and never to send to: another server may keep `a+b` and `a` for two people.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = '', domain] = [email.slice(0, at).replace(/(?<=.)\+.*$/s, ''), email.slice(at + 1)]
  return gmail.includes(domain) ? `${local.replaceAll('.', '')}@${gmail[0]}` : `${local}@${domain}`
}
