import { describe, expect, test } from 'vitest'
import { signInMs, siwx, type WrittenParts, writeSignIn } from '../../oneClick/signInMessage.fixture.ts'
import { fitsPage, isBare, readSignInMessage, readSignInText, textFor } from './readSignInMessage.ts'

const origin = 'https://dapp.example'
const recap = 'urn:recap:eyJhdHQiOnt9LCJwcmYiOltdfQ'

describe('reading a message', () => {
  test('gives every field of the text', () => {
    const rest =
      '\nExpiration Time: 2023-11-15T22:13:20Z\nNot Before: 2023-11-14T22:13:20Z\nRequest ID: r-1\nResources:\n- https://dapp.example/terms\n- urn:latchkey:project:demo'
    const text = writeSignIn({ statement: 'I accept the terms.', uri: `${origin}/in`, rest })
    expect(readSignInText(text)).toEqual({
      text,
      caipNetworkId: 'eip155:1',
      scheme: null,
      domain: 'dapp.example',
      statement: 'I accept the terms.',
      uri: `${origin}/in`,
      nonce: 'Q7hf2ka81MxzP03Rt',
      issuedAt: '2023-11-14T22:13:20.000Z',
      expirationTime: '2023-11-15T22:13:20Z',
      notBefore: '2023-11-14T22:13:20Z',
      requestId: 'r-1',
      resources: ['https://dapp.example/terms', 'urn:latchkey:project:demo'],
    })
  })

  test.each([
    ['mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['solana:devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
    ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
    ['localnet', 'solana:LocaLatchkey11111111111111111111'],
  ])('knows the network of Solana that is called %s', (chain, caipNetworkId) => {
    const opening = 'dapp.example wants you to sign in with your Solana account:'
    expect(readSignInText(writeSignIn({ opening, chain }))?.caipNetworkId).toBe(caipNetworkId)
  })

  test('takes one blank line where there is no statement, as Sign In With Solana writes it', () => {
    expect(readSignInText(writeSignIn().replace('\n\n\n', '\n\n'))).not.toBeNull()
  })

  test.each<[string, WrittenParts]>([
    ['names an account', { account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
    ['names the account twice', { statement: 'For <<AccountAddress>>' }],
    ['names no domain', { opening: 'wants you to sign in with your Ethereum account:' }],
    ['has a user in its domain', { opening: 'a@dapp.example wants you to sign in with your Ethereum account:' }],
    ['is of another kind of account', { opening: 'dapp.example wants you to sign in with your Solana account:' }],
    ['is for a network that is not served', { chain: '999999998' }],
    ['has a nonce that is no nonce', { nonce: 'short' }],
    ['has words in its nonce', { nonce: 'I accept everything' }],
    ['has no time', { issuedAt: 'today' }],
    ['has a day that is none', { issuedAt: '2023-99-14T22:13:20Z' }],
    ['has a statement of two lines', { statement: 'one\ntwo' }],
    ['has a statement that is like a field', { statement: 'Nonce: 00000000' }],
    ['has a statement with room to hide in', { statement: `read this${' '.repeat(200)}and this` }],
    ['has a statement that reads backwards', { statement: 'pay \u202e000,1' }],
    ['has a statement with marks that are invisible', { statement: 'pay\u200b' }],
    ['has a statement that is too long', { statement: 'x'.repeat(301) }],
    ['gives rights (ReCap)', { rest: `\nResources:\n- ${recap}` }],
    ['gives rights, written in capitals', { rest: `\nResources:\n- ${recap.replace('urn:recap', 'URN:ReCap')}` }],
    ['has a resource that is none', { rest: '\nResources:\n- everything' }],
    ['has many resources', { rest: `\nResources:${'\n- https://dapp.example/'.repeat(11)}` }],
    ['has a field twice', { rest: '\nNonce: 00000000' }],
    ['has a field out of order', { rest: '\nRequest ID: r\nNot Before: 2023-11-14T22:13:20Z' }],
    ['has more behind it', { rest: '\nand your money' }],
    ['ends in a blank line', { rest: '\n' }],
    ['has line ends of another kind', { rest: '\r\nRequest ID: r' }],
  ])('refuses one that %s', (_, parts) => {
    expect(readSignInMessage(siwx(parts))).toBeNull()
  })

  test.each([
    ['nothing', undefined],
    ['no text', { domain: 'dapp.example' }],
    ['a text that is none', { serializedMessage: 7 }],
    ['a text without end', { serializedMessage: 'x'.repeat(8_193) }],
    ['another account', { ...siwx(), accountAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
    ['another domain than the text', { ...siwx(), domain: 'other.example' }],
    ['another statement', { ...siwx({ statement: 'one' }), statement: 'two' }],
    ['a statement that the text lacks', { ...siwx(), statement: 'two' }],
    ['another nonce', { ...siwx(), nonce: 'otherotherother' }],
    ['another network', { ...siwx(), chainId: 'eip155:137' }],
    ['a network that is none', { ...siwx(), chainId: 'everywhere' }],
    ['another version', { ...siwx(), version: '2' }],
    ['other resources', { ...siwx(), resources: ['https://dapp.example/terms'] }],
  ])('refuses %s', (_, sent) => {
    expect(readSignInMessage(sent)).toBeNull()
  })

  test.each([1, '1', 'eip155:1'])('takes %j for the network of its text', (chainId) => {
    const sent = {
      ...siwx(),
      chainId,
      domain: 'dapp.example',
      uri: origin,
      version: '1',
      statement: null,
      resources: [],
    }
    expect(readSignInMessage(sent)?.caipNetworkId).toBe('eip155:1')
  })
})

const read = (parts: WrittenParts = {}) => {
  const message = readSignInMessage(siwx(parts))
  if (message === null) throw new Error('The message is unusual')
  return message
}
const minutes = (count: number): string => new Date(signInMs + count * 60_000).toISOString()

describe('a message of a page', () => {
  test('names the page, and now', () => {
    expect(fitsPage(read(), origin, signInMs)).toBe(true)
    expect(fitsPage(read({ uri: `${origin}/deep?in=1` }), origin, signInMs)).toBe(true)
    const withScheme = read({ opening: 'https://dapp.example wants you to sign in with your Ethereum account:' })
    expect(fitsPage(withScheme, origin, signInMs)).toBe(true)
  })

  test.each<[string, WrittenParts]>([
    ['another domain', { opening: 'bank.example wants you to sign in with your Ethereum account:' }],
    ['a domain below', { opening: 'in.dapp.example wants you to sign in with your Ethereum account:' }],
    ['another port', { opening: 'dapp.example:444 wants you to sign in with your Ethereum account:' }],
    ['another scheme', { opening: 'http://dapp.example wants you to sign in with your Ethereum account:' }],
    ['another address', { uri: 'https://bank.example' }],
    ['the address over http', { uri: 'http://dapp.example' }],
    ['an address with a user', { uri: 'https://ada@dapp.example' }],
    ['no address', { uri: 'nowhere' }],
    ['long ago', { issuedAt: minutes(-31) }],
    ['a time to come', { issuedAt: minutes(6) }],
    ['its own end', { rest: `\nExpiration Time: ${minutes(0)}` }],
    ['a beginning to come', { rest: `\nNot Before: ${minutes(6)}` }],
  ])('never names %s', (_, parts) => {
    expect(fitsPage(read(parts), origin, signInMs)).toBe(false)
  })

  test.each<[WrittenParts, boolean]>([
    [{}, true],
    [{ uri: `${origin}/` }, true],
    [{ rest: `\nExpiration Time: ${minutes(60)}` }, true],
    [{ uri: `${origin}/i-agree` }, false],
    [{ statement: 'I agree' }, false],
    [{ rest: '\nRequest ID: i-agree' }, false],
    [{ rest: '\nResources:\n- https://dapp.example/terms' }, false],
  ])('of %j says nothing that has to be read: %j', (parts, expected) => {
    expect(isBare(read(parts), origin)).toBe(expected)
  })

  test('is signed with the account in its place, whatever the address looks like', () => {
    expect(textFor(read(), '$&')).toBe(writeSignIn({ account: '$&' }))
  })
})
