/** A mail to one recipient, in its two forms. */
export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  /** Images of the HTML, attached to the mail: opening it loads nothing. */
  attachments?: MailImage[]
}

/** An inline image, attached to the mail by its content id (RFC 2392). */
export type MailImage = {
  /** The HTML refers to it as `cid:` and this id. */
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
   * Queues the mail and returns at once: delivery times must not show in a response.
   *
   * Throws MAIL_FAILED while the mail server can't be reached, for all addresses alike.
   */
  send(mail: Mail): void
  /** Returns whether the mail server responds. Without this method, mail is always queued. */
  check?(): Promise<boolean>
  /** Counts queued mails that were neither delivered nor dropped. Absent when there is no queue. */
  count?(): number
}
