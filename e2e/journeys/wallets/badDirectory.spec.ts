import type { Page, Route } from '@playwright/test'
import { expect, test } from '../../fixtures.ts'
import { evmWallet } from './wallets.ts'

/** The wallet directory is unreachable, full, or returns garbage: this browser's wallets and well-known ones are still listed. */

const directory = /\/getWallets/
const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
}
const answer = (page: Page, handle: (route: Route) => Promise<void>) =>
  page.route(directory, (route) =>
    route.request().method() === 'OPTIONS' ? route.fulfill({ status: 204, headers }) : handle(route),
  )

const troubles: [string, (route: Route) => Promise<void>][] = [
  ['is away', (route) => route.abort('connectionrefused')],
  ['answers with an error page', (route) => route.fulfill({ status: 502, headers, body: '<h1>Bad gateway</h1>' })],
  [
    'answers with something that is no list',
    (route) => route.fulfill({ status: 200, headers, json: { data: 'none' } }),
  ],
  [
    'answers with wallets that are none',
    (route) => route.fulfill({ status: 200, headers, json: { count: 2, data: [null, { id: 42, name: {} }] } }),
  ],
]

for (const [trouble, handle] of troubles) {
  test(`the directory ${trouble}: a local list, the wallet of this browser, and a way to try again`, async ({
    dapp,
    stack,
    install,
    page,
  }) => {
    const wallet = await install(evmWallet(stack))
    await answer(page, handle)
    await dapp.open()
    await dapp.openModal()
    await expect(dapp.modal.walletRow('Fox')).toBeVisible()
    await expect(dapp.modal.dialog).toContainText('These are well-known wallets.')
    await dapp.modal.dialog.getByRole('button', { name: /^All wallets/ }).click()
    await expect(dapp.modal.dialog.getByRole('list', { name: 'Wallets' }).getByRole('button').first()).toBeVisible()

    // Requested in the same state: after that no request is pending that could end the failure by itself.
    await dapp.modal.tryAgain()
    await expect(dapp.modal.dialog).toContainText('These are well-known wallets.')
    await page.unroute(directory)
    await dapp.modal.tryAgain()
    await expect(dapp.modal.dialog).not.toContainText('These are well-known wallets.')
    await dapp.modal.dialog.getByRole('searchbox', { name: 'Search wallets' }).fill('  Fox ')
    await dapp.modal.connectWallet('Fox')
    await dapp.expectAccount(wallet.addresses[0] ?? '')
  })
}

test('the directory limits requests: the modal shows for how long, and retries when the user asks', async ({
  dapp,
  page,
}) => {
  await page.clock.install()
  const limited = {
    status: 429,
    headers: { ...headers, 'retry-after': '30' },
    json: { error: { name: 'RATE_LIMITED', details: { seconds: 30 } } },
  }
  await answer(page, (route) => route.fulfill(limited))
  await dapp.open()
  await dapp.openModal()
  await expect(dapp.modal.dialog).toContainText(/Try again in (30|29|28|27|26|25) s/)
  await page.unroute(directory)
  await page.clock.fastForward(31_000)
  // Beside the wallets: a wallet frame that was still loading is late by this clock too, and offers its own retry.
  await dapp.modal.dialog.locator('[part~=link]', { hasText: 'Try again' }).click()
  await expect(dapp.modal.dialog).not.toContainText('These are well-known wallets.')
})
