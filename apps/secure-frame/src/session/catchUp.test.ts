/** Services that were restored from a backup, and a browser with newer data. */
import { AppError } from '@latchkey/protocol'
import type { SentUpload } from '@latchkey/vault-protocol'
import { describe, expect, test } from 'vitest'
import { fakeAccountApi, rightCode } from './fakeAccountApi.fixture.ts'
import { fakeSignature, proofsOf, testUuid } from './fakeVault.fixture.ts'
import { browserProfile, dapp, email } from './sessionHarness.fixture.ts'

const logIn = async (profile: ReturnType<typeof browserProfile>) => {
  const tab = profile.open()
  await tab.session.startEmail(dapp, email)
  return { ...tab, caller: await tab.session.finishEmail(dapp, rightCode) }
}

/** A user whose wallet is in no backup. */
const madeSince = async () => {
  const backend = fakeAccountApi()
  const restore = backend.backUp()
  const profile = browserProfile(backend)
  const { caller } = await logIn(profile)
  return { backend, profile, restore, address: caller.address }
}

describe('a wallet that the services have lost', () => {
  test('is sent to them again by the browser that made it, and is the same one on new devices', async () => {
    const { backend, profile, restore, address } = await madeSince()
    restore()
    expect(backend.wallets.size).toBe(0)
    const { caller, session } = await logIn(profile)
    expect(caller.address).toBe(address)
    await session.unlock(caller)
    expect((await logIn(browserProfile(backend))).caller.address).toBe(address)
  })

  test('is not replaced where the browser can’t send it: the sign-in stops, and its data stays', async () => {
    const { backend, profile, restore } = await madeSince()
    profile.disk.sent = []
    const held = structuredClone(profile.disk.ready)
    restore()
    await expect(logIn(profile)).rejects.toMatchObject({ name: 'WALLET_ONLY_HERE' })
    expect([backend.wallets.size, profile.disk.ready, profile.disk.pending]).toEqual([0, held, null])
  })

  test('is not replaced where it is sealed to a key that the services lack, since that was rotated after the backup', async () => {
    const { backend, profile, restore } = await madeSince()
    const held = structuredClone(profile.disk.ready)
    restore()
    backend.beforeNext('putRecoveryShare', () => Promise.reject(new AppError('SHARE_INVALID')))
    await expect(logIn(profile)).rejects.toMatchObject({ name: 'WALLET_ONLY_HERE' })
    expect([backend.wallets.size, profile.disk.ready]).toEqual([0, held])
  })

  test('is not replaced by one that a new browser has made meanwhile', async () => {
    const { backend, profile, restore, address } = await madeSince()
    restore()
    expect((await logIn(browserProfile(backend))).caller.address).not.toBe(address)
    await expect(logIn(profile)).rejects.toMatchObject({ name: 'WALLET_ONLY_HERE' })
    expect(profile.disk.ready?.record.addresses.eip155).toEqual([address])
  })
})

/** Returns whether the browser has changed its key this many times, with nothing left of the earlier shares. */
const replaceKeys = (profile: ReturnType<typeof browserProfile>, times: number): void => {
  const { disk } = profile
  for (let time = 0; time < times; time++) {
    const { ready, sent } = disk
    if (ready === null) throw new Error('no wallet')
    const { generation, revision } = ready.record
    const recoveryShareId = testUuid()
    const record = {
      ...ready.record,
      generation: generation + 1,
      revision: revision + 1,
      recoveryShareId,
      ciphertext: `sealed-${testUuid()}`,
    }
    const stripped = sent.map(({ record: of, upload }): SentUpload => {
      if (upload.kind === 'created')
        return { record: of, upload: { kind: 'created', addressProofs: upload.addressProofs } }
      return { record: of, upload: { kind: 'changed', signature: upload.signature } }
    })
    const upload: SentUpload['upload'] = {
      kind: 'changed',
      signature: fakeSignature(record),
      sealedAuthShare: `auth:${ready.pair}:${disk.deviceId}`,
      recovery: {
        sealedRecoveryShare: `recovery:${recoveryShareId}`,
        sealedRecoveryAuthShare: `recovery-auth:${recoveryShareId}`,
      },
    }
    disk.sent = [...stripped, { record, upload }]
    disk.ready = { record, pair: ready.pair }
  }
}

/** For the real API, a fresh sign-in is a confirmation. */
const freshIsConfirmed = (backend: ReturnType<typeof fakeAccountApi>): void =>
  backend.beforeNext('replaceWallet', async () => backend.confirmAll())

