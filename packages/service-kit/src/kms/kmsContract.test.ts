import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { openAwsKms } from './awsKms.ts'
import { createAwsStandIn, standInSettings } from './awsStandIn.fixture.ts'
import { decryptValue, encryptValue, rewrapValue } from './envelope.ts'
import type { Kms } from './kms.ts'
import { openLocalKeyRing } from './localKeyRing.ts'
import { openVaultKms } from './vault/vaultKms.ts'
import { startVaultStandIn } from './vault/vaultStandIn.fixture.ts'

const context = { purpose: 'auth share', userId: 'u', walletId: 'w', generation: 1, deviceId: 'd' }
const value = new TextEncoder().encode('a share')

/** `open`: the same keys as opened by another process; `other`: keys of another authority; `dropOldKeys`: deletes all but the newest. */
type Place = { open: () => Kms; other: () => Kms; dropOldKeys: () => void; close: () => void }
const places: Record<string, () => Place | Promise<Place>> = {
  'a local key ring'() {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
    return {
      open: () => openLocalKeyRing(join(folder, 'api.json')),
      other: () => openLocalKeyRing(join(folder, 'custody.json')),
      dropOldKeys() {
        const file = join(folder, 'api.json')
        const { macKey, wrappingKeys } = JSON.parse(readFileSync(file, 'utf8'))
        const newest = wrappingKeys.at(-1)
        const others = wrappingKeys.slice(1).map(() => Buffer.alloc(32).toString('base64'))
        writeFileSync(file, JSON.stringify({ macKey, wrappingKeys: [...others, newest] }), { mode: 0o600 })
      },
      close: () => rmSync(folder, { recursive: true }),
    }
  },
  'AWS KMS, of which a stand-in speaks the protocol'() {
    const [own, others] = [createAwsStandIn(), createAwsStandIn()]
    const openAt = ({ fetch }: typeof own) => openAwsKms(standInSettings, { fetch, clock: systemClock })
    return { open: () => openAt(own), other: () => openAt(others), dropOldKeys: own.dropOldKeys, close: () => {} }
  },
  async 'Vault, of which a stand-in speaks the protocol'() {
    const [own, others] = [await startVaultStandIn(), await startVaultStandIn()]
    const openAt = (vault: typeof own) => openVaultKms(vault.settings(), fetch)
    const close = () => {
      own.close()
      others.close()
    }
    return { open: () => openAt(own), other: () => openAt(others), dropOldKeys: own.dropOldKeys, close }
  },
}

