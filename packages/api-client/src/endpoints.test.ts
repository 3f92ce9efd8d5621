import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type EndpointRow, endpoints, walletEndpoints, walletFields } from './index.ts'
import { serverEndpoints } from './serverEndpoints.ts'

const id = '00000000-0000-4000-8000-000000000000'
const shareNonce = 'AAECAwQFBgcICQoLDA0ODw'
const recoveryPair = { walletId: id, recoveryShareId: id, revision: 1 }
const codeChallenge = 'A'.repeat(43)
const socialStart = { projectId: 'p', dappOrigin: 'https://a.example', provider: 'google', codeChallenge }
const socialVerify = { provider: 'google', codeChallenge, proof: { kind: 'idToken', idToken: 'a.b.c' } }
const rows = Object.entries<EndpointRow>(endpoints)

test('no two rows share an address', () => {
  const addresses = rows.map(([, { authority, method, path }]) => `${authority} ${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('a proof is a matter of the wallet origin alone', () => {
  for (const [name, { credential, caller }] of rows)
    if (credential !== 'none') expect([name, caller]).toEqual([name, 'wallet'])
})

test('the wallet has the rows that answer it alone but for its server’s, and of the dapps’ three', () => {
  const own = rows
    .filter(([name, { caller }]) => caller === 'wallet' && !Object.hasOwn(serverEndpoints, name))
    .map(([name]) => name)
  expect(Object.keys(walletEndpoints).sort()).toEqual(
    [...own, 'accountBalance', 'fungiblePrice', 'identity', 'origins', 'rpc'].sort(),
  )
})

test('an answer that may be kept is no secret of a caller', () => {
  for (const [name, { credential, cacheMs, idempotent }] of rows)
    if (cacheMs !== undefined) expect([name, credential, idempotent]).toEqual([name, 'none', true])
})

test('a path fits the vault, which signs it', () => {
  for (const [, { path, credential }] of rows) {
    if (credential === 'none') continue
    const filled = path.replace(/:\w+/g, encodeURIComponent('eip155:1:0x00000000000000000000000000000000000000A1'))
    expect(filled).toMatch(/^\/(?:[\w/.-]|%3A)*$/)
  }
})

test('what stands in a path is a field of the request, and fits there', () => {
  for (const [name, { path, request }] of rows) {
    for (const [, field = ''] of path.matchAll(/:(\w+)/g)) {
      const address = '0x00000000000000000000000000000000000000A1'
      const permission = {
        pci: `0x${'a'.repeat(64)}`,
        expiry: 1,
        signer: address,
        permissions: [{ type: 'x' }],
        policies: [],
      }
      const others = {
        projectId: 'p',
        currency: 'usd',
        signature: '0x',
        origin: 'https://a.example',
        context: '0x',
        ...permission,
      }
      const asked = (value: string) => z.safeParse(request, { ...others, [field]: value }).success
      const kinds = ['a-1', 'a-1.b', id, address, `eip155:1:${address}`]
      expect([name, kinds.some(asked), asked('..'), asked('a/b'), asked('')]).toEqual([name, true, false, false, false])
    }
  }
})

test('what a browser keeps is an image, and no secret of a caller', () => {
  const kept = rows.filter(([, { keepSeconds }]) => keepSeconds !== undefined)
  expect(kept.map(([name]) => name)).toEqual(['getWalletImage', 'getAssetImage', 'getCurrencyImage', 'getTokenImage'])
  for (const [name, { credential, response }] of kept)
    expect([name, credential, z.safeParse(response, new Blob()).success]).toEqual([name, 'none', true])
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'http://a.example',
  'metamask',
  ' metamask://',
  'metamask://a b',
])('no wallet has the link %j', (mobile_link) => {
  const wallet = { id: 'a', name: 'A', chains: [], mobile_link: 'metamask://' }
  expect(z.safeParse(walletFields, wallet).success).toBe(true)
  expect(z.safeParse(walletFields, { ...wallet, mobile_link }).success).toBe(false)
})

test.each([
  ['emailStart', { projectId: 'p', dappOrigin: 'https://a.example/', email: 'a@b.c' }],
  ['emailStart', { projectId: 'p', dappOrigin: 'null', email: 'a@b.c' }],
  ['emailStart', { projectId: '', dappOrigin: 'https://a.example', email: 'a@b.c' }],
  ['emailStart', { projectId: 'p', dappOrigin: 'https://a.example', email: `${'a'.repeat(255)}@b.c` }],
  ['emailVerify', { attemptId: '1', code: '123456' }],
  ['emailVerify', { attemptId: '00000000-0000-4000-8000-000000000000', code: '1'.repeat(17) }],
  ['emailVerify', { attemptId: '00000000-0000-4000-8000-000000000000', code: 123456 }],
  ['putRecoveryShare', { ...recoveryPair, generation: 0, sealedShare: 'AA' }],
  ['putRecoveryShare', { ...recoveryPair, generation: 1.5, sealedShare: 'AA' }],
  ['putRecoveryShare', { ...recoveryPair, generation: 2 ** 31, sealedShare: 'AA' }],
  ['putRecoveryShare', { ...recoveryPair, generation: 1, sealedShare: 'A+A/' }],
  ['putRecoveryShare', { ...recoveryPair, generation: 1, sealedShare: 'A'.repeat(1400) }],
  ['putRecoveryShare', { ...recoveryPair, generation: 1, revision: 0, sealedShare: 'AA' }],
  ['releaseAuthShare', { walletId: id, generation: 1, nonce: shareNonce }],
  ['releaseAuthShare', { walletId: id, generation: 1, use: 'anything', nonce: shareNonce }],
  ['releaseAuthShare', { walletId: id, generation: 1, use: 'unlock' }],
  ['releaseAuthShare', { walletId: id, generation: 1, use: 'unlock', nonce: null }],
  ['releaseAuthShare', { walletId: id, generation: 1, use: 'unlock', nonce: shareNonce.slice(1) }],
  ['releaseAuthShare', { walletId: id, generation: 1, use: 'unlock', nonce: `${shareNonce}A` }],
  ['releaseAuthShare', { walletId: id, generation: 1, use: 'unlock', nonce: shareNonce.replace('A', '+') }],
  ['releaseRecoveryAuthShare', { walletId: id, generation: 1 }],
  ['releaseRecoveryAuthShare', { walletId: id, generation: 1, nonce: shareNonce.slice(1) }],
  ['refreshSession', { refreshToken: 'A'.repeat(44) }],
  ['startSession', { apiGrant: 'a.b', projectId: 'p', dappOrigin: 'https://a.example' }],
  ['socialStart', { ...socialStart, provider: 'farcaster' }],
  ['socialStart', { ...socialStart, provider: '__proto__' }],
  ['socialStart', { ...socialStart, codeChallenge: 'A'.repeat(42) }],
  ['socialStart', { ...socialStart, purpose: 'signup' }],
  ['socialStart', { ...socialStart, dappOrigin: 'https://a.example/path' }],
  ['socialFinish', { attemptId: id, codeVerifier: 'A'.repeat(42), result: null }],
  ['socialFinish', { attemptId: id, codeVerifier: 'A'.repeat(129), result: null }],
  ['socialFinish', { attemptId: id, codeVerifier: `${'A'.repeat(42)}=`, result: null }],
  ['socialFinish', { attemptId: id, codeVerifier: 'A'.repeat(43) }],
  ['socialFinish', { attemptId: id, codeVerifier: 'A'.repeat(43), result: 'A'.repeat(44) }],
  ['socialRelease', { attemptId: id, result: null }],
  ['socialVerify', { ...socialVerify, purpose: 'link' }],
  ['socialVerify', { ...socialVerify, proof: { kind: 'idToken', statement: 'a.b.c' } }],
  ['socialVerify', { ...socialVerify, proof: { kind: 'idToken', idToken: `a.${'b'.repeat(8192)}.c` } }],
  ['farcasterVerify', { attemptId: id, message: 'm', signature: 'abcd' }],
  ['farcasterVerify', { attemptId: id, message: 'm'.repeat(4097), signature: '0x00' }],
  ['linkIdentity', { provider: 'google', attemptId: id }],
  ['linkLogin', { apiGrant: 'a.b' }],
  ['unlinkLogin', { provider: 'google', issuer: 'https://accounts.google.com' }],
  ['unlinkIdentity', { provider: 'google', issuer: '', subject: '1' }],
  ['fungiblePrice', { projectId: 'p', currency: 'eur', addresses: [] }],
  ['fungiblePrice', { projectId: 'p', currency: 'usd', addresses: Array(101).fill('eip155:1:0x') }],
  ['fungiblePrice', { projectId: 'p', currency: 'usd', addresses: 'eip155:1:0x' }],
  ['fungiblePrice', { currency: 'usd', addresses: [] }],
] as const)('%s refuses %o', (name, request) => {
  expect(z.safeParse(endpoints[name].request, request).success).toBe(false)
})

test('what the refusals above change is taken as it stands', () => {
  expect(z.safeParse(endpoints.socialStart.request, socialStart).success).toBe(true)
  expect(z.safeParse(endpoints.socialVerify.request, socialVerify).success).toBe(true)
})
