import { setTimeout as sleep } from 'node:timers/promises'

/** A mail in the response of `GET /api/messages`. */
export type Message = { to: string; from: string; subject: string; text: string; html: string; date: string }

/** Tests' access to the mail of a running stack. */
export type MailboxClient = {
  /** Mails to one address, newest first. */
  messages: (to: string) => Promise<Message[]>
  /**
   * Returns the six digits of the newest mail to an address. Waits for a mail that no earlier call has returned for that address, so that a
   * second sign-in never gets the first one's code.
   *
   * Throws `Error` when none arrives within 20 s.
   */
  latestCode: (email: string) => Promise<string>
  /** Returns the URL in the newest mail that has one, with the same wait; mails with codes have none. */
  latestLink: (email: string) => Promise<string>
}

/** Before the mail is sent, the wallet may have to load, which is slow on a busy machine. */
const waitMs = 20_000
/** Six digits, with or without the space that mails show in the middle. */
const codePattern = /(?<![\w-])(\d{3})[\s\u00a0]?(\d{3})(?![\w-])/
const linkPattern = /https?:\S+#[\w-]{43}(?![\w-])/

export const createMailboxClient = (inboxUrl: string): MailboxClient => {
  const answered = new Map<string, number>()

  const messages = async (to: string): Promise<Message[]> => {
    const response = await fetch(`${inboxUrl}/api/messages?to=${encodeURIComponent(to)}`)
    return (await response.json()) as Message[]
  }

  /** Applies `find` to the newest mail that no earlier call has returned. */
  const latest = async (email: string, what: string, find: (text: string) => string | undefined): Promise<string> => {
    const key = email.toLowerCase()
    const deadline = Date.now() + waitMs
    while (Date.now() < deadline) {
      const mails = await messages(email)
      const unread = mails.slice(0, mails.length - (answered.get(key) ?? 0))
      const found = unread.map((mail) => find(mail.text)).find((text) => text !== undefined)
      if (found !== undefined) {
        answered.set(key, mails.length)
        return found
      }
      await sleep(50)
    }
    throw new Error(`No mail with a ${what} for ${email} within ${waitMs / 1000} s`)
  }

  return {
    messages,
    latestCode: (email) =>
      latest(email, 'code', (text) => {
        const match = codePattern.exec(text)
        return match === null ? undefined : `${match[1]}${match[2]}`
      }),
    latestLink: (email) => latest(email, 'link', (text) => linkPattern.exec(text)?.[0]),
  }
}
