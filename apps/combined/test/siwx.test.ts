/** Sign-in messages at the api: a session for the signer, on the requesting page, and nothing for anyone else. */
import { createApiClient, type EndpointRequest, endpoints } from '@latchkey/api-client'
import { beginEpoch } from '@latchkey/service-kit/db/beginEpoch'
import { removeExpired } from '@latchkey/service-kit/retention/startRetention'
import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { type Address, concatHex, getCreate2Address, type Hex, padHex, serializeErc6492Signature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRetention } from '../../api/src/apiRetention.ts'
import { addresses, createHarness, type Harness, type HarnessOptions } from './harness.ts'

const origin = 'http://127.0.0.1:3000'
const chainId = 'eip155:31337'
const issuer = `${addresses.apiUrl}/oidc`
const owner = privateKeyToAccount(generatePrivateKey())
const account = `${chainId}:${owner.address}`
const accountOf = (address: string) => `${chainId}:${address}`

/** A project's page, as a browser would let it call. */
const pageOf = (harness: Harness, from: string | null = origin, projectId = 'demo') => {
  const client = createApiClient({
    endpoints,
    apiUrl: addresses.apiUrl,
    custodyUrl: addresses.custodyUrl,
    projectId,
    fetch: (input, init) => {
      const request = new Request(input, init)
      if (from !== null) request.headers.set('origin', from)
      return harness.fetch(request)
    },
    clock: {
      now: () => harness.clock.now().getTime(),
      wait: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
    },
  })
  const messageOf = (nonce: string, more: object = {}) =>
    createSiweMessage({
      domain: new URL(origin).host,
      address: owner.address,
      uri: origin,
      version: '1',
      chainId: 31337,
      nonce,
      issuedAt: harness.clock.now(),
      ...more,
    })
  const nonce = async () => (await client.call('siwxNonce', {})).nonce
  const start = (request: Omit<EndpointRequest<'startSiwxSession'>, 'projectId'>) =>
    client.call('startSiwxSession', request)
  /** Runs a whole sign-in. */
  const signIn = async (more: object = {}) => {
    const message = messageOf(await nonce(), more)
    return start({ account, message, signature: await owner.signMessage({ message }) })
  }
  return { client, nonce, messageOf, start, signIn }
}
const verify = async (harness: Harness, idToken: string) => {
  const keys = (await (await harness.fetch(`${issuer}/jwks`)).json()) as JSONWebKeySet
  const options = { issuer, audience: 'demo', currentDate: harness.clock.now() }
  return (await jwtVerify(idToken, createLocalJWKSet(keys), options)).payload
}
const named = (name: string, details: object = {}) => ({ name, details: expect.objectContaining(details) })

describe('a wallet with a key', () => {
  test('has a session and an ID token of its account, and of no email', async () => {
    await using harness = await createHarness()
    const page = pageOf(harness)
    const signedAt = Math.floor(harness.clock.now().getTime() / 1000)
    const { token, expiresAt } = await page.signIn()
    expect(expiresAt).toBe(signedAt + 86_400)
    harness.clock.advance(3600)
    const asked = { token, nonce: 'n', scopes: ['wallets', 'email'] as ('wallets' | 'email')[] }
    const { idToken } = await page.client.call('siwxIdToken', asked)
    expect(await verify(harness, idToken)).toEqual({
      iss: issuer,
      aud: 'demo',
      sub: expect.stringMatching(/^[\w-]{22}$/),
      iat: signedAt + 3600,
      exp: signedAt + 4200,
      auth_time: signedAt,
      amr: ['wallet'],
      acr: 'urn:latchkey:acr:wallet',
      nonce: 'n',
      wallets: [account],
    })
    // Another chain, and another day: still the same key.
    const again = await page.signIn()
    const { sub } = decodeJwt((await page.client.call('siwxIdToken', { token: again.token })).idToken)
    expect(sub).toBe(decodeJwt(idToken).sub)
  })

  test('is signed out as soon as it says so, or its message has expired', async () => {
    await using harness = await createHarness()
    const page = pageOf(harness)
    const idToken = (token: string) => page.client.call('siwxIdToken', { token })
    const { token } = await page.signIn()
    await page.client.call('revokeSiwxSession', { token })
    await page.client.call('revokeSiwxSession', { token })
    await expect(idToken(token)).rejects.toMatchObject({ name: 'SIWX_SESSION_INVALID' })

    const soon = new Date(harness.clock.now().getTime() + 300_000)
    const brief = await page.signIn({ expirationTime: soon })
    expect(brief.expiresAt).toBe(Math.floor(soon.getTime() / 1000))
    expect(decodeJwt((await idToken(brief.token)).idToken).exp).toBe(brief.expiresAt)
    harness.clock.advance(300)
    await expect(idToken(brief.token)).rejects.toMatchObject({ name: 'SIWX_SESSION_INVALID' })
  })
})

