import { setTimeout as sleep } from 'node:timers/promises'
import { Deviation } from './Deviation.ts'
import { isObject } from './shapes.ts'

/** Six digits, with or without a gap in the middle. */
const codePattern = /(?<!\d)(\d{3})[\s\u00a0-]?(\d{3})(?!\d)/
const pauseMs = 100

/**
 * The six digits of the newest mail to an address, from `GET <mailUrl>/api/messages?to=<address>`. Throws a `Deviation`
 * when none arrives in time.
 */
export const readCode = async (mailUrl: string, email: string, timeoutMs: number): Promise<string> => {
  const address = `${mailUrl.replace(/\/$/, '')}/api/messages?to=${encodeURIComponent(email)}`
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    const mails: unknown = await response.json()
    for (const mail of Array.isArray(mails) ? mails : []) {
      const digits = isObject(mail) ? codePattern.exec(String(mail.text)) : null
      if (digits !== null) return `${digits[1]}${digits[2]}`
    }
    await sleep(pauseMs)
  }
  throw new Deviation(`no mail with a code for ${email} within ${timeoutMs / 1000} s`)
}
