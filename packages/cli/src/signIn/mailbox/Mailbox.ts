/** A mailbox that can be read during a sign-in. */
export type Mailbox = {
  /**
   * Resolves with the first non-null result of `find` for the plain text of a mail to the address that arrived after the mailbox was
   * opened. Rejects with NoMail on timeout.
   */
  next<found>(find: (text: string) => found | null): Promise<found>
  close(): Promise<void>
}

/** Where the mail of a test account is read, and the timeout. */
export type MailboxOptions = {
  /** `imaps:` or `imap:`; `http:` or `https:` for an inbox like that of the local stack. */
  readonly url: URL
  readonly email: string
  /** For an IMAP server. */
  readonly password: string | undefined
  readonly timeoutMs: number
}

/** No mail has arrived in time. */
export class NoMail extends Error {
  override readonly name = 'NoMail'
}
