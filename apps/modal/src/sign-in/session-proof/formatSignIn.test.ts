import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { formatSignIn } from './formatSignIn.ts'
import type { SignInData } from './SessionProof.ts'

const address = '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'
const bare: SignInData = {
  accountAddress: address,
  chainId: 'eip155:137',
  domain: 'dapp.example:8443',
  uri: 'https://dapp.example:8443',
  version: '1',
  nonce: 'abcdefgh12345678',
  issuedAt: '2030-01-01T00:00:00.000Z',
}
const full: SignInData = {
  ...bare,
  statement: 'I accept the terms.',
  expirationTime: '2030-01-02T00:00:00.000Z',
  notBefore: '2029-12-31T00:00:00.000Z',
  requestId: 'request-1',
  resources: ['https://dapp.example/terms', 'urn:latchkey:project:demo'],
}

test.each([
  ['with the fields that are required', bare],
  ['with every field', full],
])('a message of Ethereum %s is what viem writes and reads', (_, data) => {
  const viems = createSiweMessage({
    address,
    chainId: 137,
    domain: data.domain,
    uri: data.uri,
    version: '1',
    nonce: data.nonce,
    issuedAt: new Date(data.issuedAt ?? ''),
    ...(data.statement !== undefined && { statement: data.statement }),
    ...(data.expirationTime !== undefined && { expirationTime: new Date(data.expirationTime) }),
    ...(data.notBefore !== undefined && { notBefore: new Date(data.notBefore) }),
    ...(data.requestId !== undefined && { requestId: data.requestId }),
    ...(data.resources !== undefined && { resources: [...data.resources] }),
  })
  expect(formatSignIn(data)).toBe(viems)
  expect(parseSiweMessage(formatSignIn(data))).toMatchObject({ address, chainId: 137, nonce: data.nonce })
})

test('Sign In With Solana has no line for a statement that is not there', () => {
  const text = formatSignIn({ ...bare, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', accountAddress: 'Key' })
  expect(text.split('\n').slice(0, 4)).toEqual([
    'dapp.example:8443 wants you to sign in with your Solana account:',
    'Key',
    '',
    'URI: https://dapp.example:8443',
  ])
  expect(text).toContain('Chain ID: solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp\n')
})

test('a message of Bitcoin names its chain by the reference', () => {
  const text = formatSignIn({ ...bare, chainId: 'bip122:000000000019d6689c085ae165831e93', accountAddress: 'bc1q' })
  expect(text).toContain('sign in with your Bitcoin account:\nbc1q\n\n\nURI: ')
  expect(text).toContain('Chain ID: 000000000019d6689c085ae165831e93\n')
})

test.each(['statement', 'nonce', 'domain', 'requestId', 'accountAddress', 'uri'] as const)(
  'a line end in %s begins no field of its own',
  (field) => {
    for (const end of ['\n', '\r', '\u2028', '\u0085'])
      expect(() => formatSignIn({ ...full, [field]: `a${end}Nonce: other` })).toThrow('parameters do not match')
  },
)

test('a resource of several lines, and a namespace without messages, are refused', () => {
  expect(() => formatSignIn({ ...full, resources: ['https://a.example\n- https://b.example'] })).toThrow('parameters')
  expect(() => formatSignIn({ ...bare, chainId: 'cosmos:hub' })).toThrow('Chain is not supported')
})
