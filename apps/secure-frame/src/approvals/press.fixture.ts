import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Waits until a button may be pressed; scrolls to unread facts meanwhile, where the wallet requires that. */
export const armed = async (name: string) => {
  const next = button('Scroll to review')
  await expect
    .poll(
      async () => {
        // On a low screen, scrolling to it may be enough: then it is gone before it is pressed.
        if (next.query() !== null) await userEvent.click(next, { timeout: 500 }).catch(() => undefined)
        const found = button(name).query()
        return found !== null && found.getAttribute('aria-disabled') !== 'true'
      },
      { timeout: 12_000 },
    )
    .toBe(true)
  return button(name)
}

/** Presses a button as a user does: once everything has been on screen and it is armed. */
export const press = async (name: string): Promise<void> => userEvent.click(await armed(name))

// Letters in an icon are not text: the text on screen excludes them.
const style = document.head.appendChild(document.createElement('style'))
style.textContent = '[part~=network-icon] text { display: none }'
