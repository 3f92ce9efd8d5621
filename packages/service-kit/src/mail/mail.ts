/** A mail to one person, in its two forms. */
export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  /** Images that the HTML shows, sent along: opening a mail loads nothing. */
  attachments?: MailImage[]
}

/** An inline image, attached to the mail by its content id (RFC 2392). */
export type MailImage = {
  /** The HTML names it `cid:` and this. */
  cid: string
  filename: string
  contentType: string
  /** Base64. */
  content: string
  encoding: 'base64'
  contentDisposition: 'inline'
}

/** Hands mails over for delivery. */
export type Mailer = {
  /**
   * Takes the mail and returns at once: how long delivery takes must not show in an answer.
   *
   * Throws MAIL_FAILED while the mail server cannot be reached, for every address alike.
   */
  send(mail: Mail): void
  /** Whether the mail server answers. Without it mail is taken always. */
  check?(): Promise<boolean>
  /** Mails that were taken and not yet delivered or given up. Without it nobody waits. */
  count?(): number
}
