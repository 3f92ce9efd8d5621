import { expect, test } from 'vitest'
import { createHarness, logIn } from './harness.ts'

const email = 'ada@example.com'

test('a newcomer logs in by a mailed code and gets a wallet; a reload unlocks it', async () => {
  await using harness = await createHarness()
  const device = await harness.device()
  const { wallet, refreshToken } = await logIn(harness, device, email)

  const { tokens } = await device.client.call('refreshSession', { refreshToken })
  expect(await device.client.call('getWallet', {}, { accessToken: tokens.accessToken })).toEqual({ wallet })
  expect(await device.unlock(tokens.accessToken)).toBe(wallet.addresses.eip155[0])
})

test('another device recovers the same address from the two halves', async () => {
  await using harness = await createHarness()
  const first = await logIn(harness, await harness.device(), email)
  const other = await harness.device()
  const second = await logIn(harness, other, email)
  expect(second.wallet).toEqual(first.wallet)
  expect(second.userId).toBe(first.userId)
  expect(await other.unlock(second.accessToken)).toBe(first.wallet.addresses.eip155[0])
})
