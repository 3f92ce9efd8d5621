import { describe, expect, test } from 'vitest'
import type { SignInInput } from '../solana/parseSignInInput.ts'
import { composeSignIn } from './composeSignIn.ts'

const address = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
const signing = { address, origin: 'https://app.example' }
const compose = (input: object, where = signing) => composeSignIn(input as SignInInput, where)

const full = {
  domain: 'app.example',
  statement: 'I accept the “terms”: ¿no?',
  uri: 'https://app.example/login?next=%2F',
  version: '1',
  chainId: 'mainnet',
  nonce: '8f3c2a91',
  issuedAt: '2026-01-12T09:29:00Z',
  expirationTime: '2026-01-12T10:29:00.500+01:00',
  notBefore: '2026-01-12T09:29:00Z',
  requestId: 'order:7',
  resources: ['https://app.example/terms', 'ipfs://bafy/'],
}
const lines = [
  'app.example wants you to sign in with your Solana account:',
  address,
  '',
  'I accept the “terms”: ¿no?',
  '',
  'URI: https://app.example/login?next=%2F',
  'Version: 1',
  'Chain ID: mainnet',
  'Nonce: 8f3c2a91',
  'Issued At: 2026-01-12T09:29:00Z',
  'Expiration Time: 2026-01-12T10:29:00.500+01:00',
  'Not Before: 2026-01-12T09:29:00Z',
  'Request ID: order:7',
  'Resources:',
  '- https://app.example/terms',
  '- ipfs://bafy/',
]

describe('the text of a sign-in', () => {
  test('has every field in its order, whatever the order of the input', () => {
    expect(compose(full)).toBe(lines.join('\n'))
    expect(compose(Object.fromEntries(Object.entries(full).reverse()))).toBe(lines.join('\n'))
  })

  test('with nothing given names the page and the account, and no more', () => {
    expect(compose({})).toBe(lines.slice(0, 2).join('\n'))
    expect(compose({}, { address, origin: 'http://localhost:3000' })).toMatch(/^localhost:3000 wants you to sign in/)
  })

  test.each<[keyof typeof full, (line: string) => boolean]>([
    ['domain', () => false],
    ['uri', (line) => line.startsWith('URI: ')],
    ['version', (line) => line.startsWith('Version: ')],
    ['chainId', (line) => line.startsWith('Chain ID: ')],
    ['nonce', (line) => line.startsWith('Nonce: ')],
    ['issuedAt', (line) => line.startsWith('Issued At: ')],
    ['expirationTime', (line) => line.startsWith('Expiration Time: ')],
    ['notBefore', (line) => line.startsWith('Not Before: ')],
    ['requestId', (line) => line.startsWith('Request ID: ')],
    ['resources', (line) => line.startsWith('Resources:') || line.startsWith('- ')],
  ])('may be without %s', (field, isOf) => {
    const { [field]: _, ...rest } = full
    expect(compose(rest)).toBe(lines.filter((line) => !isOf(line)).join('\n'))
  })

  test('has one empty line where there is no statement', () => {
    const without = [...lines.slice(0, 2), ...lines.slice(4)].join('\n')
    expect(compose({ ...full, statement: '' })).toBe(without)
    expect(compose({ ...full, statement: undefined })).toBe(without)
    expect(compose({ statement: 'Hi' })).toBe([...lines.slice(0, 3), 'Hi'].join('\n'))
    expect(compose({ resources: [] })).toBe([...lines.slice(0, 3), 'Resources:'].join('\n'))
  })

  test('says when it ends, over or not: the wallet warns of it', () => {
    expect(compose({ expirationTime: '2001-01-01T00:00:00Z' })).toContain('Expiration Time: 2001-01-01T00:00:00Z')
  })
})

test.each<[string, Partial<Record<keyof typeof full, unknown>>]>([
  ['another domain', { domain: 'bank.example' }],
  ['a domain above the page’s', { domain: 'example' }],
  ['a domain below the page’s', { domain: 'login.app.example' }],
  ['a domain with Cyrillic letters', { domain: '\u0430pp.example' }],
  ['a domain with a full-width stop', { domain: 'app\uff0eexample' }],
  ['a domain in Punycode', { domain: 'xn--pp-8cd.example' }],
  ['a domain with a user', { domain: 'app.example@bank.example' }],
  ['a domain with another port', { domain: 'app.example:444' }],
  ['a domain that goes on', { domain: 'app.example wants you to sign in' }],
  ['a domain and a line', { domain: 'app.example\n' }],
  ['no domain', { domain: '' }],
  ['a URI of another page', { uri: 'https://bank.example/login' }],
  ['a URI of another scheme', { uri: 'http://app.example' }],
  ['a URI with the page as its user', { uri: 'https://app.example@bank.example' }],
  ['a URI that a browser would mend', { uri: 'https://app.example\\@bank.example' }],
  ['a URI with a line', { uri: 'https://app.example/\nNonce: 00000000' }],
  ['a path', { uri: '/login' }],
  ['a script', { uri: 'javascript:alert(1)' }],
  ['a statement of two lines', { statement: 'I accept\nURI: https://bank.example' }],
  ['a statement that returns', { statement: 'I accept\rURI: https://bank.example' }],
  ['a statement with a line separator', { statement: 'I accept\u2028URI: https://bank.example' }],
  ['a statement with a next-line mark', { statement: 'I accept\u0085URI: https://bank.example' }],
  ['a statement that reads backwards', { statement: 'I accept \u202etpecca I' }],
  ['half a character', { statement: 'I accept \ud83d' }],
  ['a later version', { version: '2' }],
  ['a chain of two lines', { chainId: 'mainnet\nNonce: 00000000' }],
  ['a chain that nobody has', { chainId: 'main net' }],
  ['a short nonce', { nonce: '1234567' }],
  ['a nonce with a line', { nonce: '12345678\n' }],
  ['a time in words', { issuedAt: 'yesterday' }],
  ['a time that there is not', { expirationTime: '2026-13-01T00:00:00Z' }],
  ['a time without a zone', { notBefore: '2026-01-12T09:29:00' }],
  ['a request with a blank', { requestId: 'order 7' }],
  ['a resource that is no URI', { resources: ['https://app.example', 'terms'] }],
  ['a resource with a line', { resources: ['https://app.example\n- https://bank.example'] }],
])('%s is refused by the name of its field', (_, input) => {
  const [field] = Object.keys(input)
  const refusal = expect.objectContaining({ name: 'INVALID_PARAMS', details: { field } })
  expect(() => compose({ ...full, ...input })).toThrow(refusal)
})
