import { localTokens, type Stack } from '@latchkey/local'
import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { expect, test } from '../fixtures.ts'
import { Buying } from '../pages/Buying.ts'
import { Selling } from '../pages/Selling.ts'

/** Buying and selling from the modal at the local providers: the chain shows what has arrived, or was sent. */

const usdcOf = (stack: Stack, owner: Address) =>
  createPublicClient({ transport: http(stack.chainA.url) }).readContract({
    address: localTokens.usdc.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })

test('a purchase is declined, another is paid and waited for until the chain has it, a reload in between', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const me = (await dapp.address()) as Address
  const buying = new Buying(dapp)

  // Both offers are listed. The chosen one opens a window that knows the address and can't reach the page.
  await buying.open()
  await expect(buying.offer('Local Pay')).toContainText('49 USDC')
  await expect(buying.offer('Local Bank')).toContainText('48 USDC')
  const first = await buying.choose('Local Bank')
  await expect(first.getByText(me)).toBeVisible()
  expect(await first.evaluate(() => window.opener)).toBeNull()
  await first.getByRole('button', { name: 'Decline the payment' }).click()
  await buying.expectStatus('The payment was declined')
  await first.close()
  expect(await usdcOf(stack, me)).toBe(0n)
  await buying.press('Start over')

  // Paid, and not sent yet: nothing claims that it has arrived.
  const second = await buying.choose('Local Pay')
  await second.getByRole('button', { name: 'Pay, and receive later' }).click()
  await buying.expectStatus('Payment received')
  expect(await usdcOf(stack, me)).toBe(0n)

  // The page is reloaded in the middle: the purchase is still there.
  await dapp.page.reload()
  await buying.open()
  await buying.press('View status')
  await second.getByRole('button', { name: 'Deliver now' }).click()
  await buying.expectStatus('Arrived')
  await expect(buying.dialog).toContainText('49 USDC')
  expect(await usdcOf(stack, me)).toBe(49_000_000n)
})

test('a sale expires and sends nothing, another sends exactly what the provider named, once, and is paid out', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const me = (await dapp.address()) as Address
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  await dapp.press('Get local tokens')
  await expect(dapp.results).toContainText('The faucet sent USDC, LKEY and an NFT')
  const before = await usdcOf(stack, me)
  const selling = new Selling(dapp)

  // The provider's deadline passes before anything is sent.
  await selling.open()
  await selling.chooseToken('USDC')
  const first = await selling.sell('50', 'Local Cash')
  await first.getByRole('button', { name: 'Sell', exact: true }).click()
  await selling.expectStatus('Send your USDC to Local Cash')
  await first.getByRole('button', { name: 'Let it expire' }).click()
  await selling.expectStatus('The sale expired')
  expect(await usdcOf(stack, me)).toBe(before)
  await first.close()
  await selling.press('Start over')

  // The address is the one on the provider's page, even after a reload, and the approval shows it.
  const second = await selling.sell('50', 'Local Cash')
  const deposit = (await second.locator('code').textContent()) as Address
  await second.getByRole('button', { name: 'Sell', exact: true }).click()
  await selling.expectStatus('Send your USDC to Local Cash')
  await dapp.page.reload()
  await selling.open()
  await selling.press('View status')
  await selling.expectStatus('Send your USDC to Local Cash')
  await expect(selling.dialog).toContainText(deposit.slice(-4))
  await selling.press('Send 50 USDC')
  await expect(dapp.approval.card).toContainText(deposit.slice(-4))
  await dapp.approval.confirm()
  await selling.expectStatus('Local Cash has your USDC')
  expect(await usdcOf(stack, deposit)).toBe(50_000_000n)
  expect(await usdcOf(stack, me)).toBe(before - 50_000_000n)
  await second.reload()
  await second.getByRole('button', { name: 'Pay out' }).click()
  await selling.expectStatus('Paid out')
})
