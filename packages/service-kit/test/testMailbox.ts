import { AppError } from '@latchkey/protocol/errors'
import type { Mail, Mailer } from '../src/mail/mail.ts'

export type TestMailbox = Mailer & {
  readonly mails: readonly Mail[]
  /** Returns the code in the newest mail without a link to an address. */
  codeFor(email: string): string
  /** Returns the fragment of the link in the newest mail with one to an address; empty when there is none. */
  linkTokenFor(email: string): string
  /** Whether the mail server is reachable. */
  isUp: boolean
}

/** 32 bytes as base64url, at the end of a URL. */
const linkToken = /#([\w-]{43})(?![\w-])/u

export const createTestMailbox = (): TestMailbox => {
  const mails: Mail[] = []
  const mailbox: TestMailbox = {
    mails,
    isUp: true,
    send(mail) {
      if (!mailbox.isUp) throw new AppError('MAIL_FAILED')
      mails.push(mail)
    },
    codeFor(email) {
      const mail = mails.findLast(({ to, text }) => to === email && !linkToken.test(text))
      const digits = /(?<!\d)(\d{3})\s?(\d{3})(?!\d)/u.exec(mail?.text ?? '')
      if (digits === null) throw new Error(`no code for ${email}`)
      return `${digits[1]}${digits[2]}`
    },
    linkTokenFor(email) {
      const mail = mails.findLast(({ to, text }) => to === email && linkToken.test(text))
      return linkToken.exec(mail?.text ?? '')?.[1] ?? ''
    },
  }
  return mailbox
}
