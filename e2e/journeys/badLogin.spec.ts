import type { Stack } from '@latchkey/local'
import { expect, test } from '../fixtures.ts'
import { Dapp } from '../pages/Dapp.ts'
import { changeDatabase } from '../probe/changeDatabase.ts'

test('an email that is none is told at once, and nothing leaves the page', async ({ dapp }) => {
  await dapp.open()
  const warnings: string[] = []
  dapp.page.on('console', (message) => warnings.push(message.text()))
  await dapp.openModal()
  await expect(dapp.modal.dialog.getByLabel('Email address')).toBeVisible()
  const asked: string[] = []
  dapp.page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  await dapp.modal.submitEmail('ada@example')
  await expect(dapp.modal.dialog).toContainText('Enter a valid email address')
  expect(asked.filter((call) => call.includes('email'))).toEqual([])
  await expect.poll(() => warnings.join('\n')).toContain('APKTW002')
})

test('a wrong code says how many tries are left, and the right one still works', async ({ dapp, email, stack }) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const code = await stack.mailbox.latestCode(email)
  await dapp.modal.enterCode(otherThan(code))
  await expect(dapp.modal.login).toContainText('2 attempts left')
  await dapp.modal.enterCode(code)
  await dapp.expectConnected()
})

test('three wrong codes end the attempt of this device and of no other', async ({ dapp, email, stack, browser }) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const code = await stack.mailbox.latestCode(email)

  const elsewhere = await browser.newContext()
  const other = new Dapp(await elsewhere.newPage(), stack)
  await other.open()
  await other.openModal()
  await other.modal.submitEmail(email)
  const otherCode = await stack.mailbox.latestCode(email)

  for (const words of ['2 attempts left', '1 attempt left', 'Too many incorrect codes']) {
    await dapp.modal.enterCode(otherThan(code))
    await expect(dapp.modal.login).toContainText(words)
  }
  await dapp.modal.enterCode(code)
  await expect(dapp.modal.login).toContainText('Too many incorrect codes')

  await other.modal.enterCode(otherCode)
  await other.expectConnected()
  await elsewhere.close()
})

test('asking for another code too soon says how long to wait', async ({ dapp, email, stack }) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await stack.mailbox.latestCode(email)
  // A reloaded page has lost the time of its request; the service has not.
  await dapp.page.reload()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await expect(dapp.modal.login).toContainText(/Please try again after \d+ seconds/)
})

test('after three wrong codes a new one can be sent, and the old one is worth nothing', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.page.clock.install()
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const old = await stack.mailbox.latestCode(email)
  for (const words of ['2 attempts left', '1 attempt left', 'Too many incorrect codes. Get a new code']) {
    await dapp.modal.enterCode(otherThan(old))
    await expect(dapp.modal.login).toContainText(words)
  }
  await sendAnother(dapp, stack)
  const code = await stack.mailbox.latestCode(email)
  if (old !== code) {
    await dapp.modal.enterCode(old)
    await expect(dapp.modal.login).toContainText('2 attempts left')
  }
  await dapp.modal.enterCode(code)
  await dapp.expectConnected()
})

test('a code that is too old says so, and a new one works', async ({ dapp, email, stack }) => {
  await dapp.page.clock.install()
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const old = await stack.mailbox.latestCode(email)
  await letTimePass(stack, '11 minutes')
  await dapp.modal.enterCode(old)
  await expect(dapp.modal.login).toContainText('This code expired')
  await sendAnother(dapp, stack)
  await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
  await dapp.expectConnected()
})

test('a code that was taken although nobody heard says that it was used, and a new one works', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.page.clock.install()
  const verify = `${stack.urls.custody}/custody/v1/email/verify`
  // Before the wallet's document loads: Playwright misses requests of a frame that is loading when a route is added.
  await dapp.page.route(verify, async (route) => {
    const response = await route.fetch()
    return response.status() === 401 ? route.fulfill({ response }) : route.abort()
  })
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
  await expect(dapp.modal.login).toContainText('Can’t reach the wallet service')
  await dapp.page.unroute(verify)
  await dapp.modal.wallet.getByRole('button', { name: 'Try again' }).click()
  await expect(dapp.modal.login).toContainText('This code was already used')
  await sendAnother(dapp, stack)
  await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
  await dapp.expectConnected()
})

test('a code of an earlier login does not open another', async ({ dapp, email, stack }) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const used = await stack.mailbox.latestCode(email)
  await dapp.modal.enterCode(used)
  await dapp.expectConnected()
  await dapp.openModal()
  await dapp.modal.disconnect()
  await dapp.openModal()
  await dapp.modal.submitEmail(email)
  const code = await stack.mailbox.latestCode(email)
  await dapp.modal.enterCode(used === code ? otherThan(code) : used)
  await expect(dapp.modal.login).toContainText('2 attempts left')
  await dapp.modal.enterCode(code)
  await dapp.expectConnected()
})

/** Backdates every attempt. */
const letTimePass = (stack: Stack, interval: string): Promise<void> =>
  changeDatabase(
    stack,
    `UPDATE latchkey_custody.email_attempts
     SET created_at = created_at - interval '${interval}', expires_at = expires_at - interval '${interval}'`,
  )

/** Requests a new code once half a minute has passed, on both sides. */
async function sendAnother(dapp: Dapp, stack: Stack): Promise<void> {
  await letTimePass(stack, '31 seconds')
  await dapp.page.clock.fastForward(31_000)
  await dapp.modal.wallet.getByText('Resend code', { exact: true }).click()
  await expect(dapp.modal.login).toContainText('New code sent')
}

/** Returns six other digits. */
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
