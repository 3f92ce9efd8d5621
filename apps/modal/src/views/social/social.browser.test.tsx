import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountScreen } from '../../../gallery/mountScreen.fixture.tsx'
import { testFarcasterUri } from '../../modal.fixture.ts'

const buttons = (root: ShadowRoot) =>
  [...root.querySelectorAll<HTMLButtonElement>('[part~=socials] button')].map(({ ariaLabel }) => ariaLabel)
const buttonOf = (root: ShadowRoot, name: string) => {
  const found = [...root.querySelectorAll('button')].find(
    ({ ariaLabel, textContent }) => ariaLabel === name || textContent === name,
  )
  if (found === undefined) throw new Error(`There is no button ${name}`)
  return found
}
const said = (root: ShadowRoot) =>
  [...root.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join()
const heading = (root: ShadowRoot) => root.querySelector('h2')?.textContent

test('two providers show, and "More" shows the others without moving the focus', async () => {
  using screen = await mountScreen('Connect, socials')
  await expect.poll(() => buttons(screen.root)).toEqual(['Continue with Google', 'Continue with GitHub', 'More'])
  const more = buttonOf(screen.root, 'More')
  expect(more.ariaExpanded).toBe('false')
  more.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => more.ariaExpanded).toBe('true')
  expect(screen.root.activeElement).toBe(more)
  expect(buttons(screen.root).slice(3)).toEqual(
    ['Apple', 'Facebook', 'X', 'Discord', 'Farcaster'].map((name) => `Continue with ${name}`),
  )
  await userEvent.keyboard('{Tab}')
  expect(screen.root.activeElement?.ariaLabel).toBe('Continue with Apple')
})

test('the provider that was used last is in sight, and says so', async () => {
  using screen = await mountScreen('Connect, socials, last used behind More')
  await expect
    .poll(() => buttons(screen.root))
    .toEqual(['Continue with Google', 'Continue with Farcaster, last used', 'More'])
})

test('with the keyboard alone: a provider, its window, another method, and back', async () => {
  await page.viewport(800, 800)
  using screen = await mountScreen('Connect, socials')
  await expect.poll(() => buttons(screen.root)).toHaveLength(3)
  buttonOf(screen.root, 'Continue with GitHub').focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => heading(screen.root)).toBe('Continue in the GitHub window')
  expect(screen.root.querySelector('dialog')?.ariaLabel).toBe('GitHub')
  expect(said(screen.root)).toContain('Continue in the GitHub window')
  buttonOf(screen.root, 'Show the window').focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.modal.page.opened[0]?.focused).toBe(1)
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.poll(() => screen.root.querySelector('h1')?.textContent).toBe('Sign in or sign up')
  expect(screen.modal.page.opened[0]?.closed).toBe(true)
})

test('a failure is said, and the one thing that helps begins anew', async () => {
  using screen = await mountScreen('ConnectingSocial, unavailable')
  await expect.poll(() => heading(screen.root)).toBe('Google isn’t responding')
  expect(said(screen.root)).toContain('Google isn’t responding')
  screen.modal.setHandlers({})
  buttonOf(screen.root, 'Try again').click()
  await expect.poll(() => heading(screen.root)).toBe('Continue in the Google window')
})

test('what is not set up is not to be tried again', async () => {
  using screen = await mountScreen('ConnectingSocial, not set up')
  await expect.poll(() => heading(screen.root)).toBe('Google isn’t enabled for this site')
  expect([...screen.root.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('Try again')
})

test('Farcaster: a code for a phone, the same as a link to copy, and a link for this device', async () => {
  using screen = await mountScreen('ConnectingFarcaster')
  await expect.poll(() => screen.root.querySelector('[part~=qr-code]')?.ariaLabel).toBe('QR code that opens Farcaster')
  buttonOf(screen.root, 'Copy link').click()
  await expect.poll(() => screen.modal.copied).toEqual([testFarcasterUri])
  expect(screen.root.querySelector('a')?.href).toBe(testFarcasterUri)
})

test('Farcaster on a phone: its app first, the code on demand', async () => {
  using screen = await mountScreen('ConnectingFarcaster, phone')
  const link = () => screen.root.querySelector('a')
  await expect.poll(() => link()?.textContent).toBe('Open Farcaster')
  expect(link()?.href).toBe(testFarcasterUri)
  expect(screen.root.querySelector('[part~=qr-code]')?.checkVisibility()).toBe(false)
})

test('who has no email is shown by their name, with the provider', async () => {
  using screen = await mountScreen('Account, by a provider')
  await expect.poll(() => screen.root.querySelector('[part~=provider-mark]')?.ariaLabel).toBe('GitHub')
  expect(screen.root.querySelector('[part~=account-who]')?.textContent).toContain('Ada Lovelace')
  expect(screen.root.textContent).not.toContain('Change email')
})