describe('refused, with nothing lost', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await createHarness()
  })
  afterAll(() => harness[Symbol.asyncDispose]())
  const evil = 'http://localhost:3000'

  test.each<[string, object, string, object?]>([
    ['another domain', { domain: 'evil.example' }, 'SIWX_DOMAIN_MISMATCH'],
    ['another page of the project', { domain: 'localhost:3000', uri: evil }, 'SIWX_DOMAIN_MISMATCH'],
    ['another URI', { uri: 'https://evil.example' }, 'SIWX_DOMAIN_MISMATCH'],
    ['another chain', { chainId: 1 }, 'SIWX_MESSAGE_INVALID', { reason: 'chainId' }],
    ['another account', { address: `0x${'11'.repeat(20)}` }, 'SIWX_MESSAGE_INVALID', { reason: 'address' }],
    ['a time that is over', { expirationTime: new Date(0) }, 'SIWX_MESSAGE_INVALID', { reason: 'expirationTime' }],
    ['a time to come', { notBefore: new Date('2100-01-01') }, 'SIWX_MESSAGE_INVALID', { reason: 'notBefore' }],
    ['a clock that is far ahead', { issuedAt: new Date('2100-01-01') }, 'SIWX_MESSAGE_INVALID', { reason: 'issuedAt' }],
    ['a nonce of its own', { nonce: 'abcdefghijklmnopq' }, 'NONCE_INVALID'],
  ])('a message with %s', async (_, more, name, details) => {
    const page = pageOf(harness)
    const nonce = await page.nonce()
    const message = page.messageOf(nonce, more)
    const signature = await owner.signMessage({ message })
    await expect(page.start({ account, message, signature })).rejects.toMatchObject(named(name, details))
    // The nonce is still valid for the intended message.
    const meant = page.messageOf(nonce)
    await page.start({ account, message: meant, signature: await owner.signMessage({ message: meant }) })
  })

  test('a text that is no sign-in message, and an account that is none', async () => {
    const page = pageOf(harness)
    const message = page.messageOf(await page.nonce())
    const signature = await owner.signMessage({ message })
    for (const text of ['hello', `Hi\n${message}`, `${message}\n`])
      await expect(page.start({ account, message: text, signature })).rejects.toMatchObject(
        named('SIWX_MESSAGE_INVALID', { reason: 'form' }),
      )
    for (const none of ['eip155:1:0x00', 'cosmos:cosmoshub-4:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0'])
      await expect(page.start({ account: none, message, signature })).rejects.toMatchObject({
        name: 'CAIP_ADDRESS_INVALID',
      })
  })

  test('a nonce that was used, also by two calls at once, is expired, or is another page’s or project’s', async () => {
    const page = pageOf(harness)
    const sign = async (nonce: string, from = page) => {
      const message = from.messageOf(nonce)
      return { account, message, signature: await owner.signMessage({ message }) }
    }
    const once = await sign(await page.nonce())
    const both = await Promise.allSettled([page.start(once), page.start(once)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(page.start(once)).rejects.toMatchObject({ name: 'NONCE_INVALID' })

    const old = await page.nonce()
    harness.clock.advance(300)
    await expect(page.start(await sign(old))).rejects.toMatchObject({ name: 'NONCE_INVALID' })
    const theirs = await pageOf(harness, evil).nonce()
    await expect(page.start(await sign(theirs))).rejects.toMatchObject({ name: 'NONCE_INVALID' })
    harness.writeProjects([
      { id: 'demo', name: 'Demo', origins: [origin] },
      { id: 'twin', name: 'Twin', origins: [origin] },
    ])
    const twins = await pageOf(harness, origin, 'twin').nonce()
    await expect(page.start(await sign(twins))).rejects.toMatchObject({ name: 'NONCE_INVALID' })
  })

  test('a signature of another key, whatever it is wrapped in', async () => {
    const page = pageOf(harness)
    const message = page.messageOf(await page.nonce())
    const signature = await owner.signMessage({ message })
    const wrap = (inner: Hex) =>
      serializeErc6492Signature({ address: `0x${'f1'.repeat(20)}`, data: '0x', signature: inner })
    for (const none of ['00', wrap(wrap(signature))])
      await expect(page.start({ account, message, signature: none })).rejects.toMatchObject({
        name: 'SIGNATURE_INVALID',
      })
    // Only a node could check it, and there is none.
    const other = await privateKeyToAccount(generatePrivateKey()).signMessage({ message })
    await expect(page.start({ account, message, signature: other })).rejects.toMatchObject({
      name: 'CHAIN_NOT_SUPPORTED',
    })
    await page.start({ account, message, signature })
  })

  test('a page that the project doesn’t list, the wallet’s own, and what comes from no page', async () => {
    for (const from of ['https://evil.example', addresses.walletOrigin, null])
      await expect(pageOf(harness, from).nonce()).rejects.toMatchObject({ name: 'ORIGIN_NOT_ALLOWED' })
    await expect(pageOf(harness, origin, 'nobodys').nonce()).rejects.toMatchObject({ name: 'PROJECT_UNKNOWN' })
  })

  test('a token on another page, at another project, or of nobody', async () => {
    harness.writeProjects([
      { id: 'demo', name: 'Demo', origins: [origin, evil] },
      { id: 'twin', name: 'Twin', origins: [origin] },
    ])
    const page = pageOf(harness)
    const { token } = await page.signIn()
    for (const other of [pageOf(harness, evil), pageOf(harness, origin, 'twin')]) {
      await expect(other.client.call('siwxIdToken', { token })).rejects.toMatchObject({ name: 'SIWX_SESSION_INVALID' })
      await other.client.call('revokeSiwxSession', { token })
    }
    await expect(page.client.call('siwxIdToken', { token: 'A'.repeat(43) })).rejects.toMatchObject({
      name: 'SIWX_SESSION_INVALID',
    })
    await page.client.call('siwxIdToken', { token })
  })
})

