/** A mailbox that can be read while somebody signs in. */
export type Mailbox = {
  /**
   * Resolves with what `find` makes of the plain text of a mail to the address that came since the mailbox was opened; null: it is
   * another one. Rejects with NoMail when none has come in time.
   */
  next<found>(find: (text: string) => found | null): Promise<found>
  close(): Promise<void>
}

/** Where the mail of a test account is read, and how long to wait for one. */
export type MailboxOptions = {
  /** `imaps:` or `imap:`; `http:` or `https:` for an inbox like that of the local stack. */
  readonly url: URL
  readonly email: string
  /** Of an IMAP server. */
  readonly password: string | undefined
  readonly timeoutMs: number
}

/** No mail has come in time. */
export class NoMail extends Error {
  override readonly name = 'NoMail'
}
