import { expect, test } from 'vitest'
import { readWalletName } from './readWalletName.ts'

test.each([
  ['as it is', 'Rabby Wallet', 'Rabby Wallet'],
  ['trimmed', '  MetaMask\n', 'MetaMask'],
  ['in one line', 'Meta\n\n  Mask', 'Meta Mask'],
  ['without what turns the text around', 'Meta\u202ekcaM\u202c\u2066', 'MetakcaM'],
  ['without invisible characters', 'Meta\u200b\u00ad\u2060\ufeff\u115fMask\u0000', 'MetaMask'],
  ['in other scripts', 'محفظة 钱包', 'محفظة 钱包'],
  ['at most 64 characters', '🦊'.repeat(100), null],
  ['at most 64 characters of letters', 'a'.repeat(10_000_000), 'a'.repeat(64)],
  ['not of blanks alone', ' \t\u200b ', null],
  ['not without a letter', '⠀⠀', null],
  ['not as an entry of ours', 'WalletConnect', null],
  ['… however it is written', ' Wallet-Connect ', null],
  ['… with invisible marks', 'Latch\u200bkey', null],
  ['… in wide letters', 'Ｅｍａｉｌ', null],
  ['but as one that has such a word in it', 'Emailer', 'Emailer'],
  ['not as a number', 1, null],
  ['not as an object', { toString: () => 'x' }, null],
  ['not when absent', undefined, null],
])('a wallet’s name is shown %s', (_, name, shown) => {
  expect(readWalletName(name)).toBe(shown)
})
