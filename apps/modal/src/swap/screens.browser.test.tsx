import { expect, test } from 'vitest'
import { mountScreen } from '../../gallery/mountScreen.fixture.tsx'
import { screenTables } from '../../gallery/screens.fixture.ts'
import { testScreens } from '../../gallery/testScreens.fixture.ts'

testScreens(screenTables.swap)

test('tokens of another network show no balance: only those of the active one are read', async () => {
  using screen = await mountScreen('SwapToken, of another network')
  const text = () => screen.root.querySelector('dialog')?.textContent ?? ''
  await expect.poll(text).toContain('USD Coin')
  expect(text()).not.toMatch(/\d USDC|\$/)
})
