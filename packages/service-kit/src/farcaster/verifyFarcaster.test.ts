import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MessageFields, writeSignInMessage } from '../../test/farcaster/signInMessage.ts'
import { type Farcaster, type FarcasterPerson, startFarcaster } from '../../test/farcaster/startFarcaster.ts'
import { startAnvil } from '../../test/startAnvil.ts'
import { createTestClock } from '../../test/testClock.ts'
import { createFarcasterChain } from './farcasterChain.ts'
import { verifyFarcaster } from './verifyFarcaster.ts'

const walletOrigin = 'http://localhost:3001'
const nonce = '0123456789abcdef0123456789abcdef'
const clock = createTestClock()
const secondsFromNow = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()

let farcaster: Farcaster
let person: FarcasterPerson
beforeAll(async () => {
  farcaster = await startFarcaster()
  person = await farcaster.person()
})
afterAll(() => farcaster[Symbol.asyncDispose]())

const deps = (fetch = globalThis.fetch, rpcUrl = farcaster.url) => ({
  chain: createFarcasterChain({ rpcUrl, fetch }),
  clock,
  walletOrigin,
})
const good = (): MessageFields => ({
  domain: 'localhost:3001',
  address: person.account.address,
  statement: 'Farcaster Auth',
  uri: walletOrigin,
  version: '1',
  chainId: '10',
  nonce,
  issuedAt: secondsFromNow(-20),
  expirationTime: secondsFromNow(500),
  notBefore: null,
  requestId: null,
  resources: [`farcaster://fid/${person.fid}`],
})
/** Returns the message with these changes, by default signed by the user. */
const signed = async (changes: Partial<MessageFields> = {}, by = person) => {
  const message = writeSignInMessage({ ...good(), ...changes })
  return { message, signature: await by.account.signMessage({ message }) }
}
const verify = (proof: { message: string; signature: `0x${string}` }, given = deps()) =>
  verifyFarcaster(given, proof, nonce)
const named = (name: string) => expect.objectContaining({ name })
const refused = (what: string) =>
  expect.objectContaining({
    name: 'SOCIAL_REFUSED',
    cause: expect.objectContaining({ message: `Farcaster: ${what}` }),
  })
const identity = (fid: bigint) => ({
  provider: 'farcaster',
  issuer: 'eip155:10:0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  subject: String(fid),
})

describe('a message of the user', () => {
  test('by the address that holds the account', async () => {
    expect(await verify(await signed())).toEqual(identity(person.fid))
  })

  test('by an auth address, until it is removed', async () => {
    const { account } = await farcaster.person()
    const proof = await signed({ address: account.address }, { ...person, account })
    await expect(verify(proof)).rejects.toThrowError(refused('address'))
    await farcaster.setKey(person.fid, account.address, 1, 2)
    expect(await verify(proof)).toEqual(identity(person.fid))
    await farcaster.setKey(person.fid, account.address, 2, 2)
    await expect(verify(proof)).rejects.toThrowError(refused('address'))
  })

  test('by a contract that holds the account', async () => {
    const { account, fid } = await farcaster.person()
    const address = await farcaster.contractWallet(account.address)
    await farcaster.hold(address, fid)
    const proof = await signed({ address, resources: [`farcaster://fid/${fid}`] }, { account, fid })
    expect(await verify(proof)).toEqual(identity(fid))
    const forged = await signed({ address, resources: [`farcaster://fid/${fid}`] })
    await expect(verify(forged)).rejects.toThrowError(refused('signature'))
    await expect(verify({ ...proof, signature: '0x1234' })).rejects.toThrowError(refused('signature'))
  })

  test.each<[string, () => Partial<MessageFields>]>([
    ['without an end', () => ({ expirationTime: null })],
    ['with a beginning', () => ({ notBefore: secondsFromNow(-20) })],
    ['with a request id', () => ({ requestId: 'anything at all' })],
    ['in another time zone', () => ({ issuedAt: '2026-03-01T14:00:00+02:00' })],
    ['on a phone whose clock is four minutes ahead', () => ({ issuedAt: secondsFromNow(240) })],
    [
      'on a phone whose clock is four minutes behind, at the end of the attempt',
      () => ({ issuedAt: secondsFromNow(-840) }),
    ],
    ['for a page of the wallet', () => ({ uri: `${walletOrigin}/login` })],
    ['with the address in small letters', () => ({ address: person.account.address.toLowerCase() })],
  ])('%s', async (_, changes) => {
    expect(await verify(await signed(changes()))).toEqual(identity(person.fid))
  })
})

