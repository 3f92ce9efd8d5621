import { createSolanaWallet } from '@latchkey/testing'
import { Connection, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/Dapp.ts'

/** The embedded wallet on Solana, beside its accounts on EVM chains: one login for both. */

const message = 'Hello from the Latchkey demo'
const receiver = new PublicKey('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** The demo's section for Solana. */
const cardOf = ({ page }: Dapp) =>
  page.locator('section.card').filter({ has: page.locator('.note', { hasText: /^Solana/ }) })

const addressOnSolana = async (dapp: Dapp): Promise<string> => {
  const title = cardOf(dapp).getByRole('heading')
  await expect(title).toHaveText(solanaAddress)
  return (await title.textContent()) ?? ''
}

/** Returns the last word of the newest result. */
const wordsOf = async (dapp: Dapp, said: string): Promise<string[]> => {
  const newest = dapp.results.getByRole('listitem').first()
  await expect(newest).toContainText(said)
  const text = (await newest.locator('span').textContent()) ?? ''
  return text
    .slice(text.indexOf(said) + said.length)
    .trim()
    .split(' ')
}

/** Verified with the browser's own cryptography too. */
const isSigned = async (address: string, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> => {
  const raw = Uint8Array.from(new PublicKey(address).toBytes())
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(bytes))
}

const decodeBase58 = (text: string): Uint8Array => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  const bytes: number[] = []
  for (; value > 0n; value /= 256n) bytes.unshift(Number(value % 256n))
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes])
}

const expectSigned = async (address: string, text: string): Promise<void> => {
  const transaction = VersionedTransaction.deserialize(decodeBase58(text))
  expect(transaction.message.staticAccountKeys[0]?.toBase58()).toBe(address)
  expect(await isSigned(address, transaction.signatures[0] as Uint8Array, transaction.message.serialize())).toBe(true)
}

test('one login gives accounts on both, and on Solana all four methods, with signatures that hold', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const evmAddress = await dapp.address()
  const address = await addressOnSolana(dapp)
  expect(evmAddress).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await expect(dapp.connections).toHaveCount(2)

  await dapp.press('Get local SOL')
  await expect(dapp.results).toContainText('The faucet sent some SOL')
  await expect(cardOf(dapp)).toContainText('10 SOL')

  await dapp.press('Sign with Solana')
  await dapp.approval.confirm()
  const [signature = ''] = await wordsOf(dapp, 'Valid Solana signature')
  expect(await isSigned(address, decodeBase58(signature), new TextEncoder().encode(message))).toBe(true)

  await dapp.press('Sign a SOL transfer')
  await dapp.approval.confirm()
  const [one = ''] = await wordsOf(dapp, 'Signed')
  await expectSigned(address, one)

  await dapp.press('Sign two SOL transfers')
  await dapp.approval.confirm()
  const both = await wordsOf(dapp, 'Signed')
  expect(both).toHaveLength(2)
  for (const each of both) await expectSigned(address, each)

  const connection = new Connection(stack.urls.solana, 'confirmed')
  const before = await connection.getBalance(receiver)
  await dapp.press('Send 0.1 SOL')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Confirmed in slot')
  expect((await connection.getBalance(receiver)) - before).toBe(100_000_000)
  await expect(cardOf(dapp)).toContainText('9.89')
})

test('the user goes to Solana and back in the modal, and both are there after a reload', async ({ dapp, email }) => {
  await dapp.open()
  await dapp.logIn(email)
  const evmAddress = await dapp.address()
  const address = await addressOnSolana(dapp)

  await dapp.openModal()
  await dapp.modal.switchNetwork('Local Solana')
  await dapp.modal.close()
  await dapp.expectAccount(address)

  await dapp.page.reload()
  await dapp.expectAccount(address)
  await expect(dapp.connections).toHaveCount(2)
  await dapp.press('Sign message')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Valid signature')

  await dapp.openModal()
  await dapp.modal.switchNetwork('Local chain B')
  await dapp.modal.close()
  await dapp.expectAccount(evmAddress)
  await dapp.press('Sign with Solana')
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Valid Solana signature')

  await dapp.logOut()
  await expect(dapp.connections).toHaveCount(0)
})

test('what the user refuses is not signed', async ({ dapp, email }) => {
  await dapp.open()
  await dapp.logIn(email)
  await addressOnSolana(dapp)
  await dapp.press('Sign with Solana')
  await dapp.approval.ready()
  await dapp.approval.reject()
  await expect(dapp.results).toContainText('rejected')
  await expect(dapp.results).not.toContainText('signature')
})

test('a user signs in with the embedded wallet: for this page only, and only by agreeing', async ({ dapp, email }) => {
  await dapp.open()
  await dapp.logIn(email)
  const address = await addressOnSolana(dapp)
  const { host } = new URL(dapp.page.url())

  await dapp.press('Sign in with Solana')
  await expect(dapp.approval.frame.getByText(`${host} wants you to sign in with your Solana account`)).toBeVisible()
  await dapp.approval.reject()
  await expect(dapp.results).toContainText('rejected')
  await expect(dapp.results).not.toContainText('Signed in with')

  await dapp.press('Sign in with Solana')
  await expect(dapp.approval.frame.getByRole('heading', { level: 1 })).toContainText('Sign in to')
  await dapp.approval.confirm()
  const [signature = '', message = ''] = await wordsOf(dapp, 'Signed in with')
  const bytes = decodeBase58(message)
  expect(await isSigned(address, decodeBase58(signature), bytes)).toBe(true)
  const text = new TextDecoder().decode(bytes)
  expect(text.startsWith(`${host} wants you to sign in with your Solana account:\n${address}\n\n`)).toBe(true)
  expect(text).toMatch(/\nNonce: [0-9a-f]{32}$/)
})

test('a wallet of the Wallet Standard does the same on the local cluster', async ({ dapp, stack, install }) => {
  await install(createSolanaWallet({ name: 'Ghost', rpcUrl: stack.urls.solana }))
  await dapp.open()
  await dapp.press('Connect Solana')
  await dapp.modal.connectWallet('Ghost')
  const address = await addressOnSolana(dapp)
  await dapp.press('Get local SOL')
  await expect(cardOf(dapp)).toContainText('10 SOL')

  await dapp.press('Sign with Solana')
  await wordsOf(dapp, 'Valid Solana signature')
  await dapp.press('Sign a SOL transfer')
  const [one = ''] = await wordsOf(dapp, 'Signed')
  await expectSigned(address, one)
  await dapp.press('Sign two SOL transfers')
  const both = await wordsOf(dapp, 'Signed')
  expect(both).toHaveLength(2)
  for (const each of both) await expectSigned(address, each)
  await dapp.press('Send 0.1 SOL')
  await expect(dapp.results).toContainText('Confirmed in slot')
  await expect(cardOf(dapp)).toContainText('9.89')
})
