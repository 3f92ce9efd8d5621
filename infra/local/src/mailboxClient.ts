import { setTimeout as sleep } from 'node:timers/promises'

/** A mail as `GET /api/messages` answers it. */
export type Message = { to: string; from: string; subject: string; text: string; html: string; date: string }

/** How tests read the mail of a running stack. */
export type MailboxClient = {
  /** Mails to one address, newest first. */
  messages: (to: string) => Promise<Message[]>
  /**
   * The six digits of the newest mail to an address. Waits for a mail that no earlier call has answered for that address, so
   * that a second login never gets the first one's code.
   *
   * Throws `Error` when none arrives within 20 s.
   */
  latestCode: (email: string) => Promise<string>
}

/** From the press of a button to the mail the wallet may have to load: that takes long on a busy machine. */
const waitMs = 20_000
/** Six digits, with or without the gap that mails show in the middle. */
const codePattern = /(?<!\d)(\d{3})[\s\u00a0]?(\d{3})(?!\d)/

export const createMailboxClient = (inboxUrl: string): MailboxClient => {
  const answered = new Map<string, number>()

  const messages = async (to: string): Promise<Message[]> => {
    const response = await fetch(`${inboxUrl}/api/messages?to=${encodeURIComponent(to)}`)
    return (await response.json()) as Message[]
  }

  const latestCode = async (email: string): Promise<string> => {
    const key = email.toLowerCase()
    const deadline = Date.now() + waitMs
    while (Date.now() < deadline) {
      const mails = await messages(email)
      const unread = mails.slice(0, mails.length - (answered.get(key) ?? 0))
      const code = unread.map((mail) => codePattern.exec(mail.text)).find((match) => match !== null)
      if (code) {
        answered.set(key, mails.length)
        return `${code[1]}${code[2]}`
      }
      await sleep(50)
    }
    throw new Error(`No mail with a code for ${email} within ${waitMs / 1000} s`)
  }

  return { messages, latestCode }
}
