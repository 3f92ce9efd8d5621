import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import fc from 'fast-check'
import { english, generateMnemonic, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { withSecrets } from '../../secrets.ts'
import { englishWallets } from '../../testing/vectors.ts'
import { accountsOf } from '../accounts.ts'
import { exportText } from '../exportText.ts'
import type { SourceKind } from '../walletPayload.ts'
import { readSource } from './readSource.ts'

/** Returns the parsed source's addresses and export text; or the fault. */
const read = (from: SourceKind, text: string) =>
  withSecrets(async (hold) => {
    const result = readSource(from, hold(new TextEncoder().encode(text)), hold)
    if ('failed' in result) return result.failed
    const accounts = await accountsOf(result.source, hold)
    return {
      addresses: accounts.map(({ address }) => address),
      text: new TextDecoder().decode(exportText(result.source, hold)),
    }
  })

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

describe('a mnemonic', () => {
  test('of every length is read, opens the address of viem, and is exported as it was', async () => {
    const lengths = new Set<number>()
    for (const { mnemonic } of englishWallets().slice(0, 200)) {
      lengths.add(mnemonic.split(' ').length)
      const { address } = mnemonicToAccount(mnemonic)
      expect(await read('mnemonic', mnemonic)).toEqual({ text: mnemonic, addresses: [address, expect.any(String)] })
    }
    expect([...lengths].toSorted()).toEqual([12, 15, 18, 21, 24])
  })

  /** The address that Solana's own tools and wallets show for these words at m/44'/501'/0'/0'. */
  test('gives the Solana address that other wallets give', async () => {
    const test = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
    expect(await read('mnemonic', test)).toMatchObject({
      addresses: ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
    })
  })

  test.each([
    ['capitals', words.toUpperCase()],
    ['lines and tabs', `\n\t${words.replaceAll(' ', '\r\n\t ')}\n`],
    ['spaces that do not break', words.replaceAll(' ', '\u00a0')],
    ['ideographic spaces', words.replaceAll(' ', '\u3000')],
    ['full-width letters', words.replace(/[a-z]/g, (letter) => String.fromCodePoint(0xfee0 + letter.charCodeAt(0)))],
    ['invisible characters', `\ufeff${words.replace('thank', 'tha\u200bnk\u00ad')}`],
  ])('is read with %s', async (_, text) => {
    expect(await read('mnemonic', text)).toMatchObject({ text: words })
  })

  test.each([
    ['no words', ' \n', { reason: 'count', count: 0 }],
    ['eleven words', words.split(' ').slice(1).join(' '), { reason: 'count', count: 11 }],
    ['a word too many', `${words} legal`, { reason: 'count', count: 13 }],
    ['an unknown word', words.replace('wave', 'wavve'), { reason: 'word', position: 5 }],
    ['the beginning of a word', words.replace('yellow', 'yell'), { reason: 'word', position: 12 }],
    ['a letter with an accent', words.replace('legal', 'légal'), { reason: 'word', position: 1 }],
    ['a comma', words.replace('year', 'year,'), { reason: 'word', position: 4 }],
    ['what is no UTF-8', words.replace('wave', '\ud800'), { reason: 'word', position: 5 }],
    ['two words exchanged', words.replace('year wave', 'wave year'), { reason: 'checksum' }],
    ['another last word', words.replace('yellow', 'year'), { reason: 'checksum' }],
    ['many words', 'legal '.repeat(300), { reason: 'count', count: 300 }],
  ])('with %s says which is wrong', async (_, text, failed) => {
    expect(await read('mnemonic', text)).toEqual(failed)
  })

  test('that viem makes is read whatever its case and spacing', async () => {
    const spaced = fc.array(fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u3000', '  '), {
      minLength: 23,
      maxLength: 23,
    })
    await fc.assert(
      fc.asyncProperty(spaced, fc.infiniteStream(fc.boolean()), async (spaces, isUpper) => {
        const sentence = generateMnemonic(english, 256)
        const text = sentence
          .split(' ')
          .map((word, at) => `${isUpper.next().value ? word.toUpperCase() : word}${spaces[at] ?? ''}`)
          .join('')
        expect(await read('mnemonic', text)).toMatchObject({ text: sentence })
      }),
      { numRuns: 30 },
    )
  })
})