describe('several changes that the services have lost', () => {
  test('are sent in one call, with the newest shares alone', async () => {
    const { backend, profile, address } = await madeSince()
    replaceKeys(profile, 3)
    backend.expireAll()
    freshIsConfirmed(backend)
    const { ready } = profile.disk
    const { caller, session } = await logIn(profile)
    expect([caller.address, backend.reports]).toEqual([address, []])
    expect([...backend.wallets.values()]).toEqual([ready?.record])
    await session.unlock(caller)
  })

  test('go with the wallet, where that is lost too', async () => {
    const { backend, profile, restore, address } = await madeSince()
    replaceKeys(profile, 2)
    restore()
    const { ready } = profile.disk
    expect((await logIn(profile)).caller.address).toBe(address)
    expect([...backend.wallets.values()]).toEqual([ready?.record])
    expect((await logIn(browserProfile(backend))).caller.address).toBe(address)
  })

  test.each<[string, (sent: SentUpload[]) => SentUpload[]]>([
    ['one of them is missing', (sent) => sent.filter(({ record }) => record.revision !== 2)],
    ['the last one is missing', (sent) => sent.slice(0, -1)],
    [
      'a signature is of something else',
      (sent) =>
        sent.map((one) =>
          one.upload.kind === 'changed' ? { ...one, upload: { ...one.upload, signature: 'signed:else' } } : one,
        ),
    ],
  ])('are reported, and stop the sign-in, where %s', async (_, meddle) => {
    const { backend, profile } = await madeSince()
    replaceKeys(profile, 2)
    profile.disk.sent = meddle(profile.disk.sent)
    backend.expireAll()
    freshIsConfirmed(backend)
    const held = profile.disk.ready
    await expect(logIn(profile)).rejects.toMatchObject({ name: 'WALLET_ONLY_HERE' })
    expect(profile.disk.ready).toEqual(held)
    expect(backend.reports).toMatchObject([{ wallet: { revision: 3 } }])
  })

  test('are reported where another device has changed the wallet in a way that they can’t follow', async () => {
    const { backend, profile } = await madeSince()
    replaceKeys(profile, 2)
    backend.expireAll()
    backend.beforeNext('replaceWallet', () => Promise.reject(new AppError('INVALID_PARAMS')))
    await expect(logIn(profile)).rejects.toMatchObject({ name: 'WALLET_ONLY_HERE' })
    expect(backend.reports).toHaveLength(1)
  })
})

describe('a change that the services have lost', () => {
  test('is sent by a browser that recovered the wallet and has no record of its first revision', async () => {
    const { backend, profile } = await madeSince()
    const { disk } = profile
    const { ready } = disk
    if (ready === null) throw new Error('no wallet')
    const { eip155, solana } = ready.record.addresses
    const record = {
      ...ready.record,
      revision: 2,
      addresses: { eip155: [...eip155, `0x${'7'.repeat(40)}`], solana },
      ciphertext: `sealed-${testUuid()}`,
    }
    const upload: SentUpload['upload'] = {
      kind: 'changed',
      signature: fakeSignature(record),
      addressProofs: proofsOf(record, ready.record),
      sealedAuthShare: `auth:${ready.pair}:${disk.deviceId}`,
    }
    Object.assign(disk, { ready: { ...ready, record }, sent: [{ record, upload }] })
    backend.expireAll()
    freshIsConfirmed(backend)
    await logIn(profile)
    expect([[...backend.wallets.values()], backend.reports]).toEqual([[record], []])
  })

  test('is reported where the browser can’t send it, and the browser goes on with what it has under the same key', async () => {
    const { backend, profile, address } = await madeSince()
    const { ready } = profile.disk
    if (ready === null) throw new Error('no wallet')
    ready.record = { ...ready.record, revision: 3 }
    profile.disk.sent = []
    backend.expireAll()
    expect((await logIn(profile)).caller.address).toBe(address)
    const { walletId } = ready.record
    expect(backend.reports).toEqual([{ wallet: { walletId, revision: 3 }, revokedDeviceIds: [] }])
  })

  test('stops the sign-in where it is a new key: what the services have would undo it', async () => {
    const { backend, profile } = await madeSince()
    const { ready } = profile.disk
    if (ready === null) throw new Error('no wallet')
    ready.record = { ...ready.record, revision: 3, generation: 2 }
    backend.expireAll()
    await expect(logIn(profile)).rejects.toMatchObject({ name: 'WALLET_ONLY_HERE' })
    expect(profile.disk.ready?.record.generation).toBe(2)
  })
})

test('a device that was revoked here is reported with every later sign-in', async () => {
  const { backend, profile } = await madeSince()
  const { session, caller } = await logIn(profile)
  const deviceId = 'r'.repeat(43)
  backend.confirmAll()
  await session.revokeDevice(caller, deviceId)
  expect(backend.reports).toEqual([])
  backend.expireAll()
  await logIn(profile)
  expect(backend.reports).toEqual([{ revokedDeviceIds: [deviceId] }])
})
