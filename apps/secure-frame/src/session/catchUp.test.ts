/** Services that were put back from a backup, and a browser that has what came since. */
import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { fakeAccountApi, rightCode } from './fakeAccountApi.fixture.ts'
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

describe('a change that the services have lost', () => {
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
