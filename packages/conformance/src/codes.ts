import { setTimeout as sleep } from 'node:timers/promises'
import { Deviation } from './Deviation.ts'
import type { Line } from './openLine.ts'
import { isObject } from './shapes.ts'

/** Six digits, with or without a gap in the middle. */
const codePattern = /(?<!\d)(\d{3})[\s\u00a0-]?(\d{3})(?!\d)/
const pauseMs = 100

/**
 * Returns the six digits of the newest mail to an address, from `GET <mailUrl>/api/messages?to=<address>`. Throws a `Deviation` on timeout.
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

/** Profile 5: types a code into the frame's own field. Throws a `Deviation` when it shows none. */
export const enterCode = async ({ frame, page }: Line, code: string, timeoutMs: number): Promise<void> => {
  const field = frame.locator('input:visible:enabled').first()
  await field.click({ timeout: timeoutMs }).catch(() => {
    throw new Deviation(`CONNECT_OTP without a code shows no field for it within ${timeoutMs / 1000} s`)
  })
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(code)
}

/** Time in which a frame must check a code, in milliseconds. */
const judgingMs = 2_000

/** Waits until the frame has checked a code and accepts another. Throws a `Deviation` when it doesn't. */
export const awaitField = async ({ frame, page }: Line, timeoutMs: number): Promise<void> => {
  await page.waitForTimeout(judgingMs)
  const field = frame.locator('input:visible:enabled').first()
  await field.waitFor({ timeout: timeoutMs }).catch(() => {
    throw new Deviation(`after a wrong code there is no field for another within ${timeoutMs / 1000} s`)
  })
}
