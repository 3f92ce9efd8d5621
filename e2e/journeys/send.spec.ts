import { localMints, localTokens, type Stack } from '@latchkey/local'
import { Connection, Keypair, LAMPORTS_PER_SOL, PublicKey } from '@solana/web3.js'
import { type Address, createPublicClient, erc20Abi, http, parseEther } from 'viem'
import { expect, test } from '../fixtures.ts'
import { Account } from '../pages/Account.ts'
import type { Dapp } from '../pages/Dapp.ts'
import { Sending } from '../pages/Sending.ts'
import { evmWallet } from './wallets/wallets.ts'

/** Sending from the modal itself, on the real chain: a confirmed transfer arrives once, and nothing else is ever sent. */

const { usdc } = localTokens
const receiver: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const chainOf = (stack: Stack) => createPublicClient({ transport: http(stack.chainA.url), pollingInterval: 50 })
const weiOf = (stack: Stack, address: Address) => chainOf(stack).getBalance({ address })
const usdcOf = (stack: Stack, owner: Address) =>
  chainOf(stack).readContract({ address: usdc.address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const sentBy = (stack: Stack, address: Address) => chainOf(stack).getTransactionCount({ address })

const fund = async (dapp: Dapp) => {
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  await dapp.press('Get local tokens')
  await expect(dapp.results).toContainText('The faucet sent USDC, LKEY and an NFT')
}

test('ETH and USDC go from the embedded wallet to an address, once each, and are seen as sent', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const me = (await dapp.address()) as Address
  await fund(dapp)
  const sending = new Sending(dapp)
  const [wei, units] = [await weiOf(stack, receiver), await usdcOf(stack, receiver)]

  await sending.open()
  await sending.fill({ amount: '0,1', to: receiver })
  await sending.goOn()
  await dapp.approval.confirm()
  await sending.expectArrived()
  expect((await weiOf(stack, receiver)) - wei).toBe(parseEther('0.1'))
  await sending.done()
  await dapp.modal.close()

  await sending.open()
  await sending.chooseToken('USD Coin')
  await expect(sending.recentRecipients).toContainText(['0x90F7…b906'])
  await sending.fill({ amount: '12.5', to: `eip155:31337:${receiver}` })
  await expect(sending.recentRecipients).toHaveCount(0)
  await sending.goOn()
  await dapp.approval.confirm()
  await sending.expectArrived()
  expect((await usdcOf(stack, receiver)) - units).toBe(12_500_000n)
  expect(await sentBy(stack, me)).toBe(2)
  await sending.done()

  const account = new Account(dapp)
  await expect(account.token('USDC')).toContainText('987.5 USDC')
  await expect(account.token('Ether')).toContainText('9.89')
  await account.showActivity()
  // The specification prefixes sent amounts with a plus (section 9).
  await expect(account.sent(receiver).filter({ hasText: '\u221212.5 USDC' })).toHaveCount(1)
  await expect(account.sent(receiver).filter({ hasText: '\u22120.1 ETH' })).toHaveCount(1)
  await expect(account.sent()).toHaveCount(2)
})

test('SOL and USDC go from the embedded wallet on Solana to an address, once each, and are seen as sent', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  await dapp.press('Get local SOL')
  await expect(dapp.results).toContainText('The faucet sent some SOL')
  await dapp.press('Get Solana tokens')
  await expect(dapp.results).toContainText('The faucet sent USDC and LKEY on Solana')
  await dapp.openModal()
  await dapp.modal.switchNetwork('Local Solana')
  await dapp.modal.close()
  const [sending, account] = [new Sending(dapp), new Account(dapp)]
  const connection = new Connection(stack.urls.solana, 'confirmed')
  // Has no account for the token yet.
  const theirs = Keypair.generate().publicKey
  const usdcOfTheirs = async () => {
    const mint = new PublicKey(localMints.usdc.address)
    const { value } = await connection.getParsedTokenAccountsByOwner(theirs, { mint })
    return value.map(({ account: { data } }) => data.parsed.info.tokenAmount.amount)
  }

  await sending.open()
  await sending.chooseToken('Solana')
  await sending.fill({ amount: '0.5', to: theirs.toBase58() })
  await sending.goOn()
  await dapp.approval.confirm()
  await sending.expectArrived()
  expect(await connection.getBalance(theirs)).toBe(0.5 * LAMPORTS_PER_SOL)
  await sending.done()
  await expect(account.token('Solana')).toContainText('9.499')
  await dapp.modal.close()

  await sending.open()
  await sending.chooseToken('USD Coin')
  await sending.fill({ amount: '12.5', to: theirs.toBase58() })
  await sending.goOn()
  await dapp.approval.confirm()
  await sending.expectArrived()
  expect(await usdcOfTheirs()).toEqual(['12500000'])
  await sending.done()

  await expect(account.token('USD Coin')).toContainText('987.5 USDC')
  await account.showActivity()
  await expect(account.sent(theirs.toBase58()).filter({ hasText: '\u22120.5 SOL' })).toHaveCount(1)
  await expect(account.sent(theirs.toBase58()).filter({ hasText: '\u221212.5 USDC' })).toHaveCount(1)
  await expect(account.sent()).toHaveCount(2)
  await expect(account.transactions.filter({ hasText: 'Received' })).toContainText('+10 SOL')
})

