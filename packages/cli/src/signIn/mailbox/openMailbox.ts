import type { Mailbox, MailboxOptions } from './Mailbox.ts'
import { openHttpMailbox } from './openHttpMailbox.ts'
import { openImapMailbox } from './openImapMailbox.ts'

/** Opens the mailbox at a URL. Rejects when it can't be opened. */
export const openMailbox = (options: MailboxOptions): Promise<Mailbox> =>
  options.url.protocol.startsWith('imap') ? openImapMailbox(options) : openHttpMailbox(options)
