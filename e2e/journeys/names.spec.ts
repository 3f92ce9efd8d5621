import { localNames, localTokens, localZone, type Stack } from '@latchkey/local'
import { type Address, createPublicClient, erc20Abi, http, parseEther } from 'viem'
import { expect, test } from '../fixtures.ts'
import { Account } from '../pages/Account.ts'
import type { Dapp } from '../pages/Dapp.ts'
import { Sending } from '../pages/Sending.ts'
import { evmWallet } from './wallets/wallets.ts'

/** Names instead of addresses, as resolved by ENS on the real chain and a real gateway. */

const { ada, alan, grace } = localNames
const weiOf = (stack: Stack, address: Address) =>
  createPublicClient({ transport: http(stack.chainA.url) }).getBalance({ address })
const usdcOf = (stack: Stack, owner: Address) =>
  createPublicClient({ transport: http(stack.chainA.url) }).readContract({
    address: localTokens.usdc.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })
const addressShown = ({ dialog }: Sending) => dialog.locator('[part~=send-name] [part~=address][data-form=full]')

const startSending = async (dapp: Dapp, email: string): Promise<Sending> => {
  await dapp.open()
  await dapp.logIn(email)
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  await dapp.press('Get local tokens')
  await expect(dapp.results).toContainText('The faucet sent USDC, LKEY and an NFT')
  const sending = new Sending(dapp)
  await sending.open()
  return sending
}

test('ETH and USDC go to whom a name leads, which no chain but a gateway knows, and the address is seen before', async ({
  dapp,
  email,
  stack,
}) => {
  const sending = await startSending(dapp, email)
  const [wei, units] = [await weiOf(stack, alan.address), await usdcOf(stack, alan.address)]
  // As a phone capitalizes it.
  await sending.fill({ amount: '0.1', to: 'Alan.team.eth' })
  await expect(addressShown(sending)).toHaveText(alan.address)
  await sending.goOn()
  await dapp.approval.confirm()
  await sending.expectArrived()
  expect((await weiOf(stack, alan.address)) - wei).toBe(parseEther('0.1'))
  await sending.done()
  await dapp.modal.close()

  await sending.open()
  await sending.chooseToken('USD Coin')
  await sending.fill({ amount: '12.5', to: alan.name })
  await expect(addressShown(sending)).toHaveText(alan.address)
  await sending.goOn()
  await dapp.approval.confirm()
  await sending.expectArrived()
  expect((await usdcOf(stack, alan.address)) - units).toBe(12_500_000n)
  await sending.done()

  const account = new Account(dapp)
  await account.showActivity()
  await expect(account.sent(alan.address).filter({ hasText: '\u22120.1 ETH' })).toHaveCount(1)
  await expect(account.sent(alan.address).filter({ hasText: '\u221212.5 USDC' })).toHaveCount(1)
  await expect(account.sent()).toHaveCount(2)
})

test('an unregistered name, a look-alike, and an unreachable chain', async ({ dapp, email, stack }) => {
  const sending = await startSending(dapp, email)
  const { dialog } = sending
  // The second begins with a letter of another script.
  for (const to of ['nobody.eth', 'аda.eth', 'nobody.team.eth']) {
    await sending.fill({ amount: '0.1', to })
    await expect(dialog.getByText(/^This name has no address on/)).toBeVisible()
    await expect(addressShown(sending)).toHaveCount(0)
  }
  await stack.chainA.stop()
  try {
    await sending.fill({ amount: '0.1', to: ada.name })
    await expect(dialog.getByText('We couldn’t look up this name')).toBeVisible()
    await expect(addressShown(sending)).toHaveCount(0)
  } finally {
    await stack.chainA.start()
  }
  // Until the api has reached the chain again, the failure returns, and its button with it.
  const again = dialog.getByRole('button', { name: 'Try again', exact: true })
  await expect(async () => {
    if (await again.isVisible()) await again.click()
    await expect(addressShown(sending)).toHaveText(ada.address, { timeout: 3000 })
  }).toPass()
})

test('on Solana a name leads to its address there, and one without is refused', async ({ dapp, email }) => {
  await dapp.open()
  await dapp.logIn(email)
  await dapp.press('Get local SOL')
  await expect(dapp.results).toContainText('The faucet sent some SOL')
  await dapp.openModal()
  await dapp.modal.switchNetwork('Local Solana')
  await dapp.modal.close()
  const sending = new Sending(dapp)
  await sending.open()
  await sending.fill({ amount: '0.5', to: ada.name })
  await expect(sending.dialog.getByText('This name has no address on Local Solana')).toBeVisible()
  await sending.fill({ amount: '0.5', to: grace.name })
  await expect(addressShown(sending)).toHaveText(grace.solana)
  await sending.goOn()
  await dapp.approval.confirm()
  await sending.expectArrived()
  await sending.done()
  const account = new Account(dapp)
  await account.showActivity()
  await expect(account.sent(grace.solana)).toContainText('\u22120.5 SOL')
  await expect(account.sent()).toHaveCount(1)
})

test('a user with a name is shown by it; other users find a registered one', async ({
  dapp,
  email,
  stack,
  install,
}) => {
  const wallet = await install(evmWallet(stack))
  const [address = ''] = wallet.addresses
  const name = `me-${Date.now().toString(36)}.eth`
  const response = await fetch(`${stack.urls.faucet}/faucet/name`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, address }),
  })
  expect(response.status).toBe(200)
  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.expectConnected()
  await dapp.openModal()
  await expect(dapp.modal.dialog.getByRole('heading', { name })).toBeVisible()
  await dapp.modal.close()
  await dapp.logOut()

  await dapp.logIn(email)
  const own = await dapp.address()
  await dapp.openModal()
  const { dialog } = dapp.modal
  await dapp.modal.openSettings()
  await dialog.getByRole('button', { name: /^Register a name/ }).click()
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await field.fill('admin')
  await expect(dialog.getByText('This name isn’t available. Choose another one.')).toBeVisible()
  const label = `lovelace-${Date.now().toString(36)}`
  const registered = `${label}.${localZone}`
  await field.fill(label)
  await expect(dialog.getByText(`${registered} is available`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Register' }).click()
  await dapp.approval.press('Reject')
  await expect(field).toHaveValue(label)
  await dialog.getByRole('button', { name: 'Register' }).click()
  await dapp.approval.confirm()
  await expect(dialog.getByText(`${registered} is yours`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog.getByRole('heading', { name: registered })).toBeVisible()
  await dapp.modal.close()

  const found = await fetch(`${stack.urls.api}/v1/profile/account/${registered}?projectId=demo&apiVersion=2`)
  expect(await found.json()).toMatchObject({ addresses: { 60: { address: own } } })
})
