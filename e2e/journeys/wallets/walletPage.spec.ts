import { test as base, expect } from '../../fixtures.ts'
import { WalletPage } from '../../pages/WalletPage.ts'

/** The wallet that comes with the local stack, in a separate window, for developers to try the demo. */

const test = base.extend<{ wallet: WalletPage }>({
  wallet: async ({ browser, stack }, use) => {
    await using context = await browser.newContext()
    const wallet = new WalletPage(await context.newPage())
    await wallet.open(stack.urls.walletPage)
    await use(wallet)
  },
})

test('the wallet page reads the code, signs, sends, moves, goes away and comes back, and ends it', async ({
  dapp,
  wallet,
}) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('WalletConnect')
  await wallet.pair(await dapp.modal.scan())
  await wallet.approveConnection()
  await expect(dapp.modal.dialog).toBeHidden()
  await expect(dapp.connections).toHaveCount(2)
  await wallet.expectSites(['Small Hours'])

  await dapp.press('Sign message')
  await wallet.approveRequest('Sign a message')
  await expect(dapp.results).toContainText('Valid signature')
  await dapp.press('Sign with Solana')
  await wallet.approveRequest('Sign a message with Solana')
  await expect(dapp.results).toContainText('Valid Solana signature')
  await dapp.press('Send 0.1 ETH')
  await wallet.approveRequest('0.1 ETH')
  await expect(dapp.results).toContainText('Confirmed in block')

  await wallet.switchNetwork(1337)
  await expect(dapp.page.getByRole('heading', { name: 'Local chain B' })).toBeVisible()
  await wallet.goOffline()
  await dapp.press('Sign message')
  await wallet.goOnline()
  await wallet.rejectRequest()
  await expect(dapp.results).toContainText(/rejected/i)

  await wallet.disconnect('Small Hours')
  await expect(dapp.connections).toHaveCount(0)
  await dapp.page.reload()
  await expect(dapp.connections).toHaveCount(0)
})

test('a wallet that grants another namespace than the one that is wanted connects nothing', async ({
  dapp,
  wallet,
}) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('WalletConnect')
  await wallet.pair(await dapp.modal.scan())
  await wallet.approveConnection({ without: ['Ethereum'] })
  await expect(dapp.modal.dialog).toContainText(/try again/i)
  await wallet.expectSites([])
  await expect(dapp.connections).toHaveCount(0)
})

test('a link that carries the pairing opens the wallet at the request, and nothing of it stays in the address', async ({
  dapp,
  stack,
  wallet,
}) => {
  await dapp.open()
  await dapp.openModal()
  await dapp.modal.chooseWallet('WalletConnect')
  await wallet.open(stack.urls.walletPage, { uri: await dapp.modal.scan() })
  expect(new URL(wallet.page.url()).search).toBe('')
  await wallet.approveConnection()
  await expect(dapp.modal.dialog).toBeHidden()
  await expect(dapp.connections).toHaveCount(2)

  await wallet.page.reload()
  await wallet.expectSites(['Small Hours'])
  await expect(wallet.page.getByRole('region', { name: 'Connection request' })).toBeHidden()
})
