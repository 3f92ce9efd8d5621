import { decodeBase64url, type WalletRecord } from '@latchkey/api-client'
import { type Vault, type VaultMethod, vaultMethods } from '@latchkey/vault-protocol'
import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { makeDeviceKeys } from './custody/device.ts'
import { openRecord } from './custody/recordCipher.ts'
import { combineShares } from './custody/shares.ts'
import { type Bytes, type Hold, type SecretBytes, withSecrets } from './secrets.ts'
import type { VaultContents } from './storage/vaultStorage.ts'
import { canSign } from './testing/canSign.ts'
import { change, login } from './testing/login.ts'
import { memoryStorage } from './testing/memoryStorage.ts'
import { releasePairTo, releaseTo } from './testing/releaseTo.ts'
import { deviceOf, testAuthorities } from './testing/testAuthorities.ts'
import { testOwner } from './testing/testOwner.ts'
import { testPartition, testVault } from './testing/testVault.ts'

/** What an attacker gets (custody design, section 7), as far as the vault has to prevent it: one test per row. */

const userId = '00000000-0000-4000-8000-000000000001'
const appearance = { mode: 'light' } as const
const refusal = (name: string) => expect.objectContaining({ name })

/** A wallet on one device, with copies of everything that must not leave. */
const victim = async () => {
  const authorities = await testAuthorities()
  const secrets: { what: string; bytes: Uint8Array }[] = []
  const random = (length: number): Bytes => {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    if (length === 32) secrets.push({ what: 'entropy, key or salt', bytes: bytes.slice() })
    return bytes
  }
  const { person, owner, asked } = testOwner()
  const storage = memoryStorage()
  const vault = testVault(authorities, testPartition(storage), { random, person })
  const parties = { vault, authorities, userId, appearance }
  const record = await login(parties)
  const device = await deviceOf(vault)
  const released = async (use: 'unlock' | 'change' | 'export') => {
    const newest = authorities.walletOf(userId) ?? record
    return { ...(await releaseTo(vault, { authorities, record: newest, use })), appearance }
  }
  return { authorities, secrets, owner, asked, storage, vault, parties, record, device, released }
}

/** Returns every run of bytes in a value: of texts as they are, and decoded. */
const runsIn = (value: unknown): Uint8Array[] => {
  if (value instanceof ArrayBuffer) return [new Uint8Array(value), ...runsIn(new TextDecoder().decode(value))]
  if (value instanceof Uint8Array) return [value]
  if (typeof value === 'string') {
    const decoded = (value.match(/[\w-]{16,}/g) ?? []).flatMap((text) => {
      try {
        return [decodeBase64url(text)]
      } catch {
        return []
      }
    })
    const hex = (value.match(/[0-9a-f]{16,}/gi) ?? []).map((text) => Buffer.from(text, 'hex'))
    return [new TextEncoder().encode(value), ...decoded, ...hex]
  }
  return typeof value === 'object' && value !== null && !(value instanceof CryptoKey)
    ? Object.values(value).flatMap(runsIn)
    : []
}

/** Eight consecutive bytes of any of these are no accident. */
const findIn = (value: unknown, secrets: readonly { what: string; bytes: Uint8Array }[]): string[] => {
  const runs = runsIn(value).map((run) => Buffer.from(run).toString('hex'))
  return secrets
    .filter(({ bytes }) => {
      const pieces = Array.from({ length: bytes.length - 7 }, (_, at) =>
        Buffer.from(bytes.slice(at, at + 8)).toString('hex'),
      )
      return runs.some((run) => pieces.some((piece) => run.includes(piece)))
    })
    .map(({ what }) => what)
}

const opens = (record: WalletRecord, key: (hold: Hold) => Promise<SecretBytes>): Promise<boolean> =>
  withSecrets(async (hold) => openRecord(record, await key(hold), hold)).then(
    () => true,
    () => false,
  )
