import { readFile } from 'node:fs/promises'
import { expect, test } from '../../fixtures.ts'
import { Settings } from '../../pages/Settings.ts'
import { changeDatabase } from '../../probe/changeDatabase.ts'

test('a user signs in without a dapp, and has the same address as on one', async ({ dapp, email, stack, context }) => {
  const settings = new Settings(await context.newPage(), stack)
  await settings.open()
  await settings.signIn(email)
  const [address] = await settings.addresses()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await settings.page.reload()
  await settings.expectSignedIn()

  await dapp.open()
  await dapp.logIn(email)
  expect(await dapp.address()).toBe(address)

  await settings.page.getByRole('button', { name: 'Lock now' }).click()
  await expect(settings.page.getByRole('heading', { name: 'Your wallet is locked' })).toBeVisible()
  await expect(settings.page.getByText(address ?? '')).toBeHidden()
  await settings.page.getByRole('button', { name: 'Unlock' }).click()
  await settings.expectSignedIn()
  await settings.page.getByRole('button', { name: 'Sign out' }).click()
  await settings.expectSignedOut()
  await settings.page.reload()
  await settings.expectSignedOut()
})

test('a device that is signed out here is refused its next request', async ({ dapp, email, stack, context }) => {
  await dapp.open()
  await dapp.logIn(email)
  const settings = new Settings(await context.newPage(), stack)
  await settings.open()
  await settings.signIn(email)
  await settings.go('Connected sites')
  const site = settings.page.getByRole('article', { name: new URL(stack.urls.demo).host })
  await site.getByRole('button', { name: 'Disconnect' }).click()
  await settings.agree('Disconnect')
  await expect(settings.page.getByText('No sites yet')).toBeVisible()

  const refused = dapp.page.waitForResponse((response) => response.url().includes('/account/v1/') && !response.ok())
  await dapp.page.reload()
  const { error } = await (await refused).json()
  expect(error.name).toBe('SESSION_EXPIRED')
  await dapp.expectDisconnected()
})

test('a device is named, and signed out by that name', async ({ dapp, email, stack, context }) => {
  await dapp.open()
  await dapp.logIn(email)
  const settings = new Settings(await context.newPage(), stack)
  await settings.open()
  await settings.signIn(email)
  await settings.go('Devices')
  await settings.page
    .getByRole('article')
    .filter({ hasText: new URL(stack.urls.demo).host })
    .getByRole('button', { name: /^Rename/ })
    .click()
  await settings.page.getByLabel('Name of this device').fill('Old laptop')
  await settings.page.getByRole('button', { name: 'Save' }).click()
  await settings.device('Old laptop').getByRole('button', { name: 'Sign out' }).click()
  await settings.agree('Sign out')
  await expect(settings.device('Old laptop')).toBeHidden()
  await dapp.page.reload()
  await dapp.expectDisconnected()
})

test('signing out everywhere ends every device, and the wallet comes back with the next code', async ({
  dapp,
  email,
  stack,
  browser,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const address = await dapp.address()
  const elsewhere = await browser.newContext()
  const settings = new Settings(await elsewhere.newPage(), stack)
  await settings.open()
  await settings.signIn(email)
  await settings.go('Devices')
  await settings.page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await settings.agree('Sign out')
  await expect(settings.page.getByText('You’re signed out everywhere')).toBeVisible()
  await dapp.page.reload()
  await dapp.expectDisconnected()
  await settings.signIn(email)
  expect((await settings.addresses())[0]).toBe(address)
  await elsewhere.close()
})

test('both services list the activity, and it is saved to a file', async ({ page, email, stack }) => {
  const settings = new Settings(page, stack)
  await settings.open()
  await settings.signIn(email)
  await settings.go('Activity')
  const main = page.getByRole('main')
  await expect(main).toContainText('Wallet created')
  await expect(main).not.toContainText('Correct code entered')
  await page.getByRole('button', { name: 'Show both' }).click()
  await settings.confirm(email)
  await expect(main).toContainText('Correct code entered')

  // Custody's statement is minutes old: no second code.
  for (const [button, name] of [
    ['Spreadsheet (CSV)', /^wallet-activity-\d{4}-\d\d-\d\d\.csv$/],
    ['Data (JSON)', /^wallet-activity-\d{4}-\d\d-\d\d\.json$/],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(name)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('wallet created')
    expect(text).toContain('code accepted')
    expect(text).toContain('custody service')
  }
})

test('the page cannot be put into another one', async ({ page, stack }) => {
  const refusals: string[] = []
  page.on('console', (message) => refusals.push(message.text()))
  await page.goto(stack.urls.demo)
  await page.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
  }, stack.urls.wallet)
  await expect.poll(() => refusals.join('\n')).toContain("frame-ancestors 'none'")
})

test('a login that is not fresh has to be confirmed; leaving the question leaves everything as it was', async ({
  dapp,
  email,
  stack,
  context,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const settings = new Settings(await context.newPage(), stack)
  await settings.open()
  await settings.signIn(email)
  await changeDatabase(
    stack,
    "UPDATE latchkey_api.sessions SET authenticated_at = authenticated_at - interval '6 minutes'",
  )
  await settings.go('Devices')
  const other = settings.page.getByRole('article').filter({ hasText: new URL(stack.urls.demo).host })
  const dialog = settings.page.getByRole('dialog', { name: 'Confirm it’s you' })
  const ask = async () => {
    await other.getByRole('button', { name: 'Sign out' }).click()
    await settings.agree('Sign out')
    await expect(dialog).toBeVisible()
  }
  await ask()
  const code = await stack.mailbox.latestCode(email)
  await settings.enterCode(code === '000000' ? '000001' : '000000')
  await expect(dialog).toContainText('2 attempts left')
  await settings.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(other).toBeVisible()
  await dapp.page.reload()
  await dapp.expectConnected()

  // The mailed code is still valid.
  await ask()
  await settings.enterCode(code)
  await expect(other).toBeHidden()
  await dapp.page.reload()
  await dapp.expectDisconnected()
})

test('another email takes a code from each address, and signs in from then on', async ({ page, email, stack }) => {
  const settings = new Settings(page, stack)
  await settings.open()
  await settings.signIn(email)
  const addresses = await settings.addresses()
  const newEmail = `new-${email}`
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email address').fill(newEmail)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Step 1 of 2')
  await settings.enterCode(await stack.mailbox.latestCode(email))
  await expect(dialog).toContainText('Step 2 of 2')
  await settings.enterCode(await stack.mailbox.latestCode(newEmail))
  await expect(page.getByText('Your email was changed').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Sign-in email' })).toContainText(newEmail)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await settings.expectSignedOut()
  await settings.signIn(newEmail)
  expect(await settings.addresses()).toEqual(addresses)
})
