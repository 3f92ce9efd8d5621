import { createBitcoinWallet, createSolanaWallet } from '@latchkey/testing'
import { expect, test } from '../../fixtures.ts'
import { evmWallet } from './wallets.ts'

/** Wallets of other kinds of networks, and several at once. */

test('a Solana wallet connects, signs, changes its account, and is there after a reload', async ({ dapp, install }) => {
  const wallet = await install(createSolanaWallet({ name: 'Ghost', accounts: 2 }))
  const [first = '', second = ''] = wallet.addresses
  await dapp.open()
  await dapp.press('Connect Solana')
  await dapp.modal.connectWallet('Ghost')
  await dapp.expectAccount(first)
  await dapp.press('Sign with Solana')
  await expect(dapp.results).toContainText('Valid Solana signature')

  wallet.switchAccount(1)
  await dapp.expectAccount(second)
  await dapp.page.reload()
  await dapp.expectAccount(second)
  await dapp.press('Sign with Solana')
  await expect(dapp.results).toContainText('Valid Solana signature')

  wallet.disconnect()
  await dapp.expectDisconnected()
})

test('a Bitcoin wallet connects with its payment and ordinals addresses, signs, and is there after a reload', async ({
  dapp,
  install,
}) => {
  const wallet = await install(createBitcoinWallet({ name: 'Ark' }))
  const [payment = ''] = wallet.addresses
  await dapp.open()
  await dapp.press('Connect Bitcoin')
  await dapp.modal.connectWallet('Ark')
  await dapp.expectAccount(payment)
  await expect(dapp.connections).toHaveText([/^Ark bip122:000000000019d6689c085ae165831e93: bc1q\w+, bc1p\w+$/])
  await dapp.press('Sign with Bitcoin')
  await expect(dapp.results).toContainText('Valid Bitcoin signature')

  await dapp.page.reload()
  await dapp.expectAccount(payment)
  await dapp.openModal()
  await dapp.modal.disconnect()
  await dapp.expectDisconnected()
  await dapp.page.reload()
  await dapp.expectDisconnected()
})

test('one wallet in each namespace: all work at once, come back as they were, and leave one by one', async ({
  dapp,
  stack,
  install,
}) => {
  const evm = await install(evmWallet(stack))
  await install(createSolanaWallet({ name: 'Ghost' }))
  await install(createBitcoinWallet({ name: 'Ark' }))
  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.press('Connect Solana')
  await dapp.modal.connectWallet('Ghost')
  await dapp.press('Connect Bitcoin')
  await dapp.modal.connectWallet('Ark')
  await expect(dapp.connections).toHaveText([/^Ark/, /^Ghost/, /^Fox/])
  await dapp.press('Sign message')
  await expect(dapp.results).toContainText('Valid signature')
  await dapp.press('Sign with Solana')
  await expect(dapp.results).toContainText('Valid Solana signature')
  await dapp.press('Sign with Bitcoin')
  await expect(dapp.results).toContainText('Valid Bitcoin signature')

  await dapp.page.reload()
  await expect(dapp.connections).toHaveText([/^Ark/, /^Ghost/, /^Fox/])

  evm.disconnect()
  await expect(dapp.connections).toHaveText([/^Ark/, /^Ghost/])
  await dapp.openModal()
  await dapp.modal.disconnect()
  await expect(dapp.connections).toHaveText([/^Ghost/])
  await dapp.page.reload()
  await expect(dapp.connections).toHaveText([/^Ghost/])
})

test('two wallets in one namespace: the last one is active, the other is a click away, each disconnects separately', async ({
  dapp,
  stack,
  install,
}) => {
  const fox = await install(evmWallet(stack))
  const bear = await install(evmWallet(stack, { name: 'Bear', rdns: 'org.example.bear' }))
  const [foxAddress = ''] = fox.addresses
  const [bearAddress = ''] = bear.addresses
  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.expectAccount(foxAddress)
  await dapp.openModal()
  await dapp.modal.openWallets()
  await dapp.modal.connectAnother('Bear')
  await dapp.expectAccount(bearAddress)
  await expect(dapp.connections).toHaveText([/^Bear/, /^Fox/])

  await dapp.openModal()
  await dapp.modal.openWallets()
  await dapp.modal
    .connection('Fox')
    .getByRole('button', { name: foxAddress.slice(0, 6) })
    .click()
  await dapp.modal.close()
  await dapp.expectAccount(foxAddress)
  await dapp.press('Sign message')
  await expect(dapp.results).toContainText('Valid signature')
  await dapp.page.reload()
  await dapp.expectAccount(foxAddress)
  await expect(dapp.connections).toHaveText([/^Fox/, /^Bear/])

  await dapp.openModal()
  await dapp.modal.openWallets()
  await dapp.modal.disconnectWallet('Fox')
  await dapp.modal.close()
  await dapp.expectAccount(bearAddress)
  await dapp.page.reload()
  await expect(dapp.connections).toHaveText([/^Bear/])
})
