import { expect, test } from '../../fixtures.ts'
import { Settings } from '../../pages/Settings.ts'

const passphrase = 'four unlikely words stand here'

test('a user sets up recovery with a passkey, and recovers with it in a fresh browser', async ({
  page,
  email,
  stack,
}) => {
  test.slow()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const settings = new Settings(page, stack)
  await settings.open()
  await settings.signIn(email)
  const addresses = await settings.addresses()
  await settings.expectRecovery('Automatic')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await settings.agree('Continue')
  await settings.confirm(email)
  await settings.vault.getByRole('button', { name: 'Create passkey' }).click()
  await settings.expectRecovery('Passkey')

  // As in another browser with the synced passkey: all local state is gone.
  for (const origin of [stack.urls.wallet, stack.urls.vault]) {
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
  await settings.open()
  await settings.submitEmail(email)
  await settings.enterCode(await stack.mailbox.latestCode(email))
  await settings.vault.getByRole('button', { name: 'Use passkey' }).click()
  await settings.expectSignedIn()
  expect(await settings.addresses()).toEqual(addresses)
})

test('a passphrase recovers the wallet in a fresh browser; a wrong one says so and loses nothing', async ({
  page,
  email,
  stack,
  browser,
}) => {
  test.slow()
  const settings = new Settings(page, stack)
  await settings.open()
  await settings.signIn(email)
  const addresses = await settings.addresses()
  await settings.go('Recovery')
  await page.getByRole('button', { name: 'Use a passphrase' }).click()
  await settings.agree('Continue')
  await settings.confirm(email)
  await settings.choosePassphrase(passphrase)
  await settings.expectRecovery('Passphrase')

  const fresh = await browser.newContext()
  const elsewhere = new Settings(await fresh.newPage(), stack)
  await elsewhere.open()
  await elsewhere.submitEmail(email)
  await elsewhere.enterCode(await stack.mailbox.latestCode(email))
  await elsewhere.usePassphrase('not the right one at all')
  await expect(elsewhere.vault.getByText(/Incorrect passphrase/)).toBeVisible()
  await elsewhere.usePassphrase(passphrase)
  await elsewhere.expectSignedIn()
  expect(await elsewhere.addresses()).toEqual(addresses)

  // And back, once the user has confirmed it in the vault: the email is enough again, everywhere.
  await elsewhere.go('Recovery')
  const switchBack = elsewhere.page.getByRole('button', { name: 'Use automatic recovery' })
  await switchBack.click()
  await elsewhere.confirm(email)
  await elsewhere.vault.getByRole('button', { name: 'Cancel' }).click()
  await elsewhere.expectRecovery('Passphrase')
  await switchBack.click()
  await elsewhere.useEmailAlone()
  await elsewhere.expectRecovery('Automatic')
  const notices = async () =>
    (await stack.mailbox.messages(email)).filter(({ subject }) => subject.includes('recovery')).map(({ text }) => text)
  await expect
    .poll(notices)
    .toEqual([
      expect.stringContaining('A code sent to this email now opens your wallet'),
      expect.stringContaining('the passphrase you chose'),
    ])
  await fresh.close()
})
