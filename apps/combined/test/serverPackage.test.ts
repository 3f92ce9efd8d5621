/** `@latchkey/server`, as an app's server runs it, against the api itself. */
import { createNonce, createVerifier, type LatchkeyErrorName, type VerifierOptions } from '@latchkey/server'
import { prepareAuthorityKey, rotateAuthorityKey } from '@latchkey/service-kit/keys/rotateAuthorityKey'
import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import { decodeJwt } from 'jose'
import { type Address, concatHex, type Hex, padHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { createShop } from '../../../packages/server/example/createShop.ts'
import { addresses, createHarness, type Harness, logIn } from './harness.ts'
import type { TestDevice } from './testDevice.ts'

const origin = 'http://127.0.0.1:3000'
const secret = 'a secret of thirty-two characters'
const owner = privateKeyToAccount(generatePrivateKey())

const verifierOf = (harness: Harness, options: Partial<VerifierOptions> = {}) =>
  createVerifier({
    apiUrl: addresses.apiUrl,
    projectId: 'demo',
    origins: [origin],
    fetch: harness.fetch,
    now: harness.clock.now,
    ...options,
  })
const refused = (name: LatchkeyErrorName) => ({ name })

/** As `modal.getIdToken()` for a signed-in user. */
const getIdToken = async (device: TestDevice, accessToken: string, nonce: string, projectId = 'demo') => {
  const asked = { projectId, origin, scopes: ['wallets', 'email'] as ('wallets' | 'email')[], nonce }
  return (await device.client.call('issueIdToken', asked, { accessToken })).idToken
}

describe('a user who is signed in', () => {
  test('is known to the server of one project, by the nonce that it gave', async () => {
    await using harness = await createHarness()
    harness.writeProjects(['demo', 'twin'].map((id) => ({ id, name: id, origins: [origin] })))
    const device = await harness.device()
    const { accessToken, wallet } = await logIn(harness, device, 'ada@example.com')
    const nonce = createNonce()
    const idToken = await getIdToken(device, accessToken, nonce)
    const { verifyIdToken } = verifierOf(harness)
    expect(await verifyIdToken(idToken, { nonce })).toMatchObject({
      methods: ['otp'],
      email: 'ada@example.com',
      isEmailVerified: true,
      wallets: expect.arrayContaining([`eip155:1:${wallet.addresses.eip155[0]}`]),
    })
    await expect(verifyIdToken(idToken, { nonce: createNonce() })).rejects.toMatchObject(refused('NONCE_INVALID'))
    const twins = await getIdToken(device, accessToken, nonce, 'twin')
    await expect(verifyIdToken(twins, { nonce })).rejects.toMatchObject(refused('TOKEN_INVALID'))
    // A token of the wallet's own session is not valid for apps.
    await expect(verifyIdToken(accessToken, { nonce: null })).rejects.toMatchObject(refused('TOKEN_INVALID'))
  })

  test('signs in to an app, whose own session outlives the token', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { accessToken } = await logIn(harness, device, 'ada@example.com')
    const shop = createShop(verifierOf(harness), secret)
    const call = (path: string, init: RequestInit = {}, cookie = '') =>
      shop.request(path, { ...init, headers: { origin, cookie } })
    const cookieOf = (response: Response) => (response.headers.getSetCookie()[0] ?? '').split(';')[0]
    expect((await call('/account')).status).toBe(401)

    const begun = await call('/sign-in')
    const { nonce } = (await begun.json()) as { nonce: string }
    const idToken = await getIdToken(device, accessToken, nonce)
    const signedIn = await call('/sign-in', { method: 'POST', body: JSON.stringify({ idToken }) }, cookieOf(begun))
    expect(signedIn.status).toBe(200)
    harness.clock.advance(3_600)
    const account = await call('/account', {}, cookieOf(signedIn))
    expect(await account.json()).toMatchObject({ subject: decodeJwt(idToken).sub, email: 'ada@example.com' })
    const late = await shop.request('/api/me', { headers: { authorization: `Bearer ${idToken}` } })
    expect([late.status, await late.json()]).toEqual([
      401,
      { error: { name: 'TOKEN_EXPIRED', message: expect.any(String) } },
    ])
  })

  test('is known before and after the key was rotated', async () => {
    await using harness = await createHarness()
    const device = await harness.device()
    const { accessToken } = await logIn(harness, device, 'ada@example.com')
    const [before, after] = [createNonce(), createNonce()]
    const first = await getIdToken(device, accessToken, before)
    const { verifyIdToken } = verifierOf(harness)
    const { subject } = await verifyIdToken(first, { nonce: before })
    const deps = {
      authority: 'api',
      database: harness.database,
      kms: harness.kms('api'),
      clock: harness.clock,
    } as const
    await prepareAuthorityKey(deps, 'id-token')
    await rotateAuthorityKey(deps, { purpose: 'id-token', leaked: true })
    harness.clock.advance(11)
    await harness.fetch(`${addresses.apiUrl}/oidc/jwks`)
    // Another process of the app, which has not fetched keys yet: ours fetches again, but not within half a minute of its own clock.
    const fresh = verifierOf(harness)
    const second = await getIdToken(device, accessToken, after)
    expect(await fresh.verifyIdToken(second, { nonce: after })).toMatchObject({ subject })
    expect(await fresh.verifyIdToken(first, { nonce: before })).toMatchObject({ subject })
  })
})

