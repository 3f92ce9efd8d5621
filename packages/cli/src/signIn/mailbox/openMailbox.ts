import type { Mailbox, MailboxOptions } from './Mailbox.ts'
import { openHttpMailbox } from './openHttpMailbox.ts'
import { openImapMailbox } from './openImapMailbox.ts'

/** Opens the mailbox that an address names. Rejects when it cannot be opened. */
export const openMailbox = (options: MailboxOptions): Promise<Mailbox> =>
  options.url.protocol.startsWith('imap') ? openImapMailbox(options) : openHttpMailbox(options)