test('all there is leaves the fee; what cannot be sent, or is declined, leaves everything', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const me = (await dapp.address()) as Address
  await fund(dapp)
  const sending = new Sending(dapp)
  const { dialog } = sending
  await sending.open()
  await sending.goOn()
  await expect(dialog.getByText('Enter an amount and a recipient').first()).toBeVisible()
  await sending.fill({ amount: '100000', to: receiver })
  await expect(dialog.getByText(/^You have [0-9.,]+ /).first()).toBeVisible()
  await sending.fill({ amount: '0.1', to: receiver.replace('E785', 'e785') })
  await expect(dialog.getByText('Invalid address')).toBeVisible()
  await sending.fill({ amount: '0.1', to: `eip155:${receiver}` })
  await expect(dialog.getByText('Invalid address')).toBeVisible()
  await sending.fill({ amount: '0.1', to: `0x${'0'.repeat(40)}` })
  await sending.goOn()
  await expect(sending.sendButton).toBeHidden()

  await sending.fill({ amount: '0.1', to: receiver })
  await sending.goOn()
  await dapp.approval.reject()
  await expect(dialog.getByLabel(/^Amount in/)).toHaveValue('0.1')
  expect(await sentBy(stack, me)).toBe(0)

  await dialog.getByRole('button', { name: 'Max: send all ETH' }).click()
  await sending.goOn()
  await dapp.approval.confirm()
  await sending.expectArrived()
  expect(await sentBy(stack, me)).toBe(1)
  // The difference between the maximum fee and the real one.
  expect(await weiOf(stack, me)).toBeLessThan(parseEther('0.001'))
})

test('a wallet of the browser is asked once; declining sends nothing, and a reload neither', async ({
  dapp,
  stack,
  install,
}) => {
  const wallet = await install(evmWallet(stack))
  const [me = ''] = wallet.addresses
  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.expectConnected()
  await fund(dapp)
  const sending = new Sending(dapp)
  const sends = () => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
  const wei = await weiOf(stack, receiver)

  await sending.open()
  await sending.fill({ amount: '0.05', to: receiver })
  await sending.goOn()
  await sending.expectPreview()
  wallet.script('reject', { of: 'send', times: 1 })
  await sending.sendButton.click()
  await expect(sending.dialog.getByText('Nothing was sent').first()).toBeVisible()
  expect(sends()).toBe(1)

  await sending.sendButton.dblclick()
  await sending.expectArrived()
  expect(sends()).toBe(2)
  expect((await weiOf(stack, receiver)) - wei).toBe(parseEther('0.05'))
  await sending.done()
  await dapp.modal.close()

  await sending.open()
  await sending.chooseToken('USD Coin')
  await sending.fill({ amount: '7', to: receiver })
  await sending.goOn()
  await sending.expectPreview()
  wallet.script('neverAnswer', { of: 'send', times: 1 })
  await sending.sendButton.click()
  await expect(sending.dialog.getByText('Waiting for Fox').first()).toBeVisible()
  const sent = await sentBy(stack, me as Address)
  await dapp.page.reload()
  await dapp.expectConnected()
  await sending.open()
  await expect(sending.dialog.getByText('Your last transfer')).toBeVisible()
  expect(sends()).toBe(3)
  expect(await sentBy(stack, me as Address)).toBe(sent)
})
