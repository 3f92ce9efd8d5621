import type { Handlers } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { backend } from '../../../gallery/accountScreens.fixture.ts'
import { type MountedScreen, mountScreen } from '../../../gallery/mountScreen.fixture.tsx'
import { createSmartLogin, smartAddress, smartChains } from '../../connectors/auth/smartLogin.fixture.ts'
import { solanaAddress, solanaHandlers, solanaLocal } from '../../connectors/auth/solanaLogin.fixture.ts'
import { type TestModal, testAddress } from '../../modal.fixture.ts'
import { submitEmailAtom } from '../../state/emailLogin.ts'
import { openAtom } from '../../state/modal.ts'
import { activeNetworkIdAtom, setActiveNetworkAtom } from '../../state/networks.ts'
import { restoreAtom } from '../../state/restoring.ts'
import { pushAtom, routeAtom } from '../../state/route.ts'

const restore = ({ store }: TestModal) => store.set(restoreAtom)
const open = ({ store }: TestModal) => store.set(openAtom)
const settings = ({ store }: TestModal) => store.set(pushAtom, { view: 'AccountSettings' })

const text = ({ root }: MountedScreen): string => root.querySelector('dialog')?.textContent ?? ''
const view = ({ modal }: MountedScreen) => modal.store.get(routeAtom).view
const address = ({ modal }: MountedScreen) => modal.hub.account.get().address
const said = ({ root }: MountedScreen) => root.querySelector('dialog [role=status]')?.textContent

const choice = () => page.getByRole('group', { name: 'Account type' })

test('the settings have the account type, named for what it is', async () => {
  using screen = await mountScreen('AccountSettings')
  await expect.element(choice()).toHaveAccessibleDescription(/works with every site.*its own address/i)
  await expect.element(choice().getByRole('radio', { name: 'Standard' })).toBeChecked()
  await choice().getByText('Smart account').click()
  await expect.poll(() => address(screen)).toBe(smartAddress)
  await expect.poll(() => said(screen)).toBe("You're using your smart account")
})

test('the arrows of the keyboard choose', async () => {
  using screen = await mountScreen('AccountSettings')
  screen.root.querySelector<HTMLInputElement>('[part~=kind] input')?.focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => address(screen)).toBe(smartAddress)
})

test('with one address for both it says so', async () => {
  using screen = await mountScreen('AccountSettings, smart account at the same address')
  expect(address(screen)).toBe(testAddress)
  await expect.poll(() => text(screen)).toContain('Both types have the same address.')
})

test('an account without a smart one has no choice; its permissions are in the wallet', async () => {
  using screen = await mountScreen({ options: backend({}), steps: [restore, open, settings] })
  await expect.element(page.getByText('Wallet settings')).toBeVisible()
  expect(screen.root.querySelector('[part~=kinds]')).toBeNull()
  expect(screen.root.querySelector('a[href$="#/permissions"]')?.textContent).toContain('Permissions')
})

test('on Solana nothing offers to change the account of Ethereum', async () => {
  const smart = createSmartLogin().handlers
  const GET_USER: Handlers<undefined>['GET_USER'] = (payload, call) =>
    String(payload?.chainId).startsWith('solana:')
      ? solanaHandlers.GET_USER(payload)
      : (smart.GET_USER?.(payload, call) as never)
  using screen = await mountScreen({
    options: {
      ...backend({}),
      remembered: false,
      smartAccountNetworks: smartChains,
      settings: { networks: ['eip155:31337', solanaLocal] },
      handlers: { ...smart, ...solanaHandlers, GET_USER },
    },
    steps: [
      open,
      ({ store }) => store.set(submitEmailAtom, 'ada@example.com'),
      ({ store }) => store.set(setActiveNetworkAtom, solanaLocal),
      open,
      settings,
    ],
  })
  await expect.element(page.getByText('Wallet settings')).toBeVisible()
  expect(screen.modal.hub.account.get().address).toBe(solanaAddress)
  expect(screen.root.querySelector('[part~=kinds]')).toBeNull()
})

test('who switches with money in the standard account is asked to move it at once', async () => {
  using screen = await mountScreen('UpgradeToSmartAccount')
  await expect.poll(() => text(screen)).toContain('You confirm once. Either every step happens, or none does.')
  expect(text(screen)).toContain("You'll be asked right after you switch.")
  await page.getByRole('button', { name: 'Use smart account' }).click()
  await expect.poll(() => address(screen)).toBe(smartAddress)
  await expect.poll(() => view(screen)).toBe('MoveFunds')
  await expect.poll(() => text(screen)).toContain('in your standard account')
})

test('where the address stays nothing has to be moved', async () => {
  using screen = await mountScreen('UpgradeToSmartAccount, at the same address')
  await expect.poll(() => text(screen)).toContain('nothing to move.')
  await page.getByRole('button', { name: 'Use smart account' }).click()
  await expect.poll(() => view(screen)).toBe('Account')
})

test('an upgrade that fails says so, and the standard account stays', async () => {
  using screen = await mountScreen('UpgradeToSmartAccount, failed')
  await expect.poll(() => text(screen)).toContain("We couldn't change the account type")
  expect(view(screen)).toBe('UpgradeToSmartAccount')
  expect(address(screen)).toBe(testAddress)
})

test('the total stays when the account type changes; the account says where the rest is and leads to moving it', async () => {
  using screen = await mountScreen('Account, funds in the other type')
  await expect.poll(() => screen.root.querySelector('[part~=worth]')?.textContent).toContain('$5,212.94')
  await page.getByRole('button', { name: /^\$5,212\.94 is in your standard account/ }).click()
  await expect.poll(() => view(screen)).toBe('MoveFunds')
  await expect.element(page.getByRole('list', { name: 'Funds to move' })).toBeVisible()
  await page.getByRole('button', { name: /^Local chain B/ }).click()
  await expect.poll(() => screen.modal.store.get(activeNetworkIdAtom)).toBe('eip155:1337')
})

test('what this site may do is listed from there, and what holds still can be ended', async () => {
  using screen = await mountScreen('Permissions')
  await expect.element(page.getByRole('heading', { name: 'Send tokens regularly' })).toBeVisible()
  expect(text(screen)).toContain('Ended')
  expect(text(screen)).toContain('Expired on')
  expect(page.getByRole('button', { name: /^End/ }).elements()).toHaveLength(1)
  await page.getByRole('button', { name: /^End ?: Send tokens/ }).click()
  await expect.poll(() => view(screen)).toBe('ApproveTransaction')
})

test('a smart account that is in use leads to its permissions', async () => {
  using screen = await mountScreen('Permissions, none')
  await expect.poll(() => text(screen)).toContain('No permissions')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Account settings' }).click()
  await page.getByRole('button', { name: /^Permissions/ }).click()
  await expect.poll(() => view(screen)).toBe('Permissions')
})

test('permissions that cannot be asked for say so', async () => {
  using screen = await mountScreen('Permissions, failed')
  await expect.poll(() => text(screen)).toContain('Couldn’t load permissions')
})
