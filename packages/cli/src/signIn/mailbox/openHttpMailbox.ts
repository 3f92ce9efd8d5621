import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Mailbox, type MailboxOptions, NoMail } from './Mailbox.ts'

const pauseMs = 100
/** Newest first. */
const mails = z.array(z.object({ text: z.string() }))

/** Opens a mailbox with one call: `GET <url>/api/messages?to=<email>` returns `[{ text }]`, newest first. The local stack has one. */
export async function openHttpMailbox({ url, email, timeoutMs }: MailboxOptions): Promise<Mailbox> {
  const address = `${url.href.replace(/\/$/, '')}/api/messages?to=${encodeURIComponent(email)}`
  const list = async () => {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    return z.parse(mails, await response.json())
  }
  const before = (await list()).length
  return {
    async next(find) {
      const deadline = performance.now() + timeoutMs
      while (performance.now() < deadline) {
        const all = await list()
        for (const { text } of all.slice(0, all.length - before)) {
          const found = find(text)
          if (found !== null) return found
        }
        await sleep(pauseMs)
      }
      throw new NoMail()
    },
    close: async () => {},
  }
}
