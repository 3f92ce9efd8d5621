import { expect, test } from '../../fixtures.ts'
import { evmWallet } from './wallets.ts'

/** A wallet in the browser that announces itself (EIP-6963), on two chains. */

test('it connects in two clicks, signs, sends, and goes to a chain that it has to add first', async ({
  dapp,
  stack,
  install,
}) => {
  const wallet = await install(evmWallet(stack))
  const [address = ''] = wallet.addresses
  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.expectConnected()
  await dapp.expectAccount(address)
  await expect(dapp.connections).toHaveText([`Fox eip155:31337: ${address}`])

  await dapp.press('Get local ETH')
  await expect.poll(() => dapp.balanceOf('mine')).toBeGreaterThan(0.2)
  await dapp.press('Sign message')
  await expect(dapp.results).toContainText('Valid signature')
  await dapp.press('Sign typed data')
  await expect(dapp.results.getByText('Valid signature')).toHaveCount(2)

  const before = await dapp.balanceOf('theirs')
  await dapp.press('Send 0.1 ETH')
  await expect(dapp.results).toContainText('Confirmed in block')
  await expect.poll(async () => (await dapp.balanceOf('theirs')) - before).toBeCloseTo(0.1, 5)

  await dapp.press('Switch to Local chain B')
  await expect(dapp.results).toContainText('On Local chain B')
  await expect(dapp.page.getByRole('heading', { name: 'Local chain B' })).toBeVisible()
  expect(wallet.chainId).toBe(1337)
  const asked = wallet.requests.map(({ method }) => method)
  expect(asked.indexOf('wallet_addEthereumChain')).toBeGreaterThan(asked.indexOf('wallet_switchEthereumChain'))
  await dapp.press('Get local ETH')
  await expect.poll(() => dapp.balanceOf('mine')).toBeGreaterThan(0.2)
  await dapp.press('Send 0.1 ETH')
  await expect(dapp.results.getByText('Confirmed in block')).toHaveCount(2)
})

test('what the user does in the wallet shows on the page: another chain, another account, the end', async ({
  dapp,
  stack,
  install,
}) => {
  const wallet = await install(
    evmWallet(stack, {
      accounts: 2,
      chains: [
        { id: 31337, rpcUrl: stack.urls.chainA },
        { id: 1337, rpcUrl: stack.urls.chainB },
      ],
    }),
  )
  const [first = '', second = ''] = wallet.addresses
  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.expectAccount(first)
  wallet.switchChain(1337)
  await expect(dapp.page.getByRole('heading', { name: 'Local chain B' })).toBeVisible()
  wallet.switchAccount(1)
  await dapp.expectAccount(second)
  await dapp.press('Sign message')
  await expect(dapp.results).toContainText('Valid signature')
  wallet.disconnect()
  await dapp.expectDisconnected()
  await dapp.page.reload()
  await dapp.expectDisconnected()
})

test('reload restores it without asking, and disconnecting sticks', async ({ dapp, stack, install }) => {
  const wallet = await install(evmWallet(stack))
  const [address = ''] = wallet.addresses
  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.expectAccount(address)
  const asked = () => wallet.requests.filter(({ method }) => method === 'eth_requestAccounts').length
  expect(asked()).toBe(1)

  await dapp.page.reload()
  await dapp.expectConnected()
  await dapp.expectAccount(address)
  await dapp.press('Sign message')
  await expect(dapp.results).toContainText('Valid signature')
  expect(asked()).toBe(1)

  await dapp.openModal()
  await dapp.modal.disconnect()
  await dapp.expectDisconnected()
  await dapp.page.reload()
  await dapp.expectDisconnected()
  expect(asked()).toBe(1)
})

test('a site asks no wallet for anything before the user does', async ({ dapp, stack, install }) => {
  const wallet = await install(evmWallet(stack))
  await dapp.open()
  await dapp.openModal()
  await expect(dapp.modal.walletRow('Fox')).toBeVisible()
  expect(wallet.requests).toEqual([])
})
