import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../../fixtures.ts'
import { Settings } from '../../pages/Settings.ts'
import { SignInPage } from '../../pages/SignInPage.ts'

/** The wallet's own page for users who sign in with a provider: in windows that it can't reach. */

/** Returns the window that `work` opens. */
const windowOf = async (context: BrowserContext, work: () => Promise<unknown>): Promise<SignInPage> => {
  const [opened] = await Promise.all([context.waitForEvent('page'), work()])
  return new SignInPage(opened)
}
const openSettings = async (context: BrowserContext, ...[stack]: [ConstructorParameters<typeof Settings>[1]]) => {
  const settings = new Settings(await context.newPage(), stack)
  await settings.open()
  const button = (name: string) => settings.page.getByRole('button', { name, exact: true })
  const signInWith = async (provider: string, email: string) => {
    const window = await windowOf(context, () => button(`Continue with ${provider}`).click())
    await window.signIn(email)
    if (provider === 'Google') {
      await expect(settings.page.getByRole('heading', { name: 'Is this your Google account?' })).toBeVisible()
      await button('Yes, continue').click()
    }
    await settings.expectSignedIn()
    // It has delivered its result, and is no longer needed.
    await expect.poll(() => window.page.isClosed()).toBe(true)
  }
  return { settings, button, signInWith }
}

test('a user signs in with a provider, without a dapp, and has the same address as on one', async ({
  dapp,
  email,
  stack,
  context,
}) => {
  await dapp.open()
  await dapp.logInWith('Google', email)
  const { settings, signInWith } = await openSettings(context, stack)
  await signInWith('Google', email)
  expect(await settings.addresses()).toContain(await dapp.address())
  await expect(settings.page.getByText('Sign-in methods')).toBeVisible()
})

test('what custody keeps is opened by a fresh proof at the provider', async ({ email, stack, context }) => {
  const { settings, button, signInWith } = await openSettings(context, stack)
  await signInWith('GitHub', email)
  await settings.go('Activity')
  await button('Show both').click()
  const dialog = settings.page.getByRole('dialog', { name: 'Confirm it’s you' })
  const window = await windowOf(context, () => dialog.getByRole('button', { name: 'Continue with GitHub' }).click())
  await window.signIn(email)
  await expect(settings.page.getByText('Showing 1 of 2 logs')).toBeHidden()
  await expect(dialog).toBeHidden()
})

test('a user who signs in by email adds a provider, and it opens the same wallet', async ({
  email,
  stack,
  context,
}) => {
  const { settings, button, signInWith } = await openSettings(context, stack)
  await settings.signIn(email)
  const before = await settings.addresses()
  await button('Add Google').click()
  await settings.enterCode(await stack.mailbox.latestCode(email))
  const dialog = settings.page.getByRole('dialog', { name: 'Confirm it’s you' })
  const at = `elsewhere-${email}`
  const window = await windowOf(context, () => dialog.getByRole('button', { name: 'Continue with Google' }).click())
  await window.signIn(at)
  await expect(settings.page.getByText('Google was added', { exact: true }).first()).toBeVisible()

  await button('Sign out').click()
  await settings.expectSignedOut()
  await signInWith('Google', at)
  expect(await settings.addresses()).toEqual(before)
})

test('a sign-in that was declined says so, and another one signs in', async ({ email, stack, context }) => {
  const { settings, button } = await openSettings(context, stack)
  const first = await windowOf(context, () => button('Continue with Discord').click())
  await first.deny()
  await expect(settings.page.getByText('You declined to sign in')).toBeVisible()
  const second = await windowOf(context, () => button('Try again').click())
  await second.signIn(email)
  await settings.expectSignedIn()
})

test('Farcaster is a code to scan', async ({ stack, context }) => {
  const { settings, button } = await openSettings(context, stack)
  await button('Continue with Farcaster').click()
  await expect(settings.page.getByRole('img', { name: 'QR code that opens Farcaster' })).toBeVisible()
  await expect(settings.page.getByRole('link', { name: 'Open Farcaster on this device' })).toBeVisible()
})