describe('what is refused', () => {
  test.each<[string, string, () => Partial<MessageFields>]>([
    ['another domain', 'domain', () => ({ domain: 'evil.example' })],
    ['the domain without its port', 'domain', () => ({ domain: 'localhost' })],
    ['a domain that ends alike', 'domain', () => ({ domain: 'evil-localhost:3001' })],
    ['another uri', 'uri', () => ({ uri: 'https://evil.example/login' })],
    ['a uri that is none', 'uri', () => ({ uri: 'login' })],
    ['a uri with our origin as its name', 'uri', () => ({ uri: 'http://localhost:3001@evil.example' })],
    ['another statement', 'statement', () => ({ statement: 'Farcaster Connect' })],
    ['no statement', 'statement', () => ({ statement: null })],
    ['another chain', 'chain', () => ({ chainId: '1' })],
    ['the chain spelt otherwise', 'chain', () => ({ chainId: '010' })],
    ['another nonce', 'nonce', () => ({ nonce: nonce.replace('0', '1') })],
    ['no resource', 'resources', () => ({ resources: [] })],
    ['several resources', 'resources', () => ({ resources: [`farcaster://fid/${person.fid}`, 'farcaster://fid/1'] })],
    [
      'an account and something else',
      'resources',
      () => ({ resources: [`farcaster://fid/${person.fid}`, 'https://a.b'] }),
    ],
    ['a resource that is no account', 'resources', () => ({ resources: ['https://farcaster.xyz/ada'] })],
    ['an account spelt otherwise', 'resources', () => ({ resources: [`farcaster://fid/0${person.fid}`] })],
    ['an account with more behind it', 'resources', () => ({ resources: [`farcaster://fid/${person.fid}/1`] })],
    ['account zero', 'resources', () => ({ resources: ['farcaster://fid/0'] })],
    ['the account of somebody else', 'address', () => ({ resources: ['farcaster://fid/1'] })],
    ['a message of the future', 'time', () => ({ issuedAt: secondsFromNow(301) })],
    ['a message that begins later', 'time', () => ({ notBefore: secondsFromNow(301) })],
    ['another version', 'message', () => ({ version: '2' })],
    ['a time that is none', 'message', () => ({ issuedAt: 'yesterday' })],
    ['an end that is none', 'message', () => ({ expirationTime: 'never' })],
    [
      'a second message inside the statement',
      'message',
      () => ({ statement: `Farcaster Auth\n\nURI: ${walletOrigin}` }),
    ],
    ['a scheme before the domain', 'domain', () => ({ domain: 'https:localhost:3001' })],
    ['more fields inside a resource', 'message', () => ({ resources: ['farcaster://fid/1\nNonce: 12345678'] })],
  ])('%s', async (_, what, changes) => {
    await expect(verify(await signed(changes()))).rejects.toThrowError(refused(what))
  })

  test.each<[string, () => Partial<MessageFields>]>([
    ['a message that is over', () => ({ expirationTime: secondsFromNow(0) })],
    ['an old message', () => ({ issuedAt: secondsFromNow(-901) })],
  ])('%s, as expired', async (_, changes) => {
    await expect(verify(await signed(changes()))).rejects.toThrowError(named('SOCIAL_EXPIRED'))
  })

  test('the signature of a stranger', async () => {
    const stranger = await farcaster.person()
    await expect(verify(await signed({}, stranger))).rejects.toThrowError(refused('signature'))
    // Signed with their own address, for the user's account.
    const inOwnName = await signed({ address: stranger.account.address }, stranger)
    await expect(verify(inOwnName)).rejects.toThrowError(refused('address'))
  })

  test('a signature of another message', async () => {
    const { signature } = await signed({ requestId: 'another' })
    await expect(verify({ ...(await signed()), signature })).rejects.toThrowError(refused('signature'))
    await expect(verify({ ...(await signed()), signature: '0x' })).rejects.toThrowError(refused('signature'))
    await expect(verify({ ...(await signed()), signature: '0xabc' })).rejects.toThrowError(refused('signature'))
  })

  test('an account that was moved to another address', async () => {
    const seller = await farcaster.person()
    const proof = await signed(
      { address: seller.account.address, resources: [`farcaster://fid/${seller.fid}`] },
      seller,
    )
    expect(await verify(proof)).toEqual(identity(seller.fid))
    await farcaster.hold(seller.account.address, 0n)
    await expect(verify(proof)).rejects.toThrowError(refused('address'))
  })

  test('an app key, which signs casts and no logins', async () => {
    const { account } = await farcaster.person()
    await farcaster.setKey(person.fid, account.address, 1, 1)
    const proof = await signed({ address: account.address }, { ...person, account })
    await expect(verify(proof)).rejects.toThrowError(refused('address'))
  })
})

