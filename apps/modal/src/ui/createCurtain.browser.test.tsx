import { themeDeclarations } from '@latchkey/protocol/theme'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type CurtainOptions, createCurtain, curtainDefaults } from './createCurtain.ts'
import { createHost } from './createHost.ts'

const disposals: (() => void)[] = []
afterEach(() => {
  for (const dispose of disposals.splice(0)) dispose()
})

const start = (theme: ReturnType<CurtainOptions['theme']> = {}) => {
  const host = createHost()
  const opener = document.createElement('button')
  opener.textContent = 'Connect'
  document.body.append(opener)
  opener.focus()
  const onLeave = vi.fn<() => void>()
  const curtain = createCurtain({ host, label: 'My dapp', theme: () => theme, onLeave })
  disposals.push(() => {
    curtain.hide()
    host.remove()
    opener.remove()
  })
  const dialog = () => host.element().shadowRoot?.querySelector('dialog') ?? null
  return { curtain, dialog, opener, onLeave, host }
}

test('stands in the colours and sizes of the theme table', () => {
  for (const mode of ['light', 'dark'] as const) {
    const table = new Map(themeDeclarations(mode, {}))
    for (const [name, value] of Object.entries({ ...curtainDefaults.shared, ...curtainDefaults[mode] }))
      expect(table.get(name), name).toBe(value)
  }
})

test('is a modal dialog with a name that says that it is busy, over a page that is inert', () => {
  const { curtain, dialog } = start()
  curtain.show()
  expect(dialog()?.matches(':modal')).toBe(true)
  expect(dialog()?.ariaLabel).toBe('My dapp')
  expect(dialog()?.ariaBusy).toBe('true')
})

test('takes the theme of the dapp', () => {
  const { curtain, dialog } = start({ themeMode: 'light', themeVariables: { '--lk-surface': 'rgb(1, 2, 3)' } })
  curtain.show()
  expect(getComputedStyle(dialog() as Element).backgroundColor).toBe('rgb(1, 2, 3)')
})

test('shown twice, there is one; hidden, nothing of it is left and the focus is where it was', () => {
  const { curtain, dialog, opener, onLeave, host } = start()
  curtain.show()
  curtain.show()
  expect(host.element().shadowRoot?.querySelectorAll('dialog')).toHaveLength(1)
  expect(curtain.hide()).toBe(true)
  expect(curtain.hide()).toBe(false)
  expect(dialog()).toBeNull()
  expect(host.element().shadowRoot?.adoptedStyleSheets).toEqual([])
  expect(document.activeElement).toBe(opener)
  expect(onLeave).not.toHaveBeenCalled()
})

test('Escape leaves, and gives the focus back', async () => {
  const { curtain, dialog, opener, onLeave } = start()
  curtain.show()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onLeave.mock.calls.length).toBe(1)
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('a click beside it leaves, a click on it does not', () => {
  const { curtain, dialog, onLeave } = start()
  curtain.show()
  const { left, top } = dialog()?.getBoundingClientRect() ?? { left: 0, top: 0 }
  const click = (clientX: number, clientY: number) =>
    dialog()?.dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true }))
  click(left + 20, top + 20)
  expect(onLeave).not.toHaveBeenCalled()
  click(left - 1, top + 20)
  expect(onLeave).toHaveBeenCalledOnce()
})
