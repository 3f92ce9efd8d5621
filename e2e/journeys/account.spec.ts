import { expect, test } from '../fixtures.ts'
import { Account } from '../pages/Account.ts'
import type { Dapp } from '../pages/Dapp.ts'

/** The account's view for users on the real stack: its balances and their value, its activity, and its address. */

/** A user with the faucet's ether and tokens. */
const withMoney = async (dapp: Dapp, email: string) => {
  await dapp.open()
  await dapp.logIn(email)
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  await dapp.press('Get local tokens')
  await expect(dapp.results).toContainText('The faucet sent USDC, LKEY and an NFT')
}

test('what the faucet gave appears with its worth, and what was sent with what became of it', async ({
  dapp,
  email,
}) => {
  const account = new Account(dapp)
  await withMoney(dapp, email)
  await dapp.openModal()
  await expect(account.token('USDC')).toContainText('1,000 USDC')
  await expect(account.token('USDC')).toContainText(/\$\d/)
  await expect(account.token('LKEY')).toContainText('1,000 LKEY')
  await expect(account.token('ETH')).toContainText(/\$\d/)
  await expect(dapp.modal.dialog).toContainText(/Total balance \$[\d,]+\.\d\d/)

  await account.showActivity()
  await expect(account.transactions.filter({ hasText: 'Minted' }).filter({ hasText: '+1,000 USDC' })).toHaveCount(1)
  await expect(account.transactions.filter({ hasText: 'Received' })).toContainText('+10 ETH')
  await dapp.modal.close()

  await dapp.press('Send 10 USDC')
  await dapp.approval.confirm()
  await expect(dapp.results.getByText('Confirmed in block')).toHaveCount(1)
  await dapp.openModal()
  // It opens with the tab that was shown last.
  await account.showTokens()
  await expect(account.token('USDC')).toContainText('990 USDC')
  await account.showActivity()
  // The specification prefixes sent amounts with a plus (section 9).
  await expect(account.sent()).toContainText('\u221210 USDC')
  await expect(account.sent()).toContainText('To 0x7099…79C8')
})

test('the next visit begins with what was known', async ({ dapp, email }) => {
  const account = new Account(dapp)
  await withMoney(dapp, email)
  await dapp.openModal()
  await expect(account.token('USDC')).toContainText('1,000 USDC')
  const balances = '**/v1/account/*/balance?*'
  await dapp.page.route(balances, () => undefined)
  await dapp.page.reload()
  await dapp.expectConnected()
  await dapp.openModal()
  // The server has not responded.
  await expect(account.token('USDC')).toContainText('1,000 USDC')
})

test('a node that is away: the words, and everything again once it is back', async ({ dapp, email, stack }) => {
  const account = new Account(dapp)
  await dapp.open()
  await dapp.logIn(email)
  await stack.chainA.stop()
  try {
    await dapp.page.evaluate(() => localStorage.removeItem('latchkey:demo:account-cache'))
    await dapp.page.reload()
    await dapp.expectConnected()
    await dapp.openModal()
    await expect(dapp.modal.dialog).toContainText("We couldn't load your tokens", { timeout: 40_000 })
    await expect(dapp.modal.dialog).toContainText('Your tokens are safe')
  } finally {
    await stack.chainA.start()
  }
  await dapp.modal.tryAgain()
  await expect(account.token('Ether')).toContainText('0 ETH')
})

test('the address to be paid at is whole, as text and as a code', async ({ dapp, email }) => {
  await dapp.open()
  await dapp.logIn(email)
  const address = await dapp.address()
  await dapp.openModal()
  await dapp.modal.dialog.getByRole('button', { name: 'Receive' }).click()
  await expect(dapp.modal.dialog.getByRole('img', { name: 'QR code of your address on Local chain A' })).toBeVisible()
  await expect(dapp.modal.dialog.locator('[part~=address][data-form=full]')).toHaveText(address)
  await expect(dapp.modal.dialog).toContainText('Send only assets on Local chain A')
})