const opensWith = (record: WalletRecord, one: Uint8Array, other: Uint8Array): Promise<boolean> =>
  opens(record, (hold) => combineShares(hold(one.slice()), hold(other.slice()), hold))

describe('script in the wallet frame, unlocked', () => {
  test('gets signatures until lock, and no key: what it kept of released shares opens nothing afterwards', async () => {
    const { authorities, vault, record, released, device, asked } = await victim()
    const [address = ''] = record.addresses.eip155
    const kept = await released('unlock')
    const keptForExport = await released('export')
    const hoarded = await released('unlock')
    await vault.unlock(kept)
    await vault.revealKeys(keptForExport)
    expect(await canSign(vault, address)).toBe(true)
    await vault.lock(undefined)
    const shown = asked.length
    const refused = refusal('VAULT_LOCKED')
    for (const share of [kept, hoarded]) await expect(vault.unlock(share)).rejects.toThrowError(refused)
    await expect(vault.revealKeys(keptForExport)).rejects.toThrowError(refused)
    await expect(vault.makeRecoveryFile(keptForExport)).rejects.toThrowError(refused)
    // Nor under a nonce that the vault does wait for: the api has not sealed that in.
    const { nonce } = await vault.expectShare(undefined)
    await expect(vault.unlock({ ...kept, nonce })).rejects.toThrowError(refusal('SHARE_INVALID'))
    expect(asked).toHaveLength(shown)
    await expect(canSign(vault, address)).rejects.toThrowError(refused)

    // While the session lasts it can ask the api again, as the document itself does; once the device is revoked, no longer.
    await vault.unlock(await released('unlock'))
    expect(await canSign(vault, address)).toBe(true)
    await vault.lock(undefined)
    authorities.revoke(device)
    await expect(released('unlock')).rejects.toThrowError(refusal('WALLET_NOT_FOUND'))
    await expect(vault.unlock(kept)).rejects.toThrowError(refused)
  })

  test('finds no key, share or word in the answer of any method', async () => {
    const { authorities, vault, secrets, owner, record, released, device } = await victim()
    const imported = generatePrivateKey()
    owner.imports = [imported]
    const answers = new Map<VaultMethod, unknown>()
    const note = async <name extends VaultMethod>(name: name, input: Parameters<Vault[name]>[0]): Promise<void> => {
      const method = vault[name] as (input: unknown) => Promise<unknown>
      answers.set(
        name,
        await method(input).catch((error) => ({ name: error.name, message: error.message, details: error.details })),
      )
    }
    const recovery = await releasePairTo(vault, { authorities, record, device })
    await note('status', undefined)
    await note('openDevice', undefined)
    await note('proveDevice', { authority: 'api', method: 'GET', path: '/x', bodySha256: '' })
    await note('expectShare', undefined)
    await note('changeWallet', { ...(await released('change')), change: { kind: 'import', from: 'evmKey' } })
    await note('revealKeys', await released('export'))
    await note('makeRecoveryFile', await released('export'))
    await note('changeWallet', { ...(await released('change')), change: { kind: 'rotate' } })
    await note('unlock', await released('unlock'))
    const message = new TextEncoder().encode('hello').buffer
    await note('sign', { kind: 'personalMessage', address: record.addresses.eip155[0] ?? '', message })
    await note('recoverWallet', recovery)
    await note('confirmWallet', { walletId: record.walletId })
    await note('closeScreen', undefined)
    await note('lock', undefined)
    await note('forgetDevice', { userId })
    await note('openDevice', undefined)
    await note('useWalletOf', { userId })
    await note('createWallet', { userId })
    expect([...answers.keys()].toSorted()).toEqual(Object.keys(vaultMethods).toSorted())
    const all = [
      ...secrets,
      ...authorities.shares().map((bytes) => ({ what: 'share', bytes })),
      { what: 'imported key', bytes: Buffer.from(imported.slice(2), 'hex') },
    ]
    expect(all.length).toBeGreaterThan(6)
    for (const [name, answer] of answers) expect({ name, found: findIn(answer, all) }).toEqual({ name, found: [] })
    // The search finds what is there.
    expect(findIn({ nested: [`0x${imported.slice(2)}`] }, all)).toEqual(['imported key'])
  })
})

