import { AppError } from '@latchkey/protocol'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeAccountApi, rightCode } from './fakeAccountApi.fixture.ts'
import { emptyDisk } from './fakeVault.fixture.ts'
import { browserProfile, dapp, email, otherDapp } from './sessionHarness.fixture.ts'
import { noItems } from './storedItems.ts'

const logIn = async (profile: ReturnType<typeof browserProfile>) => {
  const tab = profile.open()
  await tab.session.startEmail(dapp, email)
  const caller = await tab.session.finishEmail(dapp, rightCode)
  return { ...tab, caller }
}
const message = (address: string) => ({
  kind: 'personalMessage' as const,
  address,
  message: new TextEncoder().encode('hello').buffer,
})

const every = (kind: 'makes the first wallet' | 'recovers a wallet', calls: number) =>
  Array.from({ length: calls }, (_, index) => index + 1).flatMap((nth) =>
    (['before', 'after'] as const).flatMap((when) =>
      (['again', 'after a restart'] as const).map((then) => [kind, nth, when, then] as const),
    ),
  )

describe('a login', () => {
  test('a new user ends with a committed wallet and can sign at once', async () => {
    const profile = browserProfile()
    const { session, caller } = await logIn(profile)
    expect([...profile.backend.wallets.values()][0]?.addresses.eip155).toEqual([caller.address])
    expect(await session.sign(caller, message(caller.address))).toHaveLength(65)
    expect(profile.disk.pending).toBeNull()
  })

  test('another device of the same user recovers the same wallet', async () => {
    const backend = fakeAccountApi()
    const first = await logIn(browserProfile(backend))
    const second = await logIn(browserProfile(backend))
    expect(second.caller.address).toBe(first.caller.address)
    expect(backend.wallets.size).toBe(1)
  })

  test('a wrong code says so and the right one still works', async () => {
    const { session } = browserProfile().open()
    await session.startEmail(dapp, email)
    await expect(session.finishEmail(dapp, '000000')).rejects.toMatchObject({
      name: 'OTP_INVALID',
      details: { triesLeft: 2 },
    })
    expect((await session.finishEmail(dapp, rightCode)).origin).toBe(dapp.origin)
  })

  test('a code without an attempt has expired, and a used one is used', async () => {
    const { session } = browserProfile().open()
    await expect(session.finishEmail(dapp, rightCode)).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
    await session.startEmail(dapp, email)
    const both = await Promise.allSettled([session.finishEmail(dapp, rightCode), session.finishEmail(dapp, rightCode)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  test.each(['', 'ada', 'ada@', 'ada@example', ' ', `${'a'.repeat(300)}@example.org`])(
    '%j is no email, and nobody is asked',
    async (text) => {
      const { backend, open } = browserProfile()
      await expect(open().session.startEmail(dapp, text)).rejects.toMatchObject({ name: 'EMAIL_INVALID' })
      expect(backend.calls).toEqual([])
    },
  )

  test('with the same email again nothing is mailed', async () => {
    const profile = browserProfile()
    await logIn(profile)
    const { session } = profile.open()
    const before = profile.backend.calls.length
    expect(await session.resume(dapp, ' Ada@example.org ')).toBe(true)
    expect(profile.backend.calls.slice(before)).not.toContain('emailStart')
  })

  test('another origin of the same site needs a code of its own', async () => {
    const profile = browserProfile()
    await logIn(profile)
    expect(await profile.open().session.resume(otherDapp, email)).toBe(false)
  })

  test('of the same user for another page goes on when the service hears of the former one', async () => {
    const profile = browserProfile()
    await logIn(profile)
    const { session } = profile.open()
    await session.startEmail(otherDapp, email)
    await session.finishEmail(otherDapp, rightCode)
    const later = profile.open().session
    await later.deliverEnds()
    expect(await later.isConnected(otherDapp)).toBe(true)
    const caller = await later.caller(dapp)
    expect(await later.sign(caller, message(caller.address))).toHaveLength(65)
  })

  test('a login of somebody else replaces the former person whole', async () => {
    const profile = browserProfile()
    const { session, caller, ends } = await logIn(profile)
    await session.startEmail(dapp, 'bob@example.org')
    const bob = await session.finishEmail(dapp, rightCode)
    expect(bob.userId).not.toBe(caller.userId)
    expect(ends).toHaveLength(1)
    await session.deliverEnds()
    expect(profile.backend.openSessions()).toBe(1)
    expect((await profile.store.read()).consents.map(({ userId }) => userId)).toEqual([bob.userId])
    await expect(session.sign(caller, message(caller.address))).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })

  /** Calls of one login after the code was entered: verify, session, then the wallet is made or recovered. */
  const losses = [...every('makes the first wallet', 4), ...every('recovers a wallet', 5)]
  test.each(losses)(
    'that %s loses call %i %s it arrives and is tried %s: one wallet, and it signs',
    async (...loss) => {
      const [kind, nth, when, then] = loss
      const backend = fakeAccountApi()
      const before = kind === 'recovers a wallet' ? [(await logIn(browserProfile(backend))).caller.address] : []
      const profile = browserProfile(backend)
      const tab = profile.open()
      await tab.session.startEmail(dapp, email)
      backend.breakCall(nth, when)
      await expect(tab.session.finishEmail(dapp, rightCode)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })

      const { session } = then === 'again' ? tab : profile.open()
      const caller = await session.finishEmail(dapp, rightCode).catch(async () => {
        // The proof of the email was lost in transit: a new code is needed.
        await session.startEmail(dapp, email)
        return await session.finishEmail(dapp, rightCode)
      })
      expect([...backend.wallets.values()].map((wallet) => wallet.addresses.eip155)).toEqual([[caller.address]])
      expect([caller.address, ...before]).toEqual([caller.address, ...before.map(() => caller.address)])
      expect(await session.sign(caller, message(caller.address))).toHaveLength(65)
      const elsewhere = await logIn(browserProfile(backend))
      expect(elsewhere.caller.address).toBe(caller.address)
    },
  )

  test('whose new wallet was lost on its way, and another device was faster: ends with that one, also when the next try breaks off', async () => {
    const backend = fakeAccountApi()
    const tab = browserProfile(backend).open()
    await tab.session.startEmail(dapp, email)
    const lost = backend.failAll('createWallet', 'SERVICE_UNREACHABLE')
    await expect(tab.session.finishEmail(dapp, rightCode)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    lost()
    const faster = await logIn(browserProfile(backend))
    const broken = backend.failAll('putAuthShare', 'SERVICE_UNREACHABLE')
    await expect(tab.session.finishEmail(dapp, rightCode)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    broken()
    expect((await tab.session.finishEmail(dapp, rightCode)).address).toBe(faster.caller.address)
  })

  test('two devices at once make one wallet', async () => {
    const backend = fakeAccountApi()
    const both = await Promise.all([logIn(browserProfile(backend)), logIn(browserProfile(backend))])
    expect(new Set(both.map(({ caller }) => caller.address)).size).toBe(1)
    for (const { session, caller } of both) {
      expect(await session.sign(caller, message(caller.address))).toHaveLength(65)
    }
  })
})

describe('the guard', () => {
  test('knows nobody before a login', async () => {
    const { session } = browserProfile().open()
    expect(await session.isConnected(dapp)).toBe(false)
    await expect(session.caller(dapp)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })

  test('admits the page that completed the login, also after a reload, and no other page', async () => {
    const profile = browserProfile()
    const { caller } = await logIn(profile)
    const { session } = profile.open()
    expect(await session.isConnected(dapp)).toBe(true)
    expect(await session.caller(dapp)).toEqual(caller)
    expect(await session.isConnected(otherDapp)).toBe(false)
    await expect(session.caller(otherDapp)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })

  test('does not sign for another account', async () => {
    const { session, caller } = await logIn(browserProfile())
    const somebody = message(`0x${'9'.repeat(40)}`)
    await expect(session.sign(caller, somebody)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })

  test('a session whose vault was emptied is nobody’s', async () => {
    const profile = browserProfile()
    await logIn(profile)
    Object.assign(profile.disk, { ready: null, pending: null, deviceId: null })
    expect(await profile.open().session.isConnected(dapp)).toBe(false)
    expect((await profile.store.read()).session).toBeNull()
  })
})

describe('a session', () => {
  test('unlocks after a reload with the share that the api releases', async () => {
    const profile = browserProfile()
    await logIn(profile)
    const { session } = profile.open()
    const caller = await session.caller(dapp)
    expect((await session.refresh()).kind).toBe('locked')
    await Promise.all([session.unlock(caller), session.unlock(caller)])
    expect((await session.refresh()).kind).toBe('unlocked')
    expect(profile.backend.calls.filter((name) => name === 'releaseAuthShare')).toHaveLength(1)
  })

  test('unlocks again by itself when the vault has locked', async () => {
    const { session, caller, fake } = await logIn(browserProfile())
    await fake.vault.lock(undefined)
    expect(await session.sign(caller, message(caller.address))).toHaveLength(65)
  })

  test('stands when the vault is locked while a share is on its way, which then opens nothing', async () => {
    const profile = browserProfile()
    await logIn(profile)
    const { session, fake } = profile.open()
    const caller = await session.caller(dapp)
    profile.backend.beforeNext('releaseAuthShare', () => fake.vault.lock(undefined))
    await expect(session.unlock(caller)).rejects.toMatchObject({ name: 'VAULT_LOCKED' })
    expect((await session.refresh()).kind).toBe('locked')
    await session.unlock(caller)
    expect((await session.refresh()).kind).toBe('unlocked')
  })

  test('refreshes its token once for calls that come together, and in two tabs one after the other', async () => {
    const profile = browserProfile()
    await logIn(profile)
    const tabs = [profile.open(), profile.open()]
    const connected = await Promise.all(
      tabs.flatMap(({ session }) => [session.isConnected(dapp), session.isConnected(dapp)]),
    )
    expect(connected).toEqual([true, true, true, true])
    expect(profile.backend.calls.filter((name) => name === 'refreshSession')).toHaveLength(2)
    expect(profile.backend.openSessions()).toBe(1)
  })

  test('uses a token for its life and not longer', async () => {
    const profile = browserProfile()
    const { session, pass } = await logIn(profile)
    pass(9 * 60_000)
    await session.isConnected(dapp)
    expect(profile.backend.calls).not.toContain('refreshSession')
    pass(40_000)
    await session.isConnected(dapp)
    expect(profile.backend.calls).toContain('refreshSession')
  })

  test('that the service has ended is over here, and what waited is told', async () => {
    const profile = browserProfile()
    await logIn(profile)
    const { session, ends } = profile.open()
    const caller = await session.caller(dapp)
    profile.backend.expireAll()
    await expect(session.sign(caller, message(caller.address))).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    expect(ends).toHaveLength(1)
    expect(await session.isConnected(dapp)).toBe(false)
    expect((await profile.store.read()).session).toBeNull()
  })

  test('stays while the service cannot be reached', async () => {
    const profile = browserProfile()
    await logIn(profile)
    profile.backend.setOffline(true)
    const { session } = profile.open()
    expect(await session.isConnected(dapp)).toBe(true)
    const caller = await session.caller(dapp)
    await expect(session.sign(caller, message(caller.address))).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    expect(await session.isConnected(dapp)).toBe(true)
  })

  test('stays while the vault alone cannot be reached', async () => {
    const profile = browserProfile()
    await logIn(profile)
    const { session, fake } = profile.open()
    Object.assign(fake.vault, { status: () => Promise.reject(new AppError('FRAME_LOAD_FAILED')) })
    expect(await session.isConnected(dapp)).toBe(true)
    expect((await profile.store.read()).session).not.toBeNull()
  })

  test('of a device that was revoked is over, and a login enrols it again', async () => {
    const profile = browserProfile()
    const { caller: before } = await logIn(profile)
    profile.backend.authShares.clear()
    const { session } = profile.open()
    const caller = await session.caller(dapp)
    await expect(session.unlock(caller)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    expect((await logIn(profile)).caller.address).toBe(before.address)
  })

  test('keeps the chain of each page, also through a reload', async () => {
    const profile = browserProfile()
    const { session } = await logIn(profile)
    await session.setChain(dapp, 'eip155:31337')
    const after = profile.open().session
    expect(await after.chainOf(dapp)).toBe('eip155:31337')
    expect(await after.chainOf(otherDapp)).toBe('eip155:1')
  })
})

describe('signing out', () => {
  test('forgets everything here and ends the session there', async () => {
    const profile = browserProfile()
    const { session, ends } = await logIn(profile)
    const { deviceId } = profile.disk
    await session.signOut(dapp)
    expect(await profile.store.read()).toEqual(noItems)
    // The service was notified by another device, which is no user's.
    expect(profile.disk).toEqual({ ...emptyDisk(), deviceId: expect.not.stringMatching(`${deviceId}`) })
    expect(profile.backend.openSessions()).toBe(0)
    expect(ends).toHaveLength(1)
  })

  type Profile = ReturnType<typeof browserProfile>
  test.each<[string, (profile: Profile) => void]>([
    ['can’t be reached', ({ backend }) => backend.setOffline(true)],
    ['have been restored and ended the session', ({ backend }) => backend.expireAll()],
    [
      'lack a change',
      ({ disk }) => Object.assign(disk.ready ?? {}, { record: { ...disk.ready?.record, revision: 2 } }),
    ],
    ['have no wallet', ({ backend }) => backend.wallets.clear()],
  ])('ends the session, and keeps the wallet sealed for the next sign-in, where the services %s', async (_, meddle) => {
    const profile = browserProfile()
    const { session, caller, ends } = await logIn(profile)
    const { deviceId } = profile.disk
    meddle(profile)
    await session.signOut(dapp)
    expect(await session.isConnected(dapp)).toBe(false)
    expect((await profile.store.read()).session).toBeNull()
    expect([ends.length, profile.disk.ready, profile.disk.deviceId]).toEqual([1, null, deviceId])
    profile.backend.setOffline(false)
    expect((await logIn(profile)).caller.address).toBe(caller.address)
  })

  test('keeps the wallet sealed where custody didn’t take the recovery share at the sign-in', async () => {
    const profile = browserProfile()
    const { caller } = await logIn(profile)
    const accept = profile.backend.failAll('putRecoveryShare', 'SHARE_INVALID')
    const { session } = await logIn(profile)
    accept()
    await session.signOut(dapp)
    expect(profile.disk.others).toMatchObject([{ record: { userId: caller.userId } }])
    const again = await logIn(profile)
    await again.session.signOut(dapp)
    expect(profile.disk.others).toEqual([])
  })

  test('ends the session before it asks the services', async () => {
    const profile = browserProfile()
    const { session } = await logIn(profile)
    const asked = vi.fn(async () => expect((await profile.store.read()).session).toBeNull())
    profile.backend.beforeNext('refreshSession', asked)
    await session.signOut(dapp)
    expect(asked).toHaveBeenCalledOnce()
  })

  test('works without the service, which hears of it at the next contact', async () => {
    const profile = browserProfile()
    const { session } = await logIn(profile)
    profile.backend.setOffline(true)
    await session.signOut(dapp)
    expect(profile.disk.ready).toBeNull()
    expect(await session.isConnected(dapp)).toBe(false)
    profile.backend.setOffline(false)
    await profile.open().session.deliverEnds()
    expect(profile.backend.openSessions()).toBe(0)
    expect((await profile.store.read()).pendingEnds).toEqual([])
  })

  test('forgets the device before the service hears of it: a page loaded again meanwhile signs in as a new device', async () => {
    const profile = browserProfile()
    const { session } = await logIn(profile)
    const { deviceId } = profile.disk
    const heard = vi.fn(async () => expect([null, deviceId]).not.toContain(profile.disk.deviceId))
    profile.backend.beforeNext('endSession', heard)
    await session.signOut(dapp)
    expect(heard).toHaveBeenCalledOnce()
  })

  test('that the service hears of late ends no newer session of the same user on the same device', async () => {
    const profile = browserProfile()
    const { session, fake } = await logIn(profile)
    profile.backend.setOffline(true)
    // The vault keeps its device: the new login is made with the same one.
    Object.assign(fake.vault, { forgetDevice: async () => undefined })
    await session.signOut(dapp)
    expect((await profile.store.read()).pendingEnds).toHaveLength(1)
    profile.backend.setOffline(false)
    await logIn(profile)
    const later = profile.open().session
    await later.deliverEnds()
    expect(await later.isConnected(dapp)).toBe(true)
    expect((await profile.store.read()).pendingEnds).toEqual([])
  })

  test('answers although the vault hangs, and has forgotten the session', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const profile = browserProfile()
    const { session, fake } = await logIn(profile)
    const never = () => new Promise<never>(() => undefined)
    Object.assign(fake.vault, { lock: never, forgetDevice: never })
    const signingOut = session.signOut(dapp)
    await vi.advanceTimersByTimeAsync(3_000)
    await signingOut
    expect((await profile.store.read()).session).toBeNull()
  })

  test('in one tab signs out the other', async () => {
    const profile = browserProfile()
    const { session } = await logIn(profile)
    const other = profile.open()
    await other.session.unlock(await other.session.caller(dapp))
    await session.signOut(dapp)
    expect((await other.session.refresh()).kind).toBe('signedOut')
    expect(other.ends).toHaveLength(1)
    expect(other.fake.calls).toContain('lock')
  })

  test('is not for pages that were never agreed to', async () => {
    const profile = browserProfile()
    const { session } = await logIn(profile)
    await session.signOut(otherDapp)
    expect(await session.isConnected(dapp)).toBe(true)
  })
})
