import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type EndpointRow, endpoints } from './index.ts'

const rows = Object.entries<EndpointRow>(endpoints)

test('no two rows share an address', () => {
  const addresses = rows.map(([, { authority, method, path }]) => `${authority} ${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('a proof is a matter of the wallet origin alone', () => {
  for (const [name, { credential, caller }] of rows)
    if (credential !== 'none') expect([name, caller]).toEqual([name, 'wallet'])
})

test('an answer that may be kept is no secret of a caller', () => {
  for (const [name, { credential, cacheMs, idempotent }] of rows)
    if (cacheMs !== undefined) expect([name, credential, idempotent]).toEqual([name, 'none', true])
})

test('a path fits the vault, which signs it', () => {
  for (const [, { path }] of rows) expect(path).toMatch(/^\/[\w/.-]*$/)
})

test.each([
  ['emailStart', { projectId: 'p', dappOrigin: 'https://a.example/', email: 'a@b.c' }],
  ['emailStart', { projectId: 'p', dappOrigin: 'null', email: 'a@b.c' }],
  ['emailStart', { projectId: '', dappOrigin: 'https://a.example', email: 'a@b.c' }],
  ['emailStart', { projectId: 'p', dappOrigin: 'https://a.example', email: `${'a'.repeat(255)}@b.c` }],
  ['emailVerify', { attemptId: '1', code: '123456' }],
  ['emailVerify', { attemptId: '00000000-0000-4000-8000-000000000000', code: '1'.repeat(17) }],
  ['emailVerify', { attemptId: '00000000-0000-4000-8000-000000000000', code: 123456 }],
  ['putRecoveryShare', { walletId: '00000000-0000-4000-8000-000000000000', generation: 0, sealedShare: 'AA' }],
  ['putRecoveryShare', { walletId: '00000000-0000-4000-8000-000000000000', generation: 1.5, sealedShare: 'AA' }],
  ['putRecoveryShare', { walletId: '00000000-0000-4000-8000-000000000000', generation: 2 ** 31, sealedShare: 'AA' }],
  ['putRecoveryShare', { walletId: '00000000-0000-4000-8000-000000000000', generation: 1, sealedShare: 'A+A/' }],
  [
    'putRecoveryShare',
    { walletId: '00000000-0000-4000-8000-000000000000', generation: 1, sealedShare: 'A'.repeat(1400) },
  ],
  ['refreshSession', { refreshToken: 'A'.repeat(44) }],
  ['startSession', { apiGrant: 'a.b', projectId: 'p', dappOrigin: 'https://a.example' }],
  ['fungiblePrice', { projectId: 'p', currency: 'eur', addresses: [] }],
  ['fungiblePrice', { projectId: 'p', currency: 'usd', addresses: Array(101).fill('eip155:1:0x') }],
  ['fungiblePrice', { projectId: 'p', currency: 'usd', addresses: 'eip155:1:0x' }],
  ['fungiblePrice', { currency: 'usd', addresses: [] }],
] as const)('%s refuses %o', (name, request) => {
  expect(z.safeParse(endpoints[name].request, request).success).toBe(false)
})
