import { Deviation } from './Deviation.ts'
import type { Line } from './openLine.ts'

/** Profile 5: types a code where the frame itself asks for it. Throws a `Deviation` when it shows no field to type into. */
export const enterCode = async ({ frame, page }: Line, code: string, timeoutMs: number): Promise<void> => {
  const field = frame.locator('input:visible:enabled').first()
  await field.click({ timeout: timeoutMs }).catch(() => {
    throw new Deviation(`CONNECT_OTP without a code shows no field for it within ${timeoutMs / 1000} s`)
  })
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(code)
}

/** How long a frame may take to judge a code, in milliseconds. */
const judgingMs = 2_000

/** Waits until the frame has judged a code and takes another. Throws a `Deviation` when it does not. */
export const awaitField = async ({ frame, page }: Line, timeoutMs: number): Promise<void> => {
  await page.waitForTimeout(judgingMs)
  const field = frame.locator('input:visible:enabled').first()
  await field.waitFor({ timeout: timeoutMs }).catch(() => {
    throw new Deviation(`after a wrong code there is no field for another within ${timeoutMs / 1000} s`)
  })
}
