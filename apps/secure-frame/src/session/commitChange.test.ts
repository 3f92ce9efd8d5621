import { AppError } from '@latchkey/protocol'
import type { WalletChange } from '@latchkey/vault-protocol'
import { describe, expect, test } from 'vitest'
import { fakeAccountApi, rightCode } from './fakeAccountApi.fixture.ts'
import { browserProfile, dapp, email } from './sessionHarness.fixture.ts'
import { createStepUp } from './stepUp.ts'

const appearance = { mode: 'light' } as const
const rotate = { kind: 'rotate' } as const
const toPassphrase = { kind: 'recovery', to: 'passphrase' } as const
const importKey = { kind: 'import', from: 'evmKey' } as const
const changes: [title: string, WalletChange][] = [
  ['a new key', rotate],
  ['another recovery', toPassphrase],
  ['an import', importKey],
]
const message = (address: string) => ({ kind: 'personalMessage' as const, address, message: new ArrayBuffer(1) })

type Profile = ReturnType<typeof browserProfile>

/** A freshly loaded document in which the user has just confirmed their identity. */
const confirmed = async (profile: Profile) => {
  const tab = profile.open()
  const caller = await tab.session.caller(dapp)
  const api = profile.backend.apiFor(() => profile.disk.deviceId)
  const stepUp = createStepUp({ api, session: tab.session, page: dapp })
  await stepUp.mailCode(caller)
  await stepUp.confirm(caller, rightCode)
  const change = (what: WalletChange) =>
    tab.session.changeWallet(caller, what, { appearance, callCustody: stepUp.callCustody })
  return { ...tab, caller, change }
}

const logIn = async (profile: Profile, asked: { appearance?: typeof appearance } = {}) => {
  const { session } = profile.open()
  await session.startEmail(dapp, email)
  return session.finishEmail(dapp, rightCode, asked)
}

const recordIn = ({ backend }: Profile) => [...backend.wallets.values()][0]

describe('changing the wallet', () => {
  test.each(changes)('%s is committed, known here, and the wallet signs', async (_, what) => {
    const profile = browserProfile()
    const before = await logIn(profile)
    const { session, caller, change } = await confirmed(profile)
    await change(what)
    const record = recordIn(profile)
    expect(record).toMatchObject({ revision: 2, generation: what === rotate ? 2 : 1 })
    expect(await session.wallet(caller)).toEqual(record)
    expect(caller.address).toBe(before.address)
    expect(await session.sign(caller, message(caller.address))).toHaveLength(65)
  })

  test.each(changes)('%s wants a code first', async (_, what) => {
    const profile = browserProfile()
    await logIn(profile)
    const { session } = profile.open()
    const options = { appearance, callCustody: async () => Promise.reject(new AppError('STEP_UP_REQUIRED')) }
    const changing = session.changeWallet(await session.caller(dapp), what, options)
    await expect(changing).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
    expect(recordIn(profile)?.revision).toBe(1)
    expect(await session.isConnected(dapp)).toBe(true)
  })

  const losses = changes.flatMap(([title, what]) =>
    // The share for it, custody's half, the commit, the end of the old half, the share to unlock with.
    Array.from({ length: what === importKey ? 3 : 5 }, (_, index) => index + 1).flatMap((nth) =>
      (['before', 'after'] as const).flatMap((when) =>
        (['again', 'after a restart'] as const).map((then) => [title, nth, when, then, what] as const),
      ),
    ),
  )
  test.each(losses)(
    '%s that loses call %i %s it arrives and is tried %s is made, and the wallet is the same',
    async (...loss) => {
      const [, nth, when, then, what] = loss
      const profile = browserProfile()
      const { address } = await logIn(profile)
      const first = await confirmed(profile)
      profile.backend.breakCall(nth, when)
      const wasLost = await first.change(what).then(
        () => false,
        (error) => {
          expect(error).toMatchObject({ name: 'SERVICE_UNREACHABLE' })
          return true
        },
      )
      const second = then === 'again' ? first : await confirmed(profile)
      if (wasLost) await second.change(what)
      const record = recordIn(profile)
      expect(record?.addresses.eip155[0]).toBe(address)
      expect(record?.revision).toBeGreaterThanOrEqual(2)
      expect(await second.session.wallet(second.caller)).toEqual(record)
      expect(await second.session.sign(second.caller, message(address))).toHaveLength(65)
      expect(profile.disk.pending).toBeNull()
      expect((await logIn(browserProfile(profile.backend), { appearance })).address).toBe(address)
    },
  )

  test('that another device was faster with says so, and is made when it is tried again', async () => {
    const backend = fakeAccountApi()
    const [one, other] = [browserProfile(backend), browserProfile(backend)]
    await logIn(one)
    await logIn(other)
    const [slow, fast] = [await confirmed(one), await confirmed(other)]
    backend.beforeNext('replaceWallet', () => fast.change(importKey))
    await expect(slow.change(importKey)).rejects.toMatchObject({ name: 'WALLET_CHANGED' })
    expect(await slow.session.wallet(slow.caller)).toEqual(recordIn(one))
    await slow.change(importKey)
    expect(recordIn(one)).toMatchObject({ revision: 3 })
    expect(recordIn(one)?.addresses.eip155).toHaveLength(3)
  })
})

describe('another device', () => {
  test('learns of an import when it unlocks', async () => {
    const backend = fakeAccountApi()
    const [one, other] = [browserProfile(backend), browserProfile(backend)]
    await logIn(one)
    await logIn(other)
    await (await confirmed(one)).change(importKey)
    const { session } = other.open()
    const caller = await session.caller(dapp)
    await session.unlock(caller)
    expect((await session.wallet(caller)).addresses.eip155).toHaveLength(2)
  })

  test('is signed out by a new key, and a login brings it back', async () => {
    const backend = fakeAccountApi()
    const [one, other] = [browserProfile(backend), browserProfile(backend)]
    const { address } = await logIn(one)
    await logIn(other)
    await (await confirmed(one)).change(rotate)
    const { session } = other.open()
    await expect(session.unlock(await session.caller(dapp))).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    expect((await logIn(other)).address).toBe(address)
  })

  test('of a user who recovers by themselves is only enrolled where they can be asked, and nothing is lost', async () => {
    const backend = fakeAccountApi()
    const [one, other] = [browserProfile(backend), browserProfile(backend)]
    const { address } = await logIn(one)
    await (await confirmed(one)).change(toPassphrase)
    await expect(logIn(other)).rejects.toMatchObject({ name: 'RECOVERY_NEEDED' })
    expect((await logIn(other, { appearance })).address).toBe(address)
    // The device that holds its share needs nothing.
    expect((await logIn(one)).address).toBe(address)
  })
})

describe('keys and recovery file', () => {
  test('want a code, and are then asked of the vault', async () => {
    const profile = browserProfile()
    await logIn(profile)
    const unconfirmed = profile.open().session
    const caller = await unconfirmed.caller(dapp)
    for (const attempt of [
      unconfirmed.revealKeys(caller, { appearance }),
      unconfirmed.makeRecoveryFile(caller, { appearance }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
    }
    const { session, fake } = await confirmed(profile)
    expect(await session.revealKeys(await session.caller(dapp), { appearance })).toBe(true)
    expect(await session.makeRecoveryFile(await session.caller(dapp), { appearance })).toBeInstanceOf(Uint8Array)
    expect(fake.calls).toEqual(expect.arrayContaining(['revealKeys', 'makeRecoveryFile']))
  })
})
