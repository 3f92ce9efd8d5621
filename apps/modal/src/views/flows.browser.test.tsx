import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountScreen } from '../../gallery/mountScreen.fixture.tsx'

const focused = (root: ShadowRoot): string | null => {
  const element = root.activeElement
  return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? element?.tagName ?? null
}
const text = (root: ShadowRoot): string => root.querySelector('dialog')?.textContent ?? ''
const open = (root: ShadowRoot) => root.querySelector('dialog')?.open

test('with the keyboard alone: email, Enter, six digits, connected and back where the focus was', async () => {
  await page.viewport(800, 800)
  const opener = document.createElement('button')
  opener.textContent = 'Log in'
  document.body.append(opener)
  opener.focus()
  using screen = await mountScreen('Connect')
  await expect.poll(() => screen.root.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('ada@example.com{Enter}')
  await expect.poll(() => screen.root.querySelector('h1')?.textContent).toBe('Confirm your email')
  await expect.poll(() => focused(screen.root)).toBe('Six-digit code')
  await userEvent.keyboard('123456')
  await expect.poll(() => screen.modal.hub.account.get().status).toBe('connected')
  await expect.poll(() => open(screen.root)).toBe(false)
  expect(document.activeElement).toBe(opener)
  opener.remove()
})

test('Tab goes round inside the modal, both ways', async () => {
  using screen = await mountScreen('Account')
  await expect.poll(() => open(screen.root)).toBe(true)
  const walk: (string | null)[] = []
  for (let step = 0; step < 5; step++) {
    await userEvent.keyboard('{Tab}')
    walk.push(focused(screen.root))
  }
  expect(walk).toEqual(['Close', 'Copy address', 'LLocal chain ANetwork', 'Disconnect', 'Close'])
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(focused(screen.root)).toBe('Disconnect')
})

test('choosing a network by keyboard switches it and leads back', async () => {
  using screen = await mountScreen('Networks')
  await expect.poll(() => open(screen.root)).toBe(true)
  const row = [...screen.root.querySelectorAll('button')].find((button) =>
    button.textContent?.includes('Local chain B'),
  )
  row?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.modal.hub.network.get().chainId).toBe(1337)
  await expect.poll(() => screen.root.querySelector('h1')?.textContent).toBe('Account')
})

test('the list of networks can be searched by name and by chain id', async () => {
  using screen = await mountScreen('Networks, many')
  await expect.poll(() => open(screen.root)).toBe(true)
  const field = screen.root.querySelector('input')
  const rows = () => [...screen.root.querySelectorAll('[part~=row-title]')].map((row) => row.textContent)
  field?.focus()
  await userEvent.keyboard(' POLY ')
  await expect.poll(rows).toContain('Polygon')
  expect(rows().every((name) => name?.startsWith('Polygon'))).toBe(true)
  await userEvent.fill(page.elementLocator(field as HTMLElement), '8453')
  await expect.poll(rows).toEqual(['Base'])
  await userEvent.fill(page.elementLocator(field as HTMLElement), 'nothing by that name')
  await expect.poll(() => text(screen.root)).toContain('No network by that name')
})

test('Escape closes, and says why not while an answer is needed', async () => {
  using screen = await mountScreen('Account')
  await expect.poll(() => open(screen.root)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => open(screen.root)).toBe(false)

  using guarded = await mountScreen('EmailLogin, checking')
  await expect.poll(() => open(guarded.root)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => guarded.root.querySelector('[role=status]')?.textContent).toContain('Close button')
  expect(guarded.root.querySelector('dialog')?.dataset.shaking).toBe('true')
  expect(open(guarded.root)).toBe(true)
  await guarded.modal.clock.advance(500)
  await expect.poll(() => guarded.root.querySelector('dialog')?.dataset.shaking).toBeUndefined()
})

test('a wrong code is told at the field, cleared, and the next one is taken', async () => {
  using screen = await mountScreen('EmailLogin')
  await expect.poll(() => focused(screen.root)).toBe('Six-digit code')
  const input = screen.root.querySelector('input')
  screen.modal.setHandlers({
    CONNECT_OTP: async () => {
      screen.modal.setHandlers({})
      const { AppError } = await import('@latchkey/protocol')
      throw new AppError('OTP_INVALID', { details: { triesLeft: 2 } })
    },
  })
  await userEvent.keyboard('000000')
  await expect.poll(() => text(screen.root)).toContain('That code is not right. 2 tries left')
  expect(input?.value).toBe('')
  expect(input?.getAttribute('aria-invalid')).toBe('true')
  await userEvent.keyboard('123456')
  await expect.poll(() => screen.modal.hub.account.get().status).toBe('connected')
})

test('seconds until another code count down to the button that sends it', async () => {
  using screen = await mountScreen('EmailLogin')
  await expect.poll(() => text(screen.root)).toContain('New code in 30 seconds')
  await screen.modal.clock.advance(29_000)
  await expect.poll(() => text(screen.root)).toContain('New code in 1 second')
  await screen.modal.clock.advance(1000)
  await expect.poll(() => text(screen.root)).toContain('Send a new code')
})

test('a server that asks for patience is quoted, counting down', async () => {
  using screen = await mountScreen('Connect, throttled')
  await expect.poll(() => text(screen.root)).toContain('Please try again after 24 seconds')
  await screen.modal.clock.advance(1000)
  await expect.poll(() => text(screen.root)).toContain('Please try again after 23 seconds')
  await screen.modal.clock.advance(23_000)
  await expect.poll(() => screen.root.querySelector('[part~=message][data-tone=danger]')).toBeNull()
})

test('copying says so to everybody', async () => {
  using screen = await mountScreen('Account')
  await expect.poll(() => open(screen.root)).toBe(true)
  const copy = [...screen.root.querySelectorAll('button')].find((button) => button.ariaLabel === 'Copy address')
  copy?.click()
  await expect.poll(() => screen.root.querySelector('dialog [role=status]')?.textContent).toBe('Address copied')
  expect(screen.modal.copied).toHaveLength(1)
})

test('the live region inside speaks while the modal is open, the one outside once it is closed', async () => {
  using screen = await mountScreen('Account')
  await expect.poll(() => open(screen.root)).toBe(true)
  const row = [...screen.root.querySelectorAll('button')].find((button) => button.textContent === 'Disconnect')
  row?.click()
  await expect.poll(() => open(screen.root)).toBe(false)
  expect(screen.root.querySelector('[role=status]:not(dialog *)')?.textContent).toBe('Disconnected')
})

test('the theme is set on the shadow root and follows a change', async () => {
  using screen = await mountScreen('Account', { mode: 'light' })
  await expect.poll(() => getComputedStyle(screen.host).colorScheme).toBe('light')
  const { setThemeAtom } = await import('../state/theme.ts')
  screen.modal.store.set(setThemeAtom, 'dark', { '--lk-width': '400px', '--lk-evil': 'url(x)' })
  await expect.poll(() => getComputedStyle(screen.host).colorScheme).toBe('dark')
  expect(getComputedStyle(screen.host).getPropertyValue('--lk-width')).toBe('400px')
  expect(getComputedStyle(screen.host).getPropertyValue('--lk-evil')).toBe('')
})