test('a restore ends sessions and nonces: they may have been revoked or used since the backup', async () => {
  await using harness = await createHarness()
  const page = pageOf(harness)
  const { token } = await page.signIn()
  const message = page.messageOf(await page.nonce())
  const signature = await owner.signMessage({ message })
  await beginEpoch(harness.database, harness.clock.now())
  await harness.restart()
  await expect(page.client.call('siwxIdToken', { token })).rejects.toMatchObject({ name: 'SIWX_SESSION_INVALID' })
  await expect(page.start({ account, message, signature })).rejects.toMatchObject({ name: 'NONCE_INVALID' })
})

test('neither nonces nor tokens can be read from the database, and both go once they have expired', async () => {
  await using harness = await createHarness()
  const page = pageOf(harness)
  const unused = await page.nonce()
  const { token } = await page.signIn()
  const rows = () =>
    harness.database.transaction('api', async (sql) => [
      ...(await sql<{ text: string }>`SELECT siwx_nonces::text AS text FROM siwx_nonces`),
      ...(await sql<{ text: string }>`SELECT siwx_sessions::text AS text FROM siwx_sessions`),
    ])
  const kept = await rows()
  expect(kept).toHaveLength(2)
  for (const { text } of kept)
    for (const secret of [unused, token])
      for (const written of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret, 'base64url').toString('hex'),
      ])
        expect(text).not.toContain(written)
  const { database, clock } = harness
  const rules = apiRetention({
    sessionsDays: 30,
    devicesDays: 730,
    auditDays: 730,
    networksDays: 180,
    capturedEmailsDays: 730,
    telemetryDays: 30,
  })
  await removeExpired({ authority: 'api', database, clock, rules })
  expect(await rows()).toHaveLength(2)
  clock.advance(301)
  await removeExpired({ authority: 'api', database, clock, rules })
  expect(await rows()).toHaveLength(1)
  clock.advance(86_400)
  await removeExpired({ authority: 'api', database, clock, rules })
  expect(await rows()).toEqual([])
})

