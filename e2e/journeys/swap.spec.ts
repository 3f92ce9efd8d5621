import { localExchange, localTokens, type Stack } from '@latchkey/local'
import { type Address, createPublicClient, erc20Abi, http, parseEther } from 'viem'
import { expect, test } from '../fixtures.ts'
import { Swapping } from '../pages/Swapping.ts'

/** Swapping from the modal at the pools of the local chain: the confirmed swap is the one shown, and nothing is swapped twice. */

const { usdc } = localTokens
const clientOf = ({ url }: Stack['chainA']) => createPublicClient({ transport: http(url), pollingInterval: 50 })
const usdcOf = (chain: Stack['chainA'], owner: Address) =>
  clientOf(chain).readContract({ address: usdc.address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const allowanceOf = (stack: Stack, owner: Address, spender: Address = localExchange.router) =>
  clientOf(stack.chainA).readContract({
    address: usdc.address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner, spender],
  })
const sentBy = (stack: Stack, address: Address) => clientOf(stack.chainA).getTransactionCount({ address })

test('a standard account swaps ETH for USDC and back, and USDC to another chain, each once; a swap that the api changed is stopped', async ({
  dapp,
  email,
  stack,
}) => {
  test.slow()
  await dapp.open()
  await dapp.logIn(email)
  const me = (await dapp.address()) as Address
  await stack.chainA.setBalance(me, parseEther('10'))
  const swapping = new Swapping(dapp)
  await swapping.open()
  await swapping.submit('0.1')
  await expect(dapp.approval.card).toContainText(/Swap 0.1 ETH for at least [\d.]+ USDC/)
  await dapp.approval.confirm()
  await swapping.expectSwapped()
  const units = await usdcOf(stack.chainA, me)
  expect(units).toBeGreaterThan(0n)
  await swapping.done()

  // Back: the token takes a signature of exactly the amount in place of an approval, then it is swapped.
  await swapping.open()
  await swapping.flip()
  await swapping.submit('100')
  await expect(dapp.approval.card).toContainText('100 USDC')
  await dapp.approval.press('Sign')
  await expect(dapp.approval.card).toContainText(/Swap 100 USDC for at least 0\.\d+ ETH/)
  await dapp.approval.confirm()
  await swapping.expectSwapped()
  expect(await usdcOf(stack.chainA, me)).toBe(units - 100_000_000n)
  for (const spender of Object.values(localExchange)) expect(await allowanceOf(stack, me, spender)).toBe(0n)
  expect(await sentBy(stack, me)).toBe(2)
  await swapping.done()

  // To the other chain: allowed and sent on this one, and paid by the bridge on that one, which a reload doesn't lose.
  await swapping.open()
  await swapping.flip()
  await swapping.receiveOn('Local chain B', 'USD Coin')
  await swapping.submit('50')
  await dapp.approval.confirm()
  await expect(dapp.approval.card).toContainText('Swap 50 USDC for at least 49.5 USDC on Local chain B')
  await dapp.approval.confirm()
  await expect(swapping.dialog).toContainText('On the way to Local chain B')
  await dapp.page.reload()
  await dapp.expectConnected()
  await swapping.open()
  await expect(swapping.dialog).toContainText('49.5 USDC arrived in your account on Local chain B')
  expect(await usdcOf(stack.chainA, me)).toBe(units - 150_000_000n)
  expect(await usdcOf(stack.chainB, me)).toBe(49_500_000n)
  await swapping.dialog.getByRole('button', { name: 'Done' }).click()

  // The api names another contract as the exchange: the wallet knows its own, and the modal reports that nothing was swapped.
  await dapp.page.route('**/v1/convert/build-transaction*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll(localExchange.router, `0x${'5'.repeat(40)}`)
    await route.fulfill({ response: answer, body })
  })
  await swapping.submit('0.1')
  await expect(dapp.approval.card).toContainText('Your wallet doesn’t recognize this exchange')
  await dapp.approval.press('Close')
  await expect(swapping.dialog).toContainText('This isn’t the swap you asked for')
  expect(await sentBy(stack, me)).toBe(4)
})

test('a smart account swaps USDC for ETH, with the approval in the same operation', async ({ dapp, email, stack }) => {
  await dapp.open()
  await dapp.logIn(email)
  await dapp.openModal()
  await dapp.modal.openSettings()
  await dapp.modal.dialog.getByText('Smart account', { exact: true }).click()
  await dapp.modal.close()
  const me = (await dapp.address()) as Address
  await stack.chainA.setBalance(me, parseEther('10'))
  const given = await fetch(`${stack.urls.faucet}/faucet/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chainId: 'eip155:31337', address: me }),
  })
  expect(given.status).toBe(200)
  const units = await usdcOf(stack.chainA, me)

  const swapping = new Swapping(dapp)
  await swapping.open()
  await swapping.flip()
  await swapping.submit('100')
  await expect(dapp.approval.card).toContainText(/Swap 100 USDC for at least 0\.\d+ ETH/)
  await dapp.approval.confirm()
  await swapping.expectSwapped()
  expect(await usdcOf(stack.chainA, me)).toBe(units - 100_000_000n)
  expect(await allowanceOf(stack, me)).toBe(0n)
})