describe.each(Object.entries(places))('%s', (_, openPlace) => {
  let place: Place
  let kms: Kms
  beforeAll(async () => {
    place = await openPlace()
    kms = place.open()
  })
  afterAll(() => place.close())

  test('gives data keys of 32 bytes that differ, and gives them back to whoever has the same keys', async () => {
    const [one, two] = [await kms.generateDataKey(context), await kms.generateDataKey(context)]
    expect([one.key.length, Buffer.from(one.key).equals(two.key)]).toEqual([32, false])
    expect(await place.open().unwrap(one.wrapped, context)).toEqual(one.key)
    expect(Buffer.from(one.wrapped).includes(Buffer.from(one.key))).toBe(false)
  })

  test.each([
    { purpose: 'recovery share' },
    { userId: 'v' },
    { walletId: 'v' },
    { generation: 2 },
    { deviceId: null },
    { extra: 1 },
  ])('opens nothing in another context: %o', async (change) => {
    const stored = await encryptValue(kms, context, value)
    await expect(decryptValue(kms, { ...context, ...change }, stored)).rejects.toThrow()
    expect(await decryptValue(kms, context, stored)).toEqual(value)
  })

  test('opens nothing of another authority, and nothing that was changed or cut', async () => {
    const stored = await encryptValue(kms, context, value)
    await expect(decryptValue(place.other(), context, stored)).rejects.toThrow()
    for (let index = 0; index < stored.length; index++) {
      const changed = stored.slice()
      changed[index] = (changed[index] ?? 0) ^ 1
      await expect(decryptValue(kms, context, changed)).rejects.toThrow()
    }
    for (const length of [0, 1, 2, 10, stored.length - 1])
      await expect(decryptValue(kms, context, stored.slice(0, length))).rejects.toThrow()
  })

  test('macs are 32 bytes, the same everywhere, and differ by purpose, data and authority', async () => {
    const mac = await kms.mac('email code', value)
    expect(mac).toHaveLength(32)
    expect(await place.open().mac('email code', value)).toEqual(mac)
    const others = [
      await kms.mac('another', value),
      await kms.mac('email code', value.subarray(1)),
      await place.other().mac('email code', value),
    ]
    expect(new Set([mac, ...others].map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(4)
  })

  test('after a rotation, also by another process, old values open, new ones do, and macs stay', async () => {
    const [old, mac] = [await encryptValue(kms, context, value), await kms.mac('email code', value)]
    await place.open().prepare()
    await place.open().rotate()
    const fresh = await encryptValue(place.open(), context, value)
    for (const stored of [old, fresh]) expect(await decryptValue(kms, context, stored)).toEqual(value)
    expect(await kms.mac('email code', value)).toEqual(mac)
  })
})

describe.each(Object.entries(places))('%s, after a rotation', (_, openPlace) => {
  test('a value that was wrapped anew needs no older key, one that was not does; its data key stays the same', async () => {
    const place = await openPlace()
    try {
      const kms = place.open()
      const [left, old] = [await encryptValue(kms, context, value), await encryptValue(kms, context, value)]
      await kms.prepare()
      await kms.rotate()
      const fresh = await rewrapValue(kms, context, old)
      expect(await decryptValue(kms, context, fresh)).toEqual(value)
      // What the data key has encrypted is unchanged.
      expect(fresh.slice(-value.length - 28)).toEqual(old.slice(-value.length - 28))
      place.dropOldKeys()
      const later = place.open()
      expect(await decryptValue(later, context, fresh)).toEqual(value)
      await expect(decryptValue(later, context, left)).rejects.toThrow()
    } finally {
      place.close()
    }
  })

  test('nothing is wrapped anew for another context, of another authority, or changed', async () => {
    const place = await openPlace()
    try {
      const kms = place.open()
      const stored = await encryptValue(kms, context, value)
      const changed = stored.slice()
      changed[10] = (changed[10] ?? 0) ^ 1
      await expect(rewrapValue(kms, { ...context, userId: 'v' }, stored)).rejects.toThrow()
      await expect(rewrapValue(place.other(), context, stored)).rejects.toThrow()
      await expect(rewrapValue(kms, context, changed)).rejects.toThrow()
    } finally {
      place.close()
    }
  })
})

describe('AWS KMS', () => {
  const setUp = (settings = standInSettings) => {
    const aws = createAwsStandIn()
    return { aws, kms: openAwsKms(settings, { fetch: aws.fetch, clock: systemClock }) }
  }
  const down: [string, () => Response | Error][] = [
    ['does not answer', () => new TypeError('fetch failed')],
    ['fails', () => Response.json({ __type: 'KMSInternalException' }, { status: 500 })],
    ['has enough', () => Response.json({ __type: 'ThrottlingException' }, { status: 400 })],
    ['is a portal', () => new Response('<html>', { status: 200 })],
  ]

  test.each(down)('that %s is KEYS_UNREACHABLE, and works again when it is back', async (_, failure) => {
    const { aws, kms } = setUp()
    const stored = await encryptValue(kms, context, value)
    aws.failWith(failure())
    const unreachable = { name: 'KEYS_UNREACHABLE' }
    await expect(kms.generateDataKey(context)).rejects.toMatchObject(unreachable)
    await expect(decryptValue(kms, context, stored)).rejects.toMatchObject(unreachable)
    await expect(kms.mac('email code', value)).rejects.toMatchObject(unreachable)
    await expect(kms.rotate()).rejects.toMatchObject(unreachable)
    await expect(rewrapValue(kms, context, stored)).rejects.toMatchObject(unreachable)
    aws.failWith(null)
    expect(await decryptValue(kms, context, stored)).toEqual(value)
    expect(await kms.mac('email code', value)).toHaveLength(32)
  })

  test('is asked for one mac a purpose, however many are made', async () => {
    const { aws, kms } = setUp()
    await Promise.all(Array.from({ length: 20 }, () => kms.mac('dpop nonce', value)))
    await kms.mac('email code', value)
    expect(aws.calls).toEqual(['GenerateMac', 'GenerateMac'])
  })

  test('that refuses our credentials or key says which call, and shows neither', async () => {
    const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a wrong secret' }
    const wrong = setUp({ ...standInSettings, credentials }).kms
    await expect(wrong.generateDataKey(context)).rejects.toThrow(
      'AWS KMS refused GenerateDataKey: InvalidSignatureException',
    )
    await expect(wrong.generateDataKey(context)).rejects.not.toThrow('a wrong secret')
    const missing = setUp({ ...standInSettings, keyId: 'alias/none' }).kms
    await expect(missing.generateDataKey(context)).rejects.toThrow('NotFoundException')
  })
})
