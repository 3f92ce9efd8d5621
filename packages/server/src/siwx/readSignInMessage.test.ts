import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { readAccount, type SiwxAccount } from './account.ts'
import { assessSignIn } from './assessSignIn.ts'
import { readSignInMessage } from './readSignInMessage.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const origin = 'https://shop.example:8443'
const now = new Date('2026-01-01T00:00:00.000Z')
const fields = {
  domain: 'shop.example:8443',
  address,
  uri: origin,
  version: '1',
  chainId: 1,
  nonce: 'abcdefghijklmnopq',
  issuedAt: now,
} as const
const solana = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const accountOf = (text: string) => readAccount(text) as SiwxAccount
const ethereum = accountOf(`eip155:1:${address}`)

describe('reads', () => {
  test.each([
    ['no more than it must have', {}],
    ['a statement', { statement: 'Sign in to the shop' }],
    [
      'everything',
      {
        statement: 'Sign in',
        scheme: 'https',
        expirationTime: new Date('2026-01-02T00:00:00.000Z'),
        notBefore: now,
        requestId: 'AQ-_.~',
        resources: ['urn:latchkey:project:demo', 'https://shop.example/terms'],
      },
    ],
  ])('a message of EIP-4361 with %s', (_, more) => {
    const text = createSiweMessage({ ...fields, ...more })
    expect(readSignInMessage(text)).toEqual({
      namespace: 'eip155',
      scheme: null,
      statement: null,
      expirationTime: null,
      notBefore: null,
      requestId: null,
      resources: [],
      ...fields,
      chainId: '1',
      version: undefined,
      ...more,
    })
  })

  test.each([
    [
      'nothing but a nonce',
      [`shop.example wants you to sign in with your Solana account:`, solana, '', 'Nonce: abcdefgh'],
      null,
    ],
    [
      'a statement',
      [`shop.example wants you to sign in with your Solana account:`, solana, '', 'Hi', '', 'Nonce: abcdefgh'],
      'Hi',
    ],
    [
      'the empty line of EIP-4361',
      [`shop.example wants you to sign in with your Solana account:`, solana, '', '', 'Nonce: abcdefgh'],
      null,
    ],
  ])('one of Solana with %s', (_, lines, statement) => {
    expect(readSignInMessage(lines.join('\n'))).toMatchObject({
      namespace: 'solana',
      address: solana,
      nonce: 'abcdefgh',
      statement,
    })
  })
})

