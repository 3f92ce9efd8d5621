import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountScreen } from '../../gallery/mountScreen.fixture.tsx'
import { screenTables } from '../../gallery/screens.fixture.ts'
import { testScreens, violations } from '../../gallery/testScreens.fixture.ts'

const embedded = 'Connect, embedded'
const { [embedded]: _, ...dialogs } = screenTables.wallets

testScreens(dialogs)

test.each(['light', 'dark'] as const)(
  'as a part of the page in %s: a named region, no dialog, nothing to close',
  async (mode) => {
    await page.viewport(800, 900)
    using screen = await mountScreen(embedded, { mode })
    await expect.poll(() => screen.root.querySelector('section')?.ariaLabel).toBe('Sign in or sign up')
    expect(screen.root.querySelector('dialog')).toBeNull()
    expect([...screen.root.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel)).not.toContain('Close')
    expect(await violations(screen.host)).toEqual([])
  },
)
