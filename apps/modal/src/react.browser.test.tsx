import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createModal, type Modal, type ModalOptions } from './index.ts'
import { testSettings } from './modal.fixture.ts'
import { useLatchkey } from './react.ts'
import { hostTag } from './ui/createHost.ts'

const frameUrl = inject('frameUrl')
const made: Modal[] = []
afterEach(() => {
  for (const modal of made.splice(0)) modal.destroy()
})
const create = (options: Partial<ModalOptions> = {}, projectId = `login-react-${crypto.randomUUID()}`) => {
  const modal = createModal({ ...testSettings, projectId, frameUrl, apiUrl: frameUrl, ...options })
  made.push(modal)
  return modal
}

test('a component follows a modal, mounted twice by StrictMode, and lets go of it', async () => {
  const modal = create()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const Status = () => {
    const { isConnected, chainId, open } = useLatchkey(modal)
    return <p>{`${isConnected} ${chainId} ${open}`}</p>
  }
  root.render(
    <StrictMode>
      <Status />
    </StrictMode>,
  )
  await expect.poll(() => place.textContent).toBe('false 31337 false')
  await modal.open()
  await expect.poll(() => place.textContent).toBe('false 31337 true')
  modal.close()
  await modal.switchNetwork('eip155:1337')
  await expect.poll(() => place.textContent).toBe('false 1337 false')
  root.unmount()
  modal.destroy()
  place.remove()
})

test('making a modal touches nothing; destroying it leaves nothing', async () => {
  const modal = create()
  expect(document.querySelector(hostTag)).toBeNull()
  await modal.open()
  await expect.poll(() => document.querySelector(`${hostTag} iframe`)).not.toBeNull()
  modal.destroy()
  await expect.poll(() => document.querySelector(hostTag)).toBeNull()
  await expect(modal.open()).rejects.toMatchObject({ code: 4900 })
})

test('the modal that takes the place of its bare surface does not come in once more, and is as if it had', async () => {
  const modal = create()
  const opened = modal.open()
  const root = () => document.querySelector(hostTag)?.shadowRoot
  expect(root()?.querySelector('dialog')?.ariaBusy).toBe('false')
  await opened
  const dialog = root()?.querySelector('dialog')
  expect(dialog?.ariaBusy).toBeNull()
  expect(dialog?.getAnimations()).toEqual([])
  // Its line is for content that has gone under it: over the wallet's frame it would count as a cover.
  const header = dialog?.querySelector('[part~=header]')
  expect(header && getComputedStyle(header).boxShadow).toBe('none')
  modal.destroy()
  await expect.poll(() => document.querySelector(hostTag)).toBeNull()
})

const rootOf = () => document.querySelector(hostTag)?.shadowRoot
const emailOf = () => rootOf()?.querySelector<HTMLInputElement>('input[type=email]')

/** Types in the field that exists before the views do, in the same task. */
const typeEarly = (text: string, key?: string) => {
  const field = emailOf()
  if (!field) throw new Error('There is no field yet')
  field.value = text
  if (key !== undefined) field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
}

test('what is typed before the views are drawn stays, and so do focus and caret', async () => {
  const modal = create()
  const opened = modal.open()
  expect(rootOf()?.activeElement).toBe(emailOf())
  typeEarly('ada')
  await opened
  expect(rootOf()?.querySelector('dialog')?.part.contains('dialog')).toBe(true)
  await userEvent.keyboard('@example.org')
  expect(emailOf()?.value).toBe('ada@example.org')
  modal.destroy()
})

/** `maxShift` is in pixels. At 320 px the hint below the field takes a second line, which makes the sheet taller. */
test.each<{ shown: string; width: number; maxShift: number; options: Partial<ModalOptions> }>([
  { shown: 'email and wallets', width: 1000, maxShift: 1, options: {} },
  {
    shown: 'email, login providers and wallets',
    width: 1000,
    maxShift: 1,
    options: { features: { socials: ['google', 'apple'] } },
  },
  { shown: 'email', width: 370, maxShift: 1, options: { features: { wallets: false } } },
  { shown: 'email and wallets', width: 320, maxShift: 18, options: { themeMode: 'light' } },
])(
  'the view takes over surface and field where they are: $shown, at $width px',
  async ({ width, maxShift, options }) => {
    await page.viewport(width, 900)
    const modal = create(options)
    const rectOf = (part: string) => rootOf()?.querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
    const styleOf = (part: string) => {
      const { fontSize, fontWeight, lineHeight, backgroundColor } = getComputedStyle(
        rootOf()?.querySelector(part) as Element,
      )
      return { text: [fontSize, fontWeight, lineHeight], backgroundColor }
    }
    const opened = modal.open()
    const before = { dialog: rectOf('dialog'), field: rectOf('input') }
    const [surface, label] = [styleOf('dialog'), styleOf('label')]
    await opened
    // The view's field is in a box, which has the border.
    const after = { dialog: rectOf('dialog'), field: rectOf('[part~=field-box]') }
    for (const part of ['dialog', 'field'] as const) {
      expect(after[part].x).toBe(before[part].x)
      expect(after[part].width).toBe(before[part].width)
      expect(Math.abs(after[part].y - before[part].y)).toBeLessThanOrEqual(maxShift)
    }
    expect(styleOf('[part~=panel]').backgroundColor).toBe(surface.backgroundColor)
    expect(styleOf('[part~=label]')).toMatchObject({ text: label.text })
    modal.destroy()
  },
)

