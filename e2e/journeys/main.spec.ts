import { expect, test } from '../fixtures.ts'
import { Dapp } from '../pages/Dapp.ts'

/** The main job: from an email to a wallet that signs and sends, and is found again. */

test('a newcomer logs in, signs, sends, switches chains, comes back, leaves and returns to the same wallet', async ({
  dapp,
  email,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const address = await dapp.address()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)

  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  await expect.poll(() => dapp.balanceOf('mine')).toBeGreaterThan(0.2)

  await dapp.press('Sign message')
  await expect(dapp.approval.card).toContainText('Hello from the Latchkey demo')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Valid signature')

  await dapp.press('Sign typed data')
  await expect(dapp.approval.card).toContainText('Door key')
  await dapp.approval.confirm()
  await expect(dapp.results.getByText('Valid signature')).toHaveCount(2)

  const before = { mine: await dapp.balanceOf('mine'), theirs: await dapp.balanceOf('theirs') }
  await dapp.press('Send 0.1 ETH')
  await expect(dapp.approval.card).toContainText('0.1 ETH')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Confirmed in block')
  await expect.poll(async () => (await dapp.balanceOf('theirs')) - before.theirs).toBeCloseTo(0.1, 5)
  const spent = before.mine - (await dapp.balanceOf('mine'))
  expect(spent).toBeGreaterThan(0.1)
  expect(spent).toBeLessThan(0.101)

  await dapp.press('Switch to Local chain B')
  await expect(dapp.results).toContainText('On Local chain B')
  await expect.poll(() => dapp.balanceOf('mine')).toBe(0)

  await dapp.page.reload()
  await dapp.expectConnected()
  await expect(dapp.page.getByRole('heading', { name: 'Local chain B' })).toBeVisible()
  expect(await dapp.address()).toBe(address)
  await dapp.press('Sign message')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Valid signature')

  await dapp.openModal()
  await dapp.modal.disconnect()
  await dapp.expectDisconnected()
  await dapp.page.reload()
  await dapp.expectDisconnected()
  await dapp.logIn(email)
  expect(await dapp.address()).toBe(address)
})

test('the same email on another site has the same wallet, and neither site sees the other’s login', async ({
  dapp,
  email,
  stack,
  context,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const address = await dapp.address()

  const elsewhere = new Dapp(await context.newPage(), stack)
  await elsewhere.open(stack.urls.demo.replace('127.0.0.1', 'other.localhost'))
  await elsewhere.expectDisconnected()
  await elsewhere.logIn(email)
  expect(await elsewhere.address()).toBe(address)

  await elsewhere.openModal()
  await elsewhere.modal.disconnect()
  await elsewhere.expectDisconnected()
  await dapp.page.reload()
  await dapp.expectConnected()
})

test('loading a dapp sends no third-party request before a gesture', async ({ page, stack }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(stack.urls.demo)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => !url.startsWith(stack.urls.demo))).toEqual([])
  expect(asked.filter((url) => /engine|mountViews/.test(url))).toEqual([])
  expect(page.frames()).toHaveLength(1)
})
