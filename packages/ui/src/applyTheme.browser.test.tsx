import { expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { adoptStyles } from './adoptStyles.ts'
import { applyTheme } from './applyTheme.ts'
import { Panel } from './Panel.tsx'
import { type MountedPart, mountPart } from './testing/mountPart.tsx'

const background = (part: MountedPart) => getComputedStyle(part.get('[part=panel]')).backgroundColor
const [light, dark] = ['oklch(1 0 258)', 'oklch(0.19 0.01 258)']

const prefer = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })

test('a part is dark by default', async () => {
  using part = await mountPart(<Panel>Content</Panel>)
  expect(background(part)).toBe(dark)
  expect(getComputedStyle(part.host).colorScheme).toBe('dark')
})

test('the newest theme wins, and its disposer brings the one before back', async () => {
  using part = await mountPart(<Panel>Content</Panel>)
  const dispose = applyTheme(part.root, 'light', { '--lk-radius-modal': '4px' })
  expect(background(part)).toBe(light)
  expect(getComputedStyle(part.get('[part=panel]')).borderRadius).toBe('4px')
  dispose()
  expect(background(part)).toBe(dark)
  expect(getComputedStyle(part.get('[part=panel]')).borderRadius).toBe('28px')
})

test('system follows the user while it is applied', async () => {
  await prefer('light')
  try {
    using part = await mountPart(<Panel>Content</Panel>, { mode: 'system' })
    expect(background(part)).toBe(light)
    await prefer('dark')
    await expect.poll(() => background(part)).toBe(dark)
  } finally {
    await prefer('')
  }
})

test('a theme leaves no style attribute, and the page may override it from its own style sheet', async () => {
  using part = await mountPart(<Panel>Content</Panel>, { mode: 'light' })
  expect(part.host.getAttribute('style')).toBeNull()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.brand { --lk-surface: rgb(1 2 3) }')
  document.adoptedStyleSheets.push(sheet)
  part.host.className = 'brand'
  expect(background(part)).toBe('rgb(1, 2, 3)')
  document.adoptedStyleSheets.pop()
})

test('a page restyles a part by its name', async () => {
  using part = await mountPart(<Panel>Content</Panel>)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.brand::part(panel) { background: rgb(4 5 6) }')
  document.adoptedStyleSheets.push(sheet)
  part.host.className = 'brand'
  expect(background(part)).toBe('rgb(4, 5, 6)')
  document.adoptedStyleSheets.pop()
})

test('the text styles of the page do not come in', async () => {
  using part = await mountPart(<Panel>Content</Panel>)
  document.body.setAttribute('style', 'text-transform: uppercase; letter-spacing: 9px; text-align: center')
  const { textTransform, letterSpacing, textAlign } = getComputedStyle(part.get('[part=panel]'))
  document.body.removeAttribute('style')
  expect({ textTransform, letterSpacing, textAlign }).toEqual({
    textTransform: 'none',
    letterSpacing: 'normal',
    textAlign: 'start',
  })
})

test('taking the styles away leaves none behind', () => {
  const root = document.createElement('div').attachShadow({ mode: 'open' })
  const dispose = adoptStyles(root)
  expect(root.adoptedStyleSheets).toHaveLength(2)
  dispose()
  expect(root.adoptedStyleSheets).toEqual([])
})
