import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { withSecrets } from '../secrets.ts'
import { englishWallets, hexBytes } from '../testing/vectors.ts'
import { mnemonicBytes, mnemonicSeed } from './mnemonic.ts'

const { english }: { english: [entropy: string, words: string][] } = createRequire(import.meta.url)(
  'bitcore-mnemonic/test/data/bip39-vectors.json',
)

const wordsOf = (entropyHex: string): Promise<string> =>
  withSecrets(async (hold) => new TextDecoder().decode(mnemonicBytes(hold(hexBytes(entropyHex)), hold)))

test('24 published BIP-39 vectors: entropy gives the words', async () => {
  expect(english).toHaveLength(24)
  for (const [entropy, words] of english) expect(await wordsOf(entropy)).toBe(words)
})

test('words and seeds of every English wallet in the ethers test cases without a password', async () => {
  const wallets = englishWallets()
  expect(wallets.length).toBeGreaterThan(700)
  for (const { entropy, mnemonic, seed } of wallets) {
    expect(await wordsOf(entropy)).toBe(mnemonic)
    await withSecrets(async (hold) => expect(await mnemonicSeed(hold(hexBytes(entropy)), hold)).toEqual(hexBytes(seed)))
  }
})

test('another length of entropy is refused', async () => {
  await expect(wordsOf('00'.repeat(31))).rejects.toThrow(RangeError)
})

test('entropy, sentence and seed are zero afterwards', async () => {
  const held = await withSecrets(async (hold) => {
    const buffers: Uint8Array[] = []
    const watch: typeof hold = (bytes) => {
      buffers.push(bytes)
      return hold(bytes)
    }
    await mnemonicSeed(watch(Uint8Array.from({ length: 32 }, () => 7)), watch)
    expect(buffers.some((buffer) => buffer.some((byte) => byte !== 0))).toBe(true)
    return buffers
  })
  expect(held.length).toBeGreaterThan(3)
  expect(held.every((buffer) => buffer.every((byte) => byte === 0))).toBe(true)
})
