import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow, MessageStructureObject } from 'imapflow'
import { isLoopback } from '../../deployment/Deployment.ts'
import { type Mailbox, type MailboxOptions, NoMail } from './Mailbox.ts'

const pauseMs = 500

/** Returns the first part that is plain text. */
const plainPartOf = ({ type, part = '1', childNodes = [] }: MessageStructureObject): string | undefined =>
  type === 'text/plain' ? part : childNodes.map(plainPartOf).find((found) => found !== undefined)

/** Yields unread mails to an address, from `firstUid` on. */
async function* newMails(client: ImapFlow, firstUid: number, email: string, known: Set<number>) {
  const range = `${firstUid}:*`
  const found = await client.fetchAll(range, { uid: true, envelope: true, bodyStructure: true }, { uid: true })
  for (const { uid, envelope, bodyStructure } of found) {
    // A range that ends with an asterisk includes the newest mail, however old it is.
    if (uid < firstUid || known.has(uid) || bodyStructure === undefined) continue
    known.add(uid)
    const isMeant = envelope?.to?.some(({ address }) => address?.toLowerCase() === email.toLowerCase())
    const part = plainPartOf(bodyStructure)
    if (!isMeant || part === undefined) continue
    const { content } = await client.download(`${uid}`, part, { uid: true })
    if (content !== undefined) yield { uid, text: await readText(content) }
  }
}

/** Opens the inbox of an IMAP server, over TLS or on this machine. A mail is deleted after use. Rejects when it can't be opened. */
export async function openImapMailbox({ url, email, password, timeoutMs }: MailboxOptions): Promise<Mailbox> {
  const { ImapFlow } = await import('imapflow')
  const isSecure = url.protocol === 'imaps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const client = new ImapFlow({
    host,
    port: Number(url.port) || (isSecure ? 993 : 143),
    secure: isSecure,
    // A password never leaves this machine without TLS.
    ...(isSecure ? {} : { doSTARTTLS: !isLoopback(host) }),
    auth: { user: decodeURIComponent(url.username) || email, pass: password },
    logger: false,
  })
  // Without a listener, a lost connection would end this process. The current call rejects.
  client.on('error', () => {})
  await client.connect()
  const { uidNext } = await client.mailboxOpen('INBOX')
  const known = new Set<number>()
  return {
    async next(find) {
      const deadline = performance.now() + timeoutMs
      while (performance.now() < deadline) {
        await client.noop()
        for await (const { uid, text } of newMails(client, uidNext, email, known)) {
          const found = find(text)
          if (found === null) continue
          await client.messageDelete(`${uid}`, { uid: true })
          return found
        }
        await sleep(pauseMs)
      }
      throw new NoMail()
    },
    close: () => client.logout(),
  }
}
