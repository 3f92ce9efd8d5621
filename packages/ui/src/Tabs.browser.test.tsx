import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Tabs } from './Tabs.tsx'
import { act } from './testing/act.ts'
import { type MountedPart, mountPart, violations } from './testing/mountPart.tsx'

const tabs = [
  { id: 'tokens', label: 'Tokens' },
  { id: 'activity', label: 'Activity' },
  { id: 'settings', label: 'Settings' },
] as const

function Holdings() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('tokens')
  return (
    <Tabs label="Holdings" tabs={tabs} selected={selected} onSelect={setSelected}>
      The {selected} of this account
    </Tabs>
  )
}

const press = (keys: string) => act(() => userEvent.keyboard(keys))
const selected = (part: MountedPart) => part.get('[aria-selected=true]').textContent

test('tabs and panel know each other', async () => {
  using part = await mountPart(<Holdings />)
  const panel = part.get('[role=tabpanel]')
  const tab = part.get('[aria-selected=true]')
  expect(tab.getAttribute('aria-controls')).toBe(panel.id)
  expect(panel.getAttribute('aria-labelledby')).toBe(tab.id)
  expect(await violations(part.host)).toEqual([])
})

test('a click selects', async () => {
  using part = await mountPart(<Holdings />)
  await act(() => userEvent.click(part.get('[data-tab=activity]')))
  expect(selected(part)).toBe('Activity')
  expect(part.get('[role=tabpanel]').textContent).toBe('The activity of this account')
})

describe.each([
  ['ltr', '{ArrowRight}', '{ArrowLeft}'],
  ['rtl', '{ArrowLeft}', '{ArrowRight}'],
] as const)('in a %s page', (dir, next, previous) => {
  test(`${next} goes on, ${previous} goes back, round the ends`, async () => {
    using part = await mountPart(<Holdings />, { dir })
    await act(() => part.get('[aria-selected=true]').focus())
    const seen: (string | null)[] = []
    for (const key of [next, next, next, previous, previous]) {
      await press(key)
      seen.push(selected(part))
      expect(part.root.activeElement?.textContent).toBe(selected(part))
    }
    expect(seen).toEqual(['Activity', 'Settings', 'Tokens', 'Settings', 'Activity'])
  })
})

test('Home and End jump, other keys do nothing', async () => {
  using part = await mountPart(<Holdings />)
  await act(() => part.get('[aria-selected=true]').focus())
  await press('{End}')
  expect(selected(part)).toBe('Settings')
  await press('{ArrowDown}')
  expect(selected(part)).toBe('Settings')
  await press('{Home}')
  expect(selected(part)).toBe('Tokens')
})

test('Tab stops once at the tabs, then at the panel', async () => {
  using part = await mountPart(<Holdings />)
  await act(() => part.get('[aria-selected=true]').focus())
  await press('{Tab}')
  expect(part.root.activeElement).toBe(part.get('[role=tabpanel]'))
})

test.each(['light', 'dark'] as const)('in the %s theme the chosen tab is lighter than its track', async (mode) => {
  using part = await mountPart(<Holdings />, { mode })
  const lightness = (selector: string) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (canvas === null) throw new Error('No canvas')
    canvas.fillStyle = getComputedStyle(part.get(selector)).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    return canvas
      .getImageData(0, 0, 1, 1)
      .data.slice(0, 3)
      .reduce((sum, channel) => sum + channel, 0)
  }
  expect(lightness('[aria-selected=true]')).toBeGreaterThan(lightness('[role=tablist]'))
})
