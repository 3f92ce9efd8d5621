import type { Request } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/Dapp.ts'

test.describe('the api goes away in the middle', () => {
  test.afterEach(async ({ stack }) => stack.api.start())

  test('of asking for a code: the view says so, and goes on once it is back', async ({ dapp, email, stack }) => {
    // The wallet is in the page, knows who may embed it, and has its vault, before the service of all three goes down: the vault's document
    // carries keys that its server fetches from the api.
    const walletIsReady = dapp.page.waitForResponse(
      (response) =>
        response.url().includes('/projects/v1/origins') && response.frame().url().startsWith(stack.urls.wallet),
    )
    const vaultIsThere = dapp.page.waitForResponse((response) => response.url().startsWith(`${stack.urls.vault}/vault`))
    await dapp.open()
    await dapp.openModal()
    await (await walletIsReady).finished()
    await (await vaultIsThere).finished()
    await stack.api.stop()
    await dapp.modal.submitEmail(email)
    await expect(dapp.modal.login).toContainText('Can’t reach the wallet service', { timeout: 30_000 })
    await stack.api.start()
    await dapp.modal.wallet.getByRole('button', { name: 'Try again' }).click()
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
    await expect(dapp.modal.login).toContainText('Can’t reach the wallet service', { timeout: 30_000 })
    await stack.api.start()
    await dapp.modal.wallet.getByRole('button', { name: 'Try again' }).click()
    await dapp.expectConnected()
  })

  test('of restoring an earlier sign-in: it waits, shows why, and continues', async ({ dapp, email, stack }) => {
    await dapp.open()
    await dapp.logIn(email)
    const address = await dapp.address()
    await stack.api.stop()
    await dapp.page.clock.install()
    await dapp.page.reload()
    await dapp.openModal()
    await expect(dapp.modal.dialog).toContainText('Opening your wallet')
    // The wallet checks who may embed it before it reports that it is ready.
    await dapp.page.clock.fastForward(20_000)
    await expect(dapp.modal.dialog).toContainText('The wallet couldn’t load')
    await expect(dapp.modal.dialog).toContainText('Your wallet and your sign-in are safe')
    await stack.api.start()
    await dapp.modal.dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dapp.page.getByRole('heading', { name: 'You are connected' })).toBeVisible()
    expect(await dapp.modal.fullAddress()).toBe(address)
  })

  test('of restoring an earlier sign-in, for a moment: the user has to do nothing', async ({ dapp, email, stack }) => {
    await dapp.open()
    await dapp.logIn(email)
    await stack.api.stop()
    await dapp.page.reload()
    await dapp.openModal()
    await expect(dapp.modal.dialog).toContainText('Opening your wallet')
    await stack.api.start()
    await expect(dapp.page.getByRole('heading', { name: 'You are connected' })).toBeVisible()
  })

  test('of signing out: the user is signed out all the same', async ({ dapp, email, stack }) => {
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
    await expect(dapp.approval.card).toContainText('Can’t reach the network', { timeout: 40_000 })
  } finally {
    await stack.chainA.start()
  }
  await dapp.approval.frame.getByRole('button', { name: 'Try again' }).click()
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Confirmed in block', { timeout: 20_000 })
  await expect.poll(async () => (await dapp.balanceOf('theirs')) - before).toBeCloseTo(0.1, 5)
})

test('a chain that goes away while a balance is shown: it says of when it is, and reads again when asked', async ({
  dapp,
  email,
  stack,
}) => {
  // The api may use its cache for 30 s, by its own clock.
  test.slow()
  await dapp.page.clock.install()
  await dapp.open()
  await dapp.logIn(email)
  const address = /0x\w{40}/.exec((await dapp.connections.first().textContent()) ?? '')?.[0] ?? ''
  await stack.chainA.setBalance(address, 3n * 10n ** 18n)
  await dapp.openModal()
  await expect(dapp.modal.dialog).toContainText('3 ETH')
  await stack.chainA.stop()
  try {
    await expect(async () => {
      await dapp.page.clock.fastForward(31_000)
      await expect(dapp.modal.dialog).toContainText(/As of .*\. Try again/, { timeout: 5000 })
    }).toPass({ timeout: 60_000 })
    await expect(dapp.modal.dialog).toContainText('3 ETH')
  } finally {
    await stack.chainA.start()
  }
  await stack.chainA.setBalance(address, 4n * 10n ** 18n)
  await dapp.modal.dialog.getByText('Try again', { exact: true }).click()
  await expect(dapp.modal.dialog).toContainText('4 ETH')
  await expect(dapp.modal.dialog).not.toContainText('As of')
})

test('a chain that goes away when the user confirms: nothing is sent until it is back and they confirm again', async ({
  dapp,
  email,
  stack,
}) => {
  const before = await openSending(dapp, email)
  const again = dapp.approval.frame.getByRole('button', { name: 'Try again' })
  await stack.chainA.stop()
  try {
    await dapp.approval.confirm()
    await expect(again).toBeVisible({ timeout: 40_000 })
    await expect(dapp.approval.card).toContainText('Nothing was sent')
  } finally {
    await stack.chainA.start()
  }
  await again.click()
  await dapp.approval.confirm()
  await expectSentOnce(dapp, before)
})

test('a transaction that was sent although its answer was lost can be sent again, and happens once', async ({
  dapp,
  email,
  stack,
}) => {
  const before = await openSending(dapp, email)
  const isSending = (request: Request): boolean => request.postData()?.includes('eth_sendRawTransaction') ?? false
  await dapp.page.route(`${stack.urls.api}/v1?*`, async (route) => {
    if (!isSending(route.request())) return route.fallback()
    const response = await route.fetch()
    return response.status() === 401 ? route.fulfill({ response }) : route.abort()
  })
  await dapp.approval.confirm()
  await expect(dapp.approval.card).toContainText('The network didn’t respond', { timeout: 40_000 })
  await expect(dapp.approval.card).toContainText('it can happen only once')
  await dapp.page.unrouteAll()
  await dapp.approval.frame.getByRole('button', { name: 'Send again' }).click()
  await expectSentOnce(dapp, before)
})

/** A user with some ETH before the approval of sending 0.1; returns the receiver's balance. */
async function openSending(dapp: Dapp, email: string): Promise<number> {
  await dapp.open()
  await dapp.logIn(email)
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  const theirs = await dapp.balanceOf('theirs')
  await dapp.press('Send 0.1 ETH')
  await dapp.approval.ready()
  return theirs
}

async function expectSentOnce(dapp: Dapp, before: number): Promise<void> {
  await expect(dapp.results).toContainText('Confirmed in block')
  await expect.poll(async () => (await dapp.balanceOf('theirs')) - before).toBeCloseTo(0.1, 5)
}
