import { Deviation } from '../Deviation.ts'
import type { Line } from '../openLine.ts'
import type { Target } from '../Target.ts'

/** The user's actions on the frame's screen. */
export const person = ({ frame }: Line, { confirm, reject, timeoutMs }: Target) => {
  const button = (name: RegExp) => frame.getByRole('button', { name }).first()
  const click = async (name: RegExp): Promise<void> => {
    const found = button(name)
    await found.waitFor({ timeout: timeoutMs }).catch(() => {
      throw new Deviation(`the frame shows no button named ${name} within ${timeoutMs / 1000} s`)
    })
    // Waits until it is clickable: a frame enables it after being visible for a moment.
    await found.click({ timeout: timeoutMs }).catch(() => {
      throw new Deviation(`the button named ${name} could not be clicked within ${timeoutMs / 1000} s`)
    })
  }
  return {
    async confirm(): Promise<void> {
      // A frame may require scrolling through everything first.
      const next = button(/^Scroll to review$/)
      await next
        .or(button(confirm))
        .first()
        .waitFor({ timeout: timeoutMs })
        .catch(() => undefined)
      while (await next.isVisible()) await next.click({ timeout: 1_000 }).catch(() => undefined)
      await click(confirm)
    },
    reject: () => click(reject),
    /** Waits until the text is visible. */
    async sees(words: string): Promise<void> {
      await frame
        .getByText(words)
        .first()
        .waitFor({ timeout: timeoutMs })
        .catch(() => {
          throw new Deviation(`the frame does not show ${JSON.stringify(words)} within ${timeoutMs / 1000} s`)
        })
    },
    /** Returns whether the text is visible now. */
    isSeeing: (words: string): Promise<boolean> => frame.getByText(words).first().isVisible(),
    hasConfirm: (): Promise<boolean> => button(confirm).isVisible(),
    /** Clicks like a script would, whether or not the button is enabled yet. */
    async scriptClicks(): Promise<void> {
      await button(confirm).waitFor({ timeout: timeoutMs })
      await button(confirm).evaluate((element) => {
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
          element.dispatchEvent(new MouseEvent(type, { bubbles: true }))
        ;(element as HTMLElement).click()
      })
    },
  }
}