describe('an EVM key', () => {
  const key = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
  const orderMinusOne = `${order.slice(0, -1)}0`

  test.each([
    ['as it is', key],
    ['with 0x', `0x${key}`],
    ['with 0X, in capitals', `0X${key.toUpperCase()}`],
    ['with white space around', `\n\t 0x${key} \r\n`],
  ])('is read %s', async (_, text) => {
    const { address } = privateKeyToAccount(`0x${key}`)
    expect(await read('evmKey', text)).toEqual({ addresses: [address], text: `0x${key}` })
  })

  test.each([`${'0'.repeat(63)}1`, orderMinusOne])('%s is in range', async (text) => {
    const { address } = privateKeyToAccount(`0x${text}`)
    expect(await read('evmKey', text)).toEqual({ addresses: [address], text: `0x${text}` })
  })

  test.each([
    ['nothing', '  ', 'length'],
    ['one digit less', key.slice(1), 'length'],
    ['one digit more', `0x0${key}`, 'length'],
    ['0x alone', '0x', 'length'],
    ['another letter', `g${key.slice(1)}`, 'characters'],
    ['white space within', `${key.slice(0, 32)} ${key.slice(33)}`, 'characters'],
    ['words', words, 'characters'],
    ['zero', '0'.repeat(64), 'range'],
    ['the order of the curve', order, 'range'],
    ['the largest number', 'f'.repeat(64), 'range'],
  ])('%s is refused', async (_, text, reason) => {
    expect(await read('evmKey', text)).toEqual({ reason })
  })
})

describe('a Solana key', () => {
  test('is read from a key pair and from its secret, and exported as web3.js takes it', async () => {
    for (let round = 0; round < 20; round++) {
      const pair = Keypair.generate()
      const text = base58.encode(pair.secretKey)
      const expected = { addresses: [pair.publicKey.toBase58()], text }
      expect(await read('solanaKey', ` ${text}\n`)).toEqual(expected)
      expect(await read('solanaKey', base58.encode(pair.secretKey.slice(0, 32)))).toEqual(expected)
      const exported = await read('solanaKey', text)
      const again = Keypair.fromSecretKey(base58.decode('text' in exported ? exported.text : ''))
      expect(again.publicKey.equals(pair.publicKey)).toBe(true)
    }
  })

  const pair = Keypair.fromSeed(new Uint8Array(32).fill(7)).secretKey

  test.each([
    ['nothing', ' ', 'length'],
    ['31 bytes', base58.encode(pair.slice(0, 31)), 'length'],
    ['63 bytes', base58.encode(pair.slice(0, 63)), 'length'],
    ['an endless text', '1'.repeat(1_000), 'length'],
    ['a letter that base58 lacks', `0${base58.encode(pair).slice(1)}`, 'characters'],
    ['a list of numbers', JSON.stringify([...pair.slice(0, 20)]), 'characters'],
    ['another public half', base58.encode(pair.with(63, (pair[63] ?? 0) ^ 1)), 'mismatch'],
  ])('%s is refused', async (_, text, reason) => {
    expect(await read('solanaKey', text)).toEqual({ reason })
  })
})

test('whatever was typed is read or refused, and never throws', async () => {
  const kinds = fc.constantFrom<SourceKind>('mnemonic', 'evmKey', 'solanaKey')
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.uint8Array({ maxLength: 2_048 }))
  await fc.assert(
    fc.asyncProperty(kinds, texts, async (from, text) => {
      await withSecrets(async (hold) => {
        const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
        expect(Object.keys(readSource(from, hold(bytes.slice()), hold))).toHaveLength(1)
      })
    }),
    { numRuns: 300 },
  )
})
