import { createHmac, pbkdf2Sync } from 'node:crypto'
import { Keypair } from '@solana/web3.js'
import { isHex } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { expect, test } from '../../fixtures.ts'
import { Settings } from '../../pages/Settings.ts'

/** SLIP-0010 for ed25519: every step hardened. */
const solanaKey = (seed: Uint8Array, path: readonly number[]): Uint8Array => {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const index of path) {
    const data = Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), Buffer.alloc(4)])
    data.writeUInt32BE(index + 2 ** 31, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
  }
  return node.subarray(0, 32)
}

test('the words that are shown open the same addresses elsewhere, and a notice of it is mailed', async ({
  page,
  email,
  stack,
}) => {
  const settings = new Settings(page, stack)
  await settings.open()
  await settings.signIn(email)
  const [evm, solana] = await settings.addresses()
  await settings.go('Keys')
  await page.getByRole('button', { name: 'Show recovery phrase' }).click()
  await settings.agree('Continue')
  const words = await settings.revealed('Recovery phrase', evm ?? '')
  expect(words.split(' ')).toHaveLength(24)
  await settings.vault.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Show recovery phrase' })).toBeVisible()

  expect(mnemonicToAccount(words).address).toBe(evm)
  // BIP-39.
  const seed = pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')
  expect(Keypair.fromSeed(solanaKey(seed, [44, 501, 0, 0])).publicKey.toBase58()).toBe(solana)
  await expect.poll(async () => (await stack.mailbox.messages(email))[0]?.subject).toMatch(/keys/i)
  expect(await page.content()).not.toContain(words.split(' ').slice(0, 3).join(' '))
})

test('an imported key joins the addresses and can be shown; an invalid one shows the reason', async ({
  page,
  email,
  stack,
}) => {
  const settings = new Settings(page, stack)
  await settings.open()
  await settings.signIn(email)
  const before = await settings.addresses()
  await settings.go('Keys')
  await page.getByRole('button', { name: /^Ethereum private key/ }).click()
  await settings.confirm(email)
  const field = settings.vault.getByLabel('Private key')
  const submit = settings.vault.getByRole('button', { name: 'Import' })
  await field.fill('0x1234')
  await submit.click()
  await expect(settings.vault.getByText(/too short or too long/)).toBeVisible()
  await field.fill('f'.repeat(64))
  await submit.click()
  await expect(settings.vault.getByText(/^This isn’t a valid private key/)).toBeVisible()
  const key = generatePrivateKey()
  await field.fill(key)
  await submit.click()
  await expect(page.getByText('Account imported').first()).toBeVisible()
  expect(await settings.addresses()).toEqual([before[0], privateKeyToAddress(key), before[1]])

  await settings.go('Keys')
  await page.getByRole('button', { name: 'Show recovery phrase' }).click()
  await settings.agree('Continue')
  const shown = await settings.revealed('EVM private key', privateKeyToAddress(key))
  expect(isHex(shown) && privateKeyToAddress(shown)).toBe(privateKeyToAddress(key))
})

test('words that are none say which is wrong, and leaving changes nothing', async ({ page, email, stack }) => {
  const settings = new Settings(page, stack)
  await settings.open()
  await settings.signIn(email)
  const before = await settings.addresses()
  await settings.go('Keys')
  await page.getByRole('button', { name: /^Recovery phrase/ }).click()
  await settings.confirm(email)
  const field = settings.vault.getByLabel('Recovery phrase')
  const submit = settings.vault.getByRole('button', { name: 'Import' })
  const abandon = Array<string>(11).fill('abandon').join(' ')
  for (const [words, wrong] of [
    ['abandon abandon', /These are 2 words/],
    [`${abandon} abuot`, /Word 12 isn’t a recovery phrase word/],
    [`${abandon} abandon`, /together they aren’t a recovery phrase/],
  ] as const) {
    await field.fill(words)
    await submit.click()
    await expect(settings.vault.getByText(wrong)).toBeVisible()
  }
  await settings.vault.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^Recovery phrase/ })).toBeVisible()
  expect(await settings.addresses()).toEqual(before)
})
