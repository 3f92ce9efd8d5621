import { expect, test } from '../fixtures.ts'

test.describe('the api goes away in the middle', () => {
  test.afterEach(async ({ stack }) => stack.api.start())

  test('of asking for a code: the view says so, and goes on once it is back', async ({ dapp, email, stack }) => {
    await dapp.open()
    await dapp.openModal()
    await expect(dapp.modal.dialog.getByLabel('Email address')).toBeVisible()
    // The wallet is in the page before its service goes.
    await expect(dapp.page.locator('iframe')).toHaveCount(1)
    await expect.poll(() => dapp.page.frames().length).toBe(3)
    await stack.api.stop()
    await dapp.modal.submitEmail(email)
    await expect(dapp.modal.dialog).toContainText('cannot be reached', { timeout: 30_000 })
    await stack.api.start()
    await dapp.modal.submitEmail(email)
    await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
    await dapp.expectConnected()
  })

  test('of entering the code: the code still works once it is back', async ({ dapp, email, stack }) => {
    await dapp.open()
    await dapp.openModal()
    await dapp.modal.submitEmail(email)
    const code = await stack.mailbox.latestCode(email)
    await stack.api.stop()
    await dapp.modal.enterCode(code)
    await expect(dapp.modal.dialog).toContainText('cannot be reached', { timeout: 30_000 })
    await stack.api.start()
    await dapp.modal.dialog.getByRole('button', { name: 'Try again' }).click()
    await dapp.expectConnected()
  })

  test('of signing out: the visitor is signed out all the same', async ({ dapp, email, stack }) => {
    await dapp.open()
    await dapp.logIn(email)
    await stack.api.stop()
    await dapp.openModal()
    await dapp.modal.disconnect()
    await dapp.expectDisconnected()
    await stack.api.start()
    await dapp.page.reload()
    await dapp.expectDisconnected()
  })
})

test('a chain that goes away during an approval: nothing is sent, the screen says so and goes on when it is back', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  const before = await dapp.balanceOf('theirs')
  await stack.chainA.stop()
  try {
    await dapp.press('Send 0.1 ETH')
    await expect(dapp.approval.card).toContainText(/cannot be reached/, { timeout: 40_000 })
  } finally {
    await stack.chainA.start()
  }
  await dapp.approval.frame.getByRole('button', { name: 'Try again' }).click()
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Confirmed in block', { timeout: 20_000 })
  await expect.poll(async () => (await dapp.balanceOf('theirs')) - before).toBeCloseTo(0.1, 5)
})
