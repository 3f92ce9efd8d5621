import { type Hex, parseEther } from 'viem'
import { expect, test } from '../../fixtures.ts'
import { SmartDapp } from './SmartDapp.ts'

/** Failures around a smart account: nothing is sent twice, and the requester gets the outcome. */

const ether = parseEther('1')
const value = `0x${ether.toString(16)}`
/** An unused address. */
const nobody = (): Hex => `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, '7')}`

test('a bundler that takes too long leaves it open whether it has the operation, and sending it again sends it once', async ({
  page,
  stack,
  email,
}) => {
  const dapp = await SmartDapp.open(page, stack, email, 'hybrid')
  const to = nobody()
  const answer = dapp.ask('eth_sendTransaction', [{ from: dapp.address, to, value }])
  await dapp.approval.ready()
  await stack.setFault('bundlerA', 'slow')
  try {
    await dapp.approval.confirm()
    await expect(dapp.approval.card).toContainText('Sending it again is safe: it can happen only once.')
    await expect(dapp.approval.card).not.toContainText('Nothing was sent')
  } finally {
    await stack.setFault('bundlerA', null)
  }
  const again = dapp.approval.frame.getByRole('button', { name: 'Send again', exact: true })
  // The service takes a moment to call the bundler again.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    expect(await dapp.chain.getBalance({ address: to })).toBe(ether)
  }).toPass({ timeout: 20_000 })
  expect(await answer).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await dapp.chain.getBalance({ address: to })).toBe(ether)
})

test('a request for another network than the current one is rejected with the reason', async ({
  page,
  stack,
  email,
}) => {
  const dapp = await SmartDapp.open(page, stack, email, 'hybrid')
  const { address: from } = dapp
  const to = nobody()
  const batch = (chainId: string) => ({ version: '2.0.0', chainId, from, atomicRequired: true, calls: [{ to, value }] })
  const elsewhere = { code: -32602, message: 'The request is for another network than the active one' }
  const table: [string, unknown[], { code: number; message: string }][] = [
    ['eth_sendTransaction', [{ from, to, value, chainId: '0x539' }], elsewhere],
    ['wallet_sendCalls', [batch('0x539')], elsewhere],
    ['wallet_sendCalls', [batch('0x270f')], { code: 5710, message: 'Calls cannot be sent on this network' }],
  ]
  for (const [method, params, refusal] of table) {
    expect(await dapp.ask(method, params), `${method} ${JSON.stringify(params)}`).toEqual(refusal)
  }
  expect(await dapp.isDeployed()).toBe(false)
})

test('of two tabs that send at the same time one succeeds, and the other shows why not and succeeds when confirmed again', async ({
  page,
  stack,
  email,
}) => {
  const one = await SmartDapp.open(page, stack, email, 'hybrid')
  const other = await one.anotherTab()
  const to = nobody()
  const [first, second] = [one, other].map((tab) => tab.ask('eth_sendTransaction', [{ from: tab.address, to, value }]))
  // Both have read the same nonce of the account; only the tab in front can be confirmed.
  for (const tab of [one, other]) {
    await tab.page.bringToFront()
    await tab.approval.ready()
  }
  await one.page.bringToFront()
  // Which one is first is up to the bundler: the other waits until it has this one.
  const isSent = one.page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('eth_sendUserOperation')),
  )
  await one.approval.confirm()
  await isSent
  await other.page.bringToFront()
  await other.approval.confirm()

  const { card } = other.approval
  await expect(card).toContainText('Another transaction was sent first')
  await expect(card).toContainText('Nothing was sent.')
  expect(await first).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await one.chain.getBalance({ address: to })).toBe(ether)

  await other.approval.confirm()
  expect(await second).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await second).not.toBe(await first)
  expect(await one.chain.getBalance({ address: to })).toBe(2n * ether)
})