describe('a copied IndexedDB without its key', () => {
  /** The readable part of the copy: keys that cannot be extracted stay behind. */
  const copyOf = async (storage: ReturnType<typeof memoryStorage>): Promise<VaultContents> => ({
    ...(await storage.read()),
    device: null,
  })

  test('holds nothing in the clear', async () => {
    const { storage, secrets, authorities } = await victim()
    const shares = authorities.shares().map((bytes) => ({ what: 'share', bytes }))
    expect(findIn(await copyOf(storage), [...secrets, ...shares])).toEqual([])
  })

  test('opens nothing on another device, with whatever the api releases to it', async () => {
    const { storage, authorities, record, device } = await victim()
    const copy = await copyOf(storage)
    const stolen = memoryStorage()
    const device2 = await makeDeviceKeys()
    await stolen.update(() => ({ ...copy, device: device2 }))
    const vault = testVault(authorities, testPartition(stolen))
    const thief = await deviceOf(vault)
    const { nonce } = await vault.expectShare(undefined)
    await expect(authorities.releaseAuthShare(thief, record, nonce)).rejects.toThrowError(refusal('WALLET_NOT_FOUND'))
    // Sealed for the victim's device, and even as if for the thief's.
    for (const to of [device, { ...device, hpkePublicKey: thief.hpkePublicKey }]) {
      const released = await releaseTo(vault, { authorities, record, device: to })
      await expect(vault.unlock(released)).rejects.toThrowError(refusal('SHARE_INVALID'))
    }
  })

  test('and the api’s shares in the clear open nothing together', async () => {
    const { storage, authorities, record } = await victim()
    const { ready } = await copyOf(storage)
    const wrapped = ready?.wrappedDeviceShare ?? new Uint8Array()
    for (const share of authorities.sharesOf('api')) {
      for (let at = 0; at + 33 <= wrapped.length; at++) {
        expect(await opensWith(record, share, wrapped.slice(at, at + 33))).toBe(false)
      }
    }
  })
})

describe('one authority alone', () => {
  test.each(['api', 'custody'] as const)('%s: its shares open no record, in any pair', async (authority) => {
    const { authorities, parties } = await victim()
    const record = await change(parties, { kind: 'rotate' })
    const shares = authorities.sharesOf(authority)
    expect(shares.length).toBeGreaterThan(1)
    for (const one of shares) for (const other of shares) expect(await opensWith(record, one, other)).toBe(false)
  })
})

describe('both authorities, or their operator', () => {
  const openedByAnyPair = async (record: WalletRecord, api: Uint8Array[], custody: Uint8Array[]): Promise<boolean> => {
    for (const one of api) for (const other of custody) if (await opensWith(record, one, other)) return true
    return false
  }

  test('get the keys of automatic users, as the design says', async () => {
    const { authorities, record } = await victim()
    expect(await openedByAnyPair(record, authorities.sharesOf('api'), authorities.sharesOf('custody'))).toBe(true)
  })

  test.each(['passphrase', 'passkey'] as const)(
    'get nothing of a user whose recovery is their own by %s, whatever custody still keeps of before',
    async (to) => {
      const { authorities, parties } = await victim()
      const record = await change(parties, { kind: 'recovery', to })
      const custody = authorities.sharesOf('custody')
      const pieces = custody.flatMap((share) => [share, share.slice(0, 33), share.slice(12, 45), share.slice(-33)])
      expect(await openedByAnyPair(record, authorities.sharesOf('api'), pieces)).toBe(false)
    },
  )
})
