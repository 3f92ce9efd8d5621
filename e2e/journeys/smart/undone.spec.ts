import { createTestClient, type Hex, http, parseEther } from 'viem'
import { expect, test } from '../../fixtures.ts'
import { SmartDapp } from './SmartDapp.ts'

/** A confirmed request that fails on the chain: it must look neither like a success, nor as if nothing had been sent. */

const value = parseEther('1')
/** Code that reverts every call, with `Error("closed")`. */
const refusing: Hex = `0x6064600c60003960646000fd08c379a0${'20'.padStart(64, '0')}${'6'.padStart(64, '0')}${'636c6f736564'.padEnd(64, '0')}`

/** A receiver without code so far, and its code once it reverts. */
const receiverOf = (dapp: SmartDapp) => {
  const address: Hex = `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, '7')}`
  const client = createTestClient({ mode: 'anvil', transport: http(dapp.stack.urls.chainA) })
  return { address, refuse: () => client.setCode({ address, bytecode: refusing }) }
}

test('a reverted transaction shows the reason, and a page can distinguish it from one that was not sent', async ({
  page,
  stack,
  email,
}) => {
  const dapp = await SmartDapp.open(page, stack, email, 'hybrid')
  const { address, refuse } = receiverOf(dapp)
  const before = await dapp.chain.getBalance({ address: dapp.address })
  const answer = dapp.ask('eth_sendTransaction', [
    { from: dapp.address, to: address, value: `0x${value.toString(16)}` },
  ])
  await dapp.approval.ready()
  await refuse()
  await dapp.approval.confirm()
  await expect(dapp.approval.card).toContainText('You paid the network fee. The contract rejected it: closed.')
  await expect(dapp.approval.card).not.toContainText('Nothing was sent')
  await dapp.approval.press('Close')
  expect(await answer).toEqual({ code: -32521, message: 'It was mined and reverted: closed' })
  const paid = before - (await dapp.chain.getBalance({ address: dapp.address }))
  expect(paid > 0n && paid < value).toBe(true)
  expect(await dapp.chain.getBalance({ address })).toBe(0n)

  // The same request again is rejected before anything is sent.
  const refused = dapp.ask('eth_sendTransaction', [
    { from: dapp.address, to: address, value: `0x${value.toString(16)}` },
  ])
  await expect(dapp.approval.card).toContainText('Nothing was sent.')
  await dapp.approval.press('Close')
  expect(await refused).toMatchObject({ message: expect.stringMatching(/would fail: closed\. Nothing was sent$/) })
})

test('calls that are mined and undone have the status 500 and the receipt that says so', async ({
  page,
  stack,
  email,
}) => {
  const dapp = await SmartDapp.open(page, stack, email, 'hybrid')
  const { address, refuse } = receiverOf(dapp)
  const calls = [{ to: address, value: `0x${value.toString(16)}` }]
  const answer = dapp.ask('wallet_sendCalls', [
    { version: '2.0.0', chainId: dapp.chainId, from: dapp.address, atomicRequired: true, calls },
  ])
  await dapp.approval.ready()
  await refuse()
  await dapp.approval.confirm()
  const { id } = (await answer) as { id: string }
  const status = async () => (await dapp.ask('wallet_getCallsStatus', [id])) as { status: number }
  await expect.poll(async () => (await status()).status).toBe(500)
  expect(await status()).toMatchObject({ id, atomic: true, receipts: [{ status: '0x0' }] })
})
