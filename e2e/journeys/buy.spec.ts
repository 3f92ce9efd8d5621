import { localTokens, type Stack } from '@latchkey/local'
import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { expect, test } from '../fixtures.ts'
import { Buying } from '../pages/Buying.ts'

/** Buying from the modal at the local providers: it has arrived when the chain has it, and not before. */

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

  // Both offers stand side by side. The one that is chosen opens a window that knows the address and has no hold of the page.
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

  // Paid, and not sent yet: nothing says that it has arrived.
  const second = await buying.choose('Local Pay')
  await second.getByRole('button', { name: 'Pay, and receive later' }).click()
  await buying.expectStatus('Payment received')
  expect(await usdcOf(stack, me)).toBe(0n)

  // The page is loaded again in the middle: the purchase is still there.
  await dapp.page.reload()
  await buying.open()
  await buying.press('View status')
  await second.getByRole('button', { name: 'Deliver now' }).click()
  await buying.expectStatus('Arrived')
  await expect(buying.dialog).toContainText('49 USDC')
  expect(await usdcOf(stack, me)).toBe(49_000_000n)
})
