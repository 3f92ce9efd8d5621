import { expect, test } from 'vitest'
import { mountScreen } from '../../gallery/mountScreen.fixture.tsx'
import { screenTables } from '../../gallery/screens.fixture.ts'
import { testScreens } from '../../gallery/testScreens.fixture.ts'

testScreens(screenTables.common)

test('every table of screens has a test beside its views', () => {
  // The glob leaves out this file.
  const others = import.meta.glob('../**/{screens,walletScreens}.browser.test.tsx')
  expect(Object.keys(others)).toHaveLength(Object.keys(screenTables).length - 1)
})

test('without motion the header of a view that has not scrolled draws nothing over what is below it', async () => {
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true)
  using screen = await mountScreen('Connect')
  const header = screen.root.querySelector('[part~=header]')
  expect(header && getComputedStyle(header).boxShadow).toBe('none')
})