describe('while the chain cannot be asked, nobody gets in', () => {
  const unavailable = named('PROVIDER_UNAVAILABLE')
  const answering = (answer: () => Promise<Response>) => verifyWith(answer as typeof globalThis.fetch)
  const verifyWith = async (fetch: typeof globalThis.fetch) => verify(await signed(), deps(fetch))

  test.each<[string, () => Promise<Response>]>([
    ['out of reach', () => Promise.reject(new TypeError('fetch failed'))],
    ['an error of the node', async () => new Response('oops', { status: 500 })],
    ['garbage', async () => new Response('<html>')],
    [
      'an error of JSON-RPC',
      async () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } }),
    ],
    ['too much', async () => new Response('1'.repeat(100_000))],
    ['less than a word', async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x01' })],
  ])('%s', async (_, answer) => {
    await expect(answering(answer)).rejects.toThrowError(unavailable)
  })

  test.each<[string, string, string]>([
    ['another chain', 'https://node.example', '0x1'],
    ['a local chain of another machine', 'https://node.example', '0x7a69'],
    ['another chain of this machine', 'http://127.0.0.1:1', '0x1'],
  ])('a node of %s is asked nothing else', async (_, rpcUrl, chainId) => {
    const methods: string[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const { id, method } = JSON.parse(String(init?.body))
      methods.push(method)
      return Response.json({ jsonrpc: '2.0', id, result: chainId })
    }
    await expect(verify(await signed(), deps(fetch, rpcUrl))).rejects.toThrowError(unavailable)
    expect(new Set(methods)).toEqual(new Set(['eth_chainId']))
  })

  test('a chain without the registries', async () => {
    await using other = await startAnvil()
    await expect(verify(await signed(), deps(globalThis.fetch, other.url))).rejects.toThrowError(unavailable)
  })

  test('a chain that goes away before the contract of a wallet is asked', async () => {
    const { account, fid } = await farcaster.person()
    const address = await farcaster.contractWallet(account.address)
    await farcaster.hold(address, fid)
    const proof = await signed({ address, resources: [`farcaster://fid/${fid}`] }, { account, fid })
    let calls = 0
    const fetch: typeof globalThis.fetch = (...asked) =>
      ++calls > 3 ? Promise.reject(new TypeError('fetch failed')) : globalThis.fetch(...asked)
    await expect(verify(proof, deps(fetch))).rejects.toThrowError(unavailable)
  })
})
