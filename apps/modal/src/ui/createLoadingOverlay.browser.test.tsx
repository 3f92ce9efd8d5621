import { t } from '@latchkey/copy/connect'
import { messages } from '@latchkey/copy/en/opening'
import { t as modalT } from '@latchkey/copy/modal'
import { type ThemeMode, themeDeclarations } from '@latchkey/protocol/theme'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { violations } from '../../gallery/testScreens.fixture.ts'
import { createHost } from './createHost.ts'
import { createLoadingOverlay, type LoadingOverlayOptions, styles } from './createLoadingOverlay.ts'

const disposals: (() => void)[] = []
afterEach(() => {
  for (const dispose of disposals.splice(0)) dispose()
})

const start = (theme: ReturnType<LoadingOverlayOptions['theme']> = {}) => {
  const host = createHost()
  const opener = document.createElement('button')
  opener.textContent = 'Connect'
  document.body.append(opener)
  opener.focus()
  const onLeave = vi.fn<() => void>()
  const overlay = createLoadingOverlay({ host, label: 'My dapp', theme: () => theme, onLeave })
  disposals.push(() => {
    overlay.hide()
    host.remove()
    opener.remove()
  })
  const dialog = () => host.element().shadowRoot?.querySelector('dialog') ?? null
  return { overlay, dialog, opener, onLeave, host }
}

test('has the sizes of the theme table', () => {
  const table = new Map(themeDeclarations('light'))
  const sizes = [...styles.matchAll(/var\((--lk-[a-z0-9-]+),([\d.]+(?:px)?)\)/g)]
  expect(sizes.length).toBeGreaterThan(7)
  for (const [, name = '', value] of sizes) expect(table.get(name), name).toBe(value)
})

test('is a modal dialog with a name that says that it is busy, over a page that is inert', () => {
  const { overlay, dialog } = start()
  overlay.show()
  expect(dialog()?.matches(':modal')).toBe(true)
  expect(dialog()?.ariaLabel).toBe('My dapp')
  expect(dialog()?.ariaBusy).toBe('true')
})

test('takes the theme of the dapp', () => {
  const { overlay, dialog } = start({ themeMode: 'light', themeVariables: { '--lk-surface': 'rgb(1, 2, 3)' } })
  overlay.show()
  expect(getComputedStyle(dialog() as Element).backgroundColor).toBe('rgb(1, 2, 3)')
})

test('its field takes keys at once, and what was typed is returned', async () => {
  const { overlay, dialog } = start()
  overlay.show({ heightPx: 256, hasField: true })
  const field = dialog()?.querySelector('input')
  expect(field?.labels?.[0]?.textContent).toBe(t('email'))
  expect(dialog()?.ariaLabel).toBe(modalT('title.Connect'))
  expect(dialog()?.ariaBusy).toBe('false')
  await userEvent.keyboard('ada@example.org')
  expect(overlay.hide()).toEqual({ email: 'ada@example.org', isFocused: true, isSubmitted: false })
})

test('Enter in its field is a submission, unless more is typed', async () => {
  const { overlay } = start()
  overlay.show({ heightPx: 256, hasField: true })
  await userEvent.keyboard('ada@example.or{Enter}')
  await userEvent.keyboard('g')
  expect(overlay.hide()).toMatchObject({ isSubmitted: false })
  overlay.show({ heightPx: 256, hasField: true })
  await userEvent.keyboard('ada@example.org{Enter}')
  expect(overlay.hide()).toEqual({ email: 'ada@example.org', isFocused: true, isSubmitted: true })
})

test('Enter that ends a composition is no submission, and what was composed is returned', () => {
  const { overlay, dialog } = start()
  overlay.show({ heightPx: 256, hasField: true })
  const field = dialog()?.querySelector('input') as HTMLInputElement
  field.dispatchEvent(new CompositionEvent('compositionstart'))
  field.value = 'ada@example.org'
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true }))
  expect(overlay.hide()).toEqual({ email: 'ada@example.org', isFocused: true, isSubmitted: false })
})

test.each<[ThemeMode, number]>([
  ['dark', 370],
  ['light', 320],
])('its field is accessible and has room in %s at %i px', async (themeMode, width) => {
  await page.viewport(width, 700)
  const { overlay, dialog } = start({ themeMode })
  overlay.show({ heightPx: 642, hasField: true })
  expect(await violations(dialog() as Element)).toEqual([])
  const box = dialog()?.getBoundingClientRect() as DOMRect
  const field = dialog()?.querySelector('input')?.getBoundingClientRect() as DOMRect
  expect(field.left).toBeGreaterThan(box.left)
  expect(field.right).toBeLessThan(box.right)
  expect(field.width).toBeGreaterThan(240)
})

test('a click on the label goes to the field and leaves nothing', () => {
  const { overlay, dialog, onLeave } = start()
  overlay.show({ heightPx: 256, hasField: true })
  const label = dialog()?.querySelector('label')
  label?.querySelector('input')?.blur()
  label?.click()
  expect(onLeave).not.toHaveBeenCalled()
  expect(overlay.hide()).toMatchObject({ isFocused: true })
})

test('says what the view after it says', () => {
  expect(messages).toEqual({ title: modalT('title.Connect'), email: t('email'), placeholder: t('placeholder') })
})

test('shown twice, there is one; hidden, nothing of it is left and the focus is where it was', () => {
  const { overlay, dialog, opener, onLeave, host } = start()
  overlay.show()
  overlay.show()
  expect(host.element().shadowRoot?.querySelectorAll('dialog')).toHaveLength(1)
  expect(overlay.hide()).toEqual({ email: '', isFocused: false, isSubmitted: false })
  expect(overlay.hide()).toBeUndefined()
  expect(dialog()).toBeNull()
  expect(host.element().shadowRoot?.adoptedStyleSheets).toEqual([])
  expect(document.activeElement).toBe(opener)
  expect(onLeave).not.toHaveBeenCalled()
})

test('Escape leaves, and gives the focus back', async () => {
  const { overlay, dialog, opener, onLeave } = start()
  overlay.show()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onLeave.mock.calls.length).toBe(1)
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('Escape leaves at once, not with the next frame: what is shown meanwhile stays', async () => {
  const { overlay, dialog, opener, onLeave } = start()
  opener.addEventListener('click', () => overlay.show())
  await userEvent.click(opener)
  const first = dialog() as HTMLDialogElement
  const closed = new Promise((resolve) => first.addEventListener('close', resolve))
  first.addEventListener('cancel', () => {
    expect([onLeave.mock.calls.length, dialog()]).toEqual([1, null])
    overlay.show()
  })
  await userEvent.keyboard('{Escape}')
  await closed
  expect(onLeave).toHaveBeenCalledTimes(1)
  expect(dialog()?.open).toBe(true)
})

test('a click beside it leaves, a click on it does not', () => {
  const { overlay, dialog, onLeave } = start()
  overlay.show()
  const { left, top } = dialog()?.getBoundingClientRect() ?? { left: 0, top: 0 }
  const click = (clientX: number, clientY: number) =>
    dialog()?.dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true }))
  click(left + 20, top + 20)
  expect(onLeave).not.toHaveBeenCalled()
  click(left - 1, top + 20)
  expect(onLeave).toHaveBeenCalledOnce()
})
