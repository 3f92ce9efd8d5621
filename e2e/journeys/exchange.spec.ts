import type { Stack } from '@latchkey/local'
import { type Address, createPublicClient, http, parseEther } from 'viem'
import { expect, test } from '../fixtures.ts'

/** Funding an account from the local exchange: the payment has arrived when the chain has it, and not before. */

const heldBy = (stack: Stack, address: Address) =>
  createPublicClient({ transport: http(stack.chainA.url) }).getBalance({ address })

test('a withdrawal is canceled, another is sent late and arrives after a reload; the address is there for any other exchange', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const me = (await dapp.address()) as Address
  const { dialog } = dapp.modal
  const expectStatus = (title: string) =>
    expect(dialog.getByText(title, { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  const pay = async () => {
    const opening = dapp.page.waitForEvent('popup')
    await dialog.getByLabel('Amount in ETH').fill('2')
    await dialog.getByRole('button', { name: 'Local Exchange' }).click()
    const window = await opening
    await expect(window.getByText(me)).toBeVisible()
    return window
  }

  await dapp.openModal()
  await dialog.getByRole('button', { name: 'Deposit', exact: true }).click()
  const first = await pay()
  expect(await first.evaluate(() => window.opener)).toBeNull()
  await expectStatus('Confirm at Local Exchange')
  await first.getByRole('button', { name: 'Cancel' }).click()
  await expectStatus('The payment failed')
  await first.close()
  expect(await heldBy(stack, me)).toBe(0n)
  await dialog.getByRole('button', { name: 'Start over' }).click()

  const second = await pay()
  await second.getByRole('button', { name: 'Send later' }).click()
  await expectStatus('Confirm at Local Exchange')
  expect(await heldBy(stack, me)).toBe(0n)

  await dapp.page.reload()
  await dapp.openModal()
  await dialog.getByRole('button', { name: 'Deposit', exact: true }).click()
  await expect(dialog.getByText('You have an open payment')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Local Exchange' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'View status' }).click()
  await expectStatus('Finish at Local Exchange')
  await second.getByRole('button', { name: 'Deliver now' }).click()
  await expectStatus('Arrived')
  expect(await heldBy(stack, me)).toBe(parseEther('2'))
  await dialog.getByRole('button', { name: 'Done' }).click()

  await dialog.getByRole('button', { name: 'Deposit', exact: true }).click()
  await dialog.getByRole('button', { name: /^Use your address/ }).click()
  await expect(dialog.getByText(me)).toBeVisible()
  await expect(dialog).toContainText('On another network, the funds may be lost.')
})