describe('a contract, on a real chain', () => {
  let chain: Awaited<ReturnType<typeof startAnvil>>
  let harness: Harness
  beforeAll(async () => {
    chain = await startAnvil()
    const nodes: HarnessOptions['nodes'] = { [chainId]: [chain.url] }
    harness = await createHarness({ nodes, fetch: globalThis.fetch })
  })
  afterAll(async () => {
    await harness[Symbol.asyncDispose]()
    await chain[Symbol.asyncDispose]()
  })
  const setCode = async (address: Address, code: Hex) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [address, code] })
    await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  /** Answers every call with one word. */
  const answers = (word: Hex): Hex =>
    concatHex(['0x7f', padHex(word, { dir: 'right', size: 32 }), '0x60005260206000f3'])
  const agrees = answers('0x1626ba7e')
  const signIn = async (address: string, signature: Hex) => {
    const page = pageOf(harness)
    const message = page.messageOf(await page.nonce(), { address })
    const { token } = await page.start({ account: accountOf(address), message, signature })
    return decodeJwt((await page.client.call('siwxIdToken', { token, scopes: ['wallets'] })).idToken)
  }

  test('signs in as itself once it agrees (ERC-1271, and as an account under EIP-7702)', async () => {
    const [agreeing, refusing] = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const
    await setCode(agreeing, agrees)
    await setCode(refusing, answers('0xffffffff'))
    expect(await signIn(agreeing, '0x1234')).toMatchObject({ amr: ['wallet'] })
    await expect(signIn(refusing, '0x1234')).rejects.toMatchObject({ name: 'SIGNATURE_INVALID' })

    // The key counts even if the account has delegated to a contract that would reject.
    const lent = privateKeyToAccount(generatePrivateKey())
    await setCode(lent.address, concatHex(['0xef0100', refusing]))
    const page = pageOf(harness)
    const message = page.messageOf(await page.nonce(), { address: lent.address })
    await page.start({ account: accountOf(lent.address), message, signature: await lent.signMessage({ message }) })
  })

  test('that is not deployed yet signs in by what deploys it (ERC-6492), and not without', async () => {
    const size = (code: Hex) => ((code.length - 2) / 2).toString(16)
    const init = concatHex([`0x60${size(agrees)}600c60003960${size(agrees)}6000f3`, agrees])
    const factory: Address = `0x${'f1'.repeat(20)}`
    await setCode(factory, concatHex([`0x60${size(init)}6012600039600060${size(init)}60006000f55000`, init]))
    const address = getCreate2Address({ from: factory, salt: padHex('0x', { size: 32 }), bytecode: init })
    const wrapped = serializeErc6492Signature({ address: factory, data: '0x', signature: '0x1234' })
    expect((await signIn(address, wrapped)).wallets).toEqual([accountOf(address)])
    await expect(signIn(address, '0x1234')).rejects.toMatchObject({ name: 'SIGNATURE_INVALID' })
    const other = serializeErc6492Signature({ address: factory, data: '0x', signature: wrapped })
    await expect(signIn(address, other)).rejects.toMatchObject({ name: 'SIGNATURE_INVALID' })
  })
})
