import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountScreen } from '../../../gallery/mountScreen.fixture.tsx'
import { requiredProofScreens } from '../../../gallery/proofScreens.fixture.ts'
import { violations } from '../../../gallery/testScreens.fixture.ts'
import { isOpenAtom } from '../../state/route.ts'
import { proofAtom } from './proofState.ts'

const button = (root: ShadowRoot, name: string): HTMLButtonElement => {
  const found = [...root.querySelectorAll('button')].find(
    ({ ariaLabel, textContent }) => ariaLabel === name || textContent === name,
  )
  if (found === undefined) throw new Error(`No button ${name}`)
  return found
}

test.each(Object.keys(requiredProofScreens))(
  '%s is accessible, and neither Close nor Escape leads out of it',
  async (name) => {
    await page.viewport(370, 640)
    using screen = await mountScreen(name)
    const { root, host, modal } = screen
    expect(await violations(host)).toEqual([])
    button(root, 'Close').click()
    await expect.poll(() => root.textContent).toContain('Sign in or cancel to leave')
    await userEvent.keyboard('{Escape}')
    expect(modal.store.get(isOpenAtom)).toBe(true)
    expect(root.querySelector('dialog')?.open).toBe(true)
    expect([...root.querySelectorAll('button')].some(({ ariaLabel }) => ariaLabel === 'Back')).toBe(false)
    button(root, 'Cancel').click()
    await expect.poll(() => root.querySelector('dialog')?.open).toBe(false)
    expect(modal.hub.account.get().status).toBe('disconnected')
  },
)

test('the keyboard begins at the question, and signing asks the wallet once', async () => {
  using screen = await mountScreen('SIWXSignMessage')
  const { root, modal } = screen
  await expect.poll(() => root.activeElement).toBe(button(root, 'Sign in'))
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.poll(() => modal.store.get(proofAtom).status).toBe('signing')
  expect(root.textContent).toContain('Confirm in MetaMask')
})

test('who skips is on the site, connected', async () => {
  using screen = await mountScreen('SIWXSignMessage')
  const { root, modal } = screen
  button(root, 'Not now').click()
  await expect.poll(() => root.querySelector('dialog')?.open).toBe(false)
  expect(modal.hub.account.get().status).toBe('connected')
})
