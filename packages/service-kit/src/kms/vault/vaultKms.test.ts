import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openVaultKms } from './vaultKms.ts'
import { startVaultStandIn, type VaultStandIn } from './vaultStandIn.fixture.ts'
import type { VaultLogin } from './vaultToken.ts'

const context = { purpose: 'auth share', userId: 'u' }
const data = new TextEncoder().encode('a code')
const unreachable = { name: 'KEYS_UNREACHABLE' }

let vault: VaultStandIn
beforeEach(async () => {
  vault = await startVaultStandIn()
})
afterEach(() => vault.close())

const folder = mkdtempDisposableSync(join(tmpdir(), 'latchkey-vault-'))
const fileWith = (text: string): string => {
  const file = join(folder.path, crypto.randomUUID())
  writeFileSync(file, text)
  return file
}
const loginsOf = (): [string, VaultLogin][] => [
  ['a token', { by: 'token', token: vault.grant() }],
  ['a token that cannot be renewed', { by: 'token', token: vault.grant(false) }],
  ['the token file of an agent', { by: 'tokenFile', file: fileWith(`${vault.grant()}\n`) }],
  ['AppRole', { by: 'appRole', mount: 'approle', roleId: vault.roleId, secretId: vault.secretId }],
  [
    'a service account of Kubernetes',
    { by: 'kubernetes', mount: 'kubernetes', role: 'custody', tokenFile: fileWith(vault.serviceAccount) },
  ],
]
const open = (login?: VaultLogin) => openVaultKms(vault.settings(login), fetch)

describe('a service proves itself by', () => {
  test('each way that there is', async () => {
    for (const [name, login] of loginsOf()) {
      const kms = open(login)
      const { key, wrapped } = await kms.generateDataKey(context)
      expect([name, await kms.unwrap(wrapped, context)]).toEqual([name, key])
    }
  })

  test.each<[string, () => VaultLogin]>([
    ['a token', () => ({ by: 'token', token: 'hvs.wrong-hunter2' })],
    ['AppRole', () => ({ by: 'appRole', mount: 'approle', roleId: 'a role', secretId: 'hunter2' })],
    ['Kubernetes', () => ({ by: 'kubernetes', mount: 'kubernetes', role: 'other', tokenFile: fileWith('hunter2') })],
  ])('%s, and one that is wrong is refused, and shown nowhere', async (_, login) => {
    const asked = open(login()).generateDataKey(context)
    await expect(asked).rejects.toThrow(/^Vault refused .*: 40[03]$/)
    await expect(asked).rejects.not.toThrow('hunter2')
  })

  test('the newest token of an agent’s file', async () => {
    const [first, second] = [vault.grant(), vault.grant()]
    const file = fileWith(first)
    const kms = open({ by: 'tokenFile', file })
    await kms.generateDataKey(context)
    vault.revoke(first)
    writeFileSync(file, second)
    expect((await kms.generateDataKey(context)).key).toHaveLength(32)
  })

  test('another login when its token has ended', async () => {
    for (const [name, login] of loginsOf().slice(3)) {
      const kms = open(login)
      const { key, wrapped } = await kms.generateDataKey(context)
      vault.revokeAll()
      const together = await Promise.all([1, 2, 3].map(() => kms.unwrap(wrapped, context)))
      expect([name, together]).toEqual([name, [key, key, key]])
    }
  })
})

describe('a token', () => {
  const renewals = () => vault.calls.filter((call) => call === 'auth/token/renew-self').length
  const logins = () => vault.calls.filter((call) => call.endsWith('/login')).length

  test('is renewed before it ends, also while nobody asks for keys', async () => {
    vault.leaseSeconds = 0.2
    await open({ by: 'appRole', mount: 'approle', roleId: vault.roleId, secretId: vault.secretId }).mac('code', data)
    await expect.poll(renewals).toBeGreaterThan(2)
    expect(logins()).toBe(1)
  })

  test('that has come to the end of its renewals is followed by another', async () => {
    vault.leaseSeconds = 0.2
    const kms = open({ by: 'appRole', mount: 'approle', roleId: vault.roleId, secretId: vault.secretId })
    await kms.mac('code', data)
    vault.isAtLongest = true
    await expect.poll(renewals).toBeGreaterThan(0)
    vault.revokeAll()
    expect(await kms.mac('another', data)).toHaveLength(32)
    expect(logins()).toBe(2)
  })
})

test('a key that ignores contexts is refused before anything is wrapped by it', async () => {
  vault.isDerived = false
  await expect(open().generateDataKey(context)).rejects.toThrow(
    'The Vault key shares ignores contexts: make one with derived=true',
  )
  expect(vault.calls.filter((call) => call.includes('datakey'))).toHaveLength(1)
})

test('a rotation of the wrong key changes no MAC', async () => {
  const before = await open().mac('code', data)
  vault.rotateMacs()
  expect(await open().mac('code', data)).toEqual(before)
})

test('is asked for one MAC a purpose, and in its namespace', async () => {
  vault.namespace = 'wallet'
  const kms = openVaultKms({ ...vault.settings(), namespace: 'wallet' }, fetch)
  await Promise.all(Array.from({ length: 20 }, () => kms.mac('dpop nonce', data)))
  expect(vault.calls.filter((call) => call.includes('hmac'))).toHaveLength(1)
  await expect(open().mac('code', data)).rejects.toThrow('Vault refused')
})

describe('while Vault', () => {
  test('is sealed, its keys are out of reach; when it is open again they are there', async () => {
    const kms = open()
    const { key, wrapped } = await kms.generateDataKey(context)
    vault.isSealed = true
    await expect(kms.unwrap(wrapped, context)).rejects.toMatchObject(unreachable)
    await expect(kms.mac('code', data)).rejects.toMatchObject(unreachable)
    await expect(kms.rotate()).rejects.toMatchObject(unreachable)
    await expect(open().generateDataKey(context)).rejects.toMatchObject(unreachable)
    vault.isSealed = false
    expect(await kms.unwrap(wrapped, context)).toEqual(key)
    expect(await kms.mac('code', data)).toHaveLength(32)
  })

  test.each<[string, () => Promise<Response>]>([
    ['does not answer', () => Promise.reject(new TypeError('fetch failed'))],
    ['has enough', async () => Response.json({ errors: ['rate limited'] }, { status: 429 })],
    ['is a standby that answers nothing', async () => Response.json({}, { status: 473 })],
    ['is a portal', async () => new Response('<html>')],
  ])('%s, its keys are out of reach', async (_, answer) => {
    const kms = openVaultKms(vault.settings(), answer)
    await expect(kms.generateDataKey(context)).rejects.toMatchObject(unreachable)
    await expect(kms.mac('code', data)).rejects.toMatchObject(unreachable)
  })
})

test('what another store wrapped is not sent to Vault', async () => {
  const kms = open()
  await kms.generateDataKey(context)
  const before = vault.calls.length
  await expect(kms.unwrap(new Uint8Array([0, 1, 2]), context)).rejects.toThrow('did not wrap')
  expect(vault.calls).toHaveLength(before)
})
