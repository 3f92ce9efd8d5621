import { setTimeout as sleep } from 'node:timers/promises'
import { Deviation } from './Deviation.ts'
import type { Line } from './openLine.ts'

const lookMs = 100

/**
 * Profile 5: types a code where the frame itself asks for it, as a person does, and waits until the frame has something
 * else to say. Returns what it says then.
 *
 * Throws a `Deviation` when the frame shows nothing to type into.
 */
export const enterCode = async ({ frame, page }: Line, code: string, timeoutMs: number): Promise<string> => {
  const field = frame.locator('input:visible').first()
  await field.waitFor({ timeout: timeoutMs }).catch(() => {
    throw new Deviation(`CONNECT_OTP without a code shows no field for it within ${timeoutMs / 1000} s`)
  })
  const words = async (): Promise<string> => (await frame.locator('body').textContent({ timeout: timeoutMs })) ?? ''
  const before = await words()
  await field.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(code, { delay: 20 })
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    const now = await words()
    if (now !== before) return now
    await sleep(lookMs)
  }
  return before
}