/** Calls the api as the project's page. */
const callAs = async (harness: Harness, path: string, body: object): Promise<Record<string, string>> => {
  const request = { method: 'POST', headers: { origin }, body: JSON.stringify({ projectId: 'demo', ...body }) }
  const response = await harness.fetch(`${addresses.apiUrl}${path}`, request)
  return (await response.json()) as Record<string, string>
}
const messageOf = (harness: Harness, nonce: string, more: object = {}) =>
  createSiweMessage({
    ...{ domain: new URL(origin).host, uri: origin, version: '1', chainId: 31337, issuedAt: harness.clock.now() },
    address: owner.address,
    nonce,
    ...more,
  })

test('a lying api signs nobody in where a wallet has to sign: the proof is over project, nonce and subject', async () => {
  await using harness = await createHarness()
  const account = `eip155:31337:${owner.address}`
  const { nonce: apiNonce } = await callAs(harness, '/v1/siwx/nonce', {})
  const signIn = messageOf(harness, apiNonce ?? '')
  const proof = { account, message: signIn, signature: await owner.signMessage({ message: signIn }) }
  const { token } = await callAs(harness, '/v1/siwx/sessions', proof)
  const nonce = createNonce()
  const { idToken = '' } = await callAs(harness, '/v1/siwx/id-token', { token, nonce, scopes: ['wallets'] })
  const { verifyIdToken } = verifierOf(harness)
  const { subject } = await verifyIdToken(idToken, { nonce })
  const sign = async (more: object, key = owner) => {
    const message = messageOf(harness, nonce, more)
    return { account, message, signature: await key.signMessage({ message }) }
  }
  const whole = { requestId: subject, resources: ['urn:latchkey:project:demo'] }
  const verify = (walletProof: Awaited<ReturnType<typeof sign>> | undefined) =>
    verifyIdToken(idToken, { nonce, requireWalletProof: true, walletProof })
  expect(await verify(await sign(whole))).toMatchObject({ subject, provenAccount: account })

  // The api's own powers: tokens that it signs, the sign-in that went through it, and its own keys.
  await expect(verify(undefined)).rejects.toMatchObject(refused('WALLET_PROOF_MISSING'))
  await expect(verify(proof)).rejects.toMatchObject(refused('NONCE_INVALID'))
  await expect(verify(await sign({ ...whole, requestId: 'another' }))).rejects.toMatchObject(
    refused('WALLET_PROOF_INVALID'),
  )
  await expect(verify(await sign({ ...whole, resources: [] }))).rejects.toMatchObject(refused('WALLET_PROOF_INVALID'))
  // It states that a contract has signed: its statement counts for nothing here.
  await expect(verify(await sign(whole, privateKeyToAccount(generatePrivateKey())))).rejects.toMatchObject(
    refused('CHAIN_NOT_SUPPORTED'),
  )
})

test('a smart account is verified at the app’s own node, and at the api’s', async () => {
  await using chain = await startAnvil()
  await using harness = await createHarness({ nodes: { 'eip155:31337': [chain.url] }, fetch: globalThis.fetch })
  const setCode = (address: Address, code: Hex) =>
    fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [address, code] }),
    })
  const answering = (word: Hex): Hex =>
    concatHex(['0x7f', padHex(word, { dir: 'right', size: 32 }), '0x60005260206000f3'])
  const [agreeing, refusing]: Address[] = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`]
  await setCode(agreeing as Address, answering('0x1626ba7e'))
  await setCode(refusing as Address, answering('0xffffffff'))
  const nonce = createNonce()
  const own = verifierOf(harness, { rpcUrls: { 'eip155:31337': chain.url }, fetch: globalThis.fetch })
  for (const { verifySignIn } of [own, verifierOf(harness)])
    for (const signature of ['0x1234', `0x${'12'.repeat(65)}`]) {
      const given = (address = '') => ({
        account: `eip155:31337:${address}`,
        message: messageOf(harness, nonce, { address }),
        signature,
      })
      expect(await verifySignIn(given(agreeing), { nonce })).toMatchObject({ signedBy: 'contract' })
      await expect(verifySignIn(given(refusing), { nonce })).rejects.toMatchObject(refused('SIGNATURE_INVALID'))
    }
})
