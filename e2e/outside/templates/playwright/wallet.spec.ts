import { createEvmWallet } from '@latchkey/testing'
import { approve, loginByEmail, reject, walletTest as test } from '@latchkey/testing/playwright'
import { expect } from '@playwright/test'

const mailbox = process.env.MAILBOX_URL ?? ''

test('a user signs in, signs a message, and rejects another', async ({ page }) => {
  await page.goto('/playground')
  await loginByEmail(page, `user-${crypto.randomUUID()}@example.org`, { mailbox })

  await page.getByRole('button', { name: 'Sign message' }).click()
  await approve(page, { shows: 'Hello from the Latchkey demo' })
  await expect(page.getByRole('log')).toContainText('Valid signature')

  await page.getByRole('button', { name: 'Sign message' }).click()
  await reject(page)
  await expect(page.getByRole('log')).toContainText('rejected')
})

test('a wallet in the browser is found, and connects', async ({ page, install }) => {
  const wallet = await install(createEvmWallet({ chains: [{ id: 31337, rpcUrl: 'http://localhost:8545' }] }))
  await page.goto('/playground')
  await page.getByRole('banner').getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('banner')).toContainText(wallet.addresses[0]?.slice(0, 6) ?? 'an address')
})