test.each<[string, (text: string) => string]>([
  ['a line before', (text) => `Hello\n${text}`],
  ['a line after', (text) => `${text}\nHello`],
  ['a line end after', (text) => `${text}\n`],
  ['Windows line ends', (text) => text.replaceAll('\n', '\r\n')],
  ['a field twice', (text) => text.replace('Nonce: ', 'Nonce: zyxwvutsr\nNonce: ')],
  ['fields in another order', (text) => text.replace(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1')],
  ['another version', (text) => text.replace('Version: 1', 'Version: 2')],
  ['a short nonce', (text) => text.replace('abcdefghijklmnopq', 'abcdefg')],
  ['no nonce', (text) => text.replace(/Nonce: .*\n/, '')],
  ['no URI', (text) => text.replace(/URI: .*\n/, '')],
  ['a statement of two lines', (text) => text.replace('Hi', 'Hi\nHo')],
  ['a time that is none', (text) => text.replace(now.toISOString(), 'now')],
  ['an impossible time', (text) => text.replace('2026-01', '2026-13')],
  ['a user in the domain', (text) => text.replace('shop.example:8443 wants', 'shop.example@evil.example wants')],
  ['a path in the domain', (text) => text.replace('shop.example:8443 wants', 'shop.example/evil wants')],
  ['another chain’s word', (text) => text.replace('Ethereum', 'Dogecoin')],
  ['a name of every object', (text) => text.replace('Ethereum', 'constructor')],
  ['a control character', (text) => text.replace('Hi', 'Hi\u0000')],
  ['a line separator', (text) => text.replace('Hi', 'Hi\u2028Nonce: zyxwvutsr')],
  ['one empty line, as Solana has it', (text) => text.replace('Hi\n\n', '')],
  ['too much', (text) => text.replace('Hi', 'Hi'.repeat(5000))],
])('takes no message with %s', (_, spoil) => {
  const text = createSiweMessage({ ...fields, statement: 'Hi' })
  expect(readSignInMessage(text)).not.toBeNull()
  expect(spoil(text)).not.toBe(text)
  expect(readSignInMessage(spoil(text))).toBeNull()
})

test('what a statement says is no field', () => {
  const text = createSiweMessage({ ...fields, statement: 'Nonce: zyxwvutsr' })
  expect(readSignInMessage(text)).toMatchObject({ statement: 'Nonce: zyxwvutsr', nonce: fields.nonce })
})

describe('a message', () => {
  const judge = (more: object, account: SiwxAccount = ethereum, at = now) => {
    const message = readSignInMessage(createSiweMessage({ ...fields, ...more }))
    return message && assessSignIn(message, { account, origin, now: at })
  }
  const later = (ms: number) => new Date(now.getTime() + ms)

  test('that fits has no fault, also in small letters, and with clocks that are a little apart', () => {
    expect(judge({})).toBeNull()
    expect(judge({ uri: `${origin}/sign-in?x=1` })).toBeNull()
    expect(judge({ scheme: 'https' })).toBeNull()
    expect(judge({}, ethereum, later(-4 * 60_000))).toBeNull()
    expect(readAccount(`eip155:1:${address.toLowerCase()}`)).toEqual(ethereum)
  })

  test.each([
    ['domain of another site', { domain: 'evil.example' }],
    ['domain without the port', { domain: 'shop.example' }],
    ['domain below', { domain: 'b.shop.example:8443' }],
    ['URI of another site', { uri: 'https://evil.example' }],
    ['URI of another port', { uri: 'https://shop.example' }],
    ['other scheme', { scheme: 'http' }],
  ])('with a %s is for another site', (_, more) => {
    expect(judge(more)).toEqual({ kind: 'domain' })
  })

  test.each([
    ['address', {}, accountOf(`eip155:1:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC`), now],
    ['chainId', {}, accountOf(`eip155:10:${address}`), now],
    ['namespace', {}, accountOf(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solana}`), now],
    ['issuedAt', {}, ethereum, later(-6 * 60_000)],
    ['notBefore', { notBefore: later(6 * 60_000) }, ethereum, now],
    ['expirationTime', { expirationTime: later(1000) }, ethereum, later(1000)],
  ])('of which %s doesn’t fit is named so', (field, more, account, at) => {
    expect(judge(more, account, at)).toEqual({ kind: 'message', field })
  })

  test.each([
    'mainnet',
    'solana:mainnet',
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ])('may call Solana %s, and no other cluster so', (name) => {
    const text = `shop.example:8443 wants you to sign in with your Solana account:\n${solana}\n\nChain ID: ${name}\nNonce: abcdefgh`
    const on = (reference: string) => {
      const message = readSignInMessage(text)
      return message && assessSignIn(message, { account: accountOf(`solana:${reference}:${solana}`), origin, now })
    }
    expect(on('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBeNull()
    expect(on('EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toEqual({ kind: 'message', field: 'chainId' })
  })
})

test.each([
  '',
  'eip155:1',
  `eip155:01:${address}`,
  `eip155:1:${address}:1`,
  `eip155:1:${address.replace('C', 'c')}`,
  `eip155:1:${address}0`,
  `cosmos:cosmoshub-4:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0`,
  `constructor:1:${address}`,
  `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solana.slice(2)}`,
  'bip122:000000000019d6689c085ae165831e93:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'bip122:000000000019d6689c085ae165831e93:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
])('%j is no account', (text) => expect(readAccount(text)).toBeNull())