test.each<[string, Partial<ModalOptions['features']>]>([
  ['is empty', { connectMethodsOrder: [] }],
  ['begins with a method that is off', { connectMethodsOrder: ['social', 'email'] }],
])('the field comes before the views where the order of methods %s', async (_, features) => {
  const modal = create({ features: { ...features } })
  const opened = modal.open()
  expect(emailOf()).not.toBeNull()
  await opened
  modal.destroy()
})

test('Enter before the views are drawn submits once they are', async () => {
  const modal = create()
  const opened = modal.open()
  typeEarly('no address', 'Enter')
  await opened
  await expect.poll(() => rootOf()?.querySelector('[role=alert]')?.textContent).toBeTruthy()
  expect(emailOf()?.value).toBe('no address')
  modal.destroy()
})

test.each<[string, Partial<ModalOptions>, Parameters<Modal['open']>[0], object?]>([
  ['wallets come first', { features: { connectMethodsOrder: ['wallet', 'email', 'social'] } }, undefined],
  ['the site has no sign-in by email', { features: { email: false } }, undefined],
  ['the site has a text of its own', { texts: { 'connect.email': 'Work email' } }, undefined],
  ['the site opens another view', {}, { view: 'AllWallets' }],
  ['the project turned email off', {}, undefined, { email: false }],
])('no field comes before the views where %s', async (_, options, request, project) => {
  const projectId = `login-${crypto.randomUUID()}`
  if (project !== undefined) localStorage.setItem(`latchkey:${projectId}:project-config`, JSON.stringify(project))
  const modal = create(options, projectId)
  const opened = modal.open(request)
  expect(rootOf()?.querySelector('dialog')?.ariaBusy).toBe('true')
  expect(emailOf()).toBeNull()
  await opened
  modal.destroy()
})

test('the surface of a view other than Connect does not have the height of Connect', async () => {
  const height = (request?: Parameters<Modal['open']>[0]) => {
    const modal = create({ features: { email: true, wallets: false } })
    void modal.open(request).catch(() => undefined)
    const { height } = rootOf()?.querySelector('dialog')?.getBoundingClientRect() ?? {}
    modal.destroy()
    return height
  }
  expect(height({ view: 'Networks' })).toBe(height({ view: 'AllWallets' }))
  expect(height({ view: 'Networks' })).toBeGreaterThan(height() ?? 0)
})

test.each<[string, (modal: Modal) => void]>([
  ['the page', (modal) => modal.close()],
  ['a click beside it', () => rootOf()?.querySelector('dialog')?.dispatchEvent(new MouseEvent('click'))],
])('closed by %s while it is loaded, the modal does not open', async (_, close) => {
  const modal = create()
  const opened = modal.open()
  close(modal)
  expect(rootOf()?.querySelector('dialog')).toBeNull()
  await opened
  expect(modal.getState()).toMatchObject({ open: false, loading: false })
  await modal.open()
  expect(modal.getState().open).toBe(true)
  modal.destroy()
})

test('a theme set before anything is loaded is the theme that is drawn', async () => {
  const modal = create()
  modal.setThemeMode('light')
  modal.setThemeVariables({ '--lk-width': '400px' })
  expect(modal.getState().themeMode).toBe('light')
  await modal.open()
  const host = document.querySelector(hostTag)
  await expect.poll(() => host && getComputedStyle(host).colorScheme).toBe('light')
  expect(host && getComputedStyle(host).getPropertyValue('--lk-width')).toBe('400px')
  modal.setThemeMode('dark')
  await expect.poll(() => host && getComputedStyle(host).colorScheme).toBe('dark')
  modal.destroy()
  await expect.poll(() => document.querySelector(hostTag)).toBeNull()
})

test('an embedded modal is a part of the element that it was given, and no dialog', async () => {
  const place = document.createElement('main')
  document.body.append(place)
  const modal = createModal({ ...testSettings, embedded: () => place })
  await modal.open()
  expect([...place.children].map(({ localName }) => localName)).toEqual([hostTag])
  const root = place.querySelector(hostTag)?.shadowRoot
  expect(root?.querySelector('section')?.checkVisibility()).toBe(true)
  expect(root?.querySelector('dialog')).toBeNull()
  modal.destroy()
  await expect.poll(() => place.childElementCount).toBe(0)
  place.remove()
})
