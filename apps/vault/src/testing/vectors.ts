import { createRequire } from 'node:module'
import type { TestCase } from '@ethersproject/testcases'

const { loadTests } = createRequire(import.meta.url)('@ethersproject/testcases') as {
  loadTests: <row>(name: string) => row[]
}

export const hexBytes = (hex: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(hex.replace(/^0x/, ''), 'hex'))

/** BIP-39 and BIP-32 wallets, all languages. */
export const hdWallets = (): TestCase.HDWallet[] => loadTests('hdnode')

/** Those that our vault could make: English words, no password. */
export const englishWallets = (): TestCase.HDWallet[] =>
  hdWallets().filter(({ locale, password }) => locale === 'en' && !password)

export const eip712Cases = (): TestCase.Eip712[] => loadTests('eip712')
export const legacyTransactions = (): TestCase.SignedTransaction[] => loadTests('transactions')
export const typedTransactions = (): TestCase.TypedTransaction[] => loadTests('typed-transactions')
