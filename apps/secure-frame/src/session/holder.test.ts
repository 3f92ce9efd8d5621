import { describe, expect, test } from 'vitest'
import { rightCode } from './fakeAccountApi.fixture.ts'
import { testUuid } from './fakeVault.fixture.ts'
import { browserProfile, dapp, email } from './sessionHarness.fixture.ts'

const signIn = async (profile: ReturnType<typeof browserProfile>, address = email) => {
  const tab = profile.open()
  await tab.session.startEmail(dapp, address)
  const caller = await tab.session.finishEmail(dapp, rightCode)
  return { ...tab, caller }
}
const mismatch = { name: 'ACCOUNT_MISMATCH' }

describe('a sign-in that leads to another account than the one whose wallet this browser holds for the email', () => {
  test.each([
    ['while somebody is signed in', false],
    ['after the session has ended', true],
  ])('stops, %s: no session is opened, and the wallet stays', async (_, isExpired) => {
    const profile = browserProfile()
    const { caller, session, fake } = await signIn(profile)
    const held = await fake.vault.status(undefined)
    if (isExpired) {
      profile.backend.expireAll()
      await expect(session.call(caller, 'getWallet', {})).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    }
    profile.backend.giveEmail(email, testUuid())
    const calls = profile.backend.calls.length
    await expect(signIn(profile)).rejects.toMatchObject(mismatch)
    expect(profile.backend.calls.slice(calls)).not.toContain('startSession')
    expect((await fake.vault.status(undefined)).wallet).toEqual(held.wallet)
  })

  test('stops in whatever case the email is typed', async () => {
    const profile = browserProfile()
    await signIn(profile)
    profile.backend.giveEmail(email.toUpperCase(), testUuid())
    await expect(signIn(profile, email.toUpperCase())).rejects.toMatchObject(mismatch)
  })

  test('goes on once the user has signed out', async () => {
    const profile = browserProfile()
    const { session, caller } = await signIn(profile)
    await session.signOut(dapp)
    profile.backend.giveEmail(email, testUuid())
    expect((await signIn(profile)).caller.userId).not.toBe(caller.userId)
  })
})

test('a sign-in that ends in the account of another email than was typed stops: nothing is enrolled, and that session ends', async () => {
  const profile = browserProfile()
  profile.backend.mislead('eve@evil.example')
  const tab = profile.open()
  await tab.session.startEmail(dapp, email)
  await expect(tab.session.finishEmail(dapp, rightCode)).rejects.toMatchObject(mismatch)
  expect(profile.backend.calls).not.toContain('createWallet')
  expect(profile.backend.calls.at(-1)).toBe('endSession')
  expect((await tab.fake.vault.status(undefined)).wallet).toBeNull()
})

test('a sign-in by another email leads to another account, and the wallet of the first one stays for its user', async () => {
  const profile = browserProfile()
  const { caller } = await signIn(profile)
  const { caller: bob } = await signIn(profile, 'bob@example.org')
  expect(bob.userId).not.toBe(caller.userId)
  profile.backend.calls.length = 0
  expect((await signIn(profile)).caller.address).toBe(caller.address)
  expect(profile.backend.calls).not.toContain('createWallet')
})

describe.each(['google', 'farcaster'] as const)('a sign-in at %s', (provider) => {
  const signInAt = async (
    profile: ReturnType<typeof browserProfile>,
    subject: string,
    at = provider as 'google' | 'farcaster' | 'apple',
  ) => {
    const tab = profile.open()
    const { signal } = new AbortController()
    if (at === 'farcaster') {
      await tab.session.startFarcaster(dapp)
      profile.backend.arrive(subject)
      await tab.session.finishFarcaster(signal)
    } else {
      await tab.session.startSocial(dapp, at)
      await tab.session.finishSocial(dapp, profile.backend.arrive(subject), {
        signal,
        onFound: () => Promise.reject(new Error('found')),
      })
    }
    return { ...tab, caller: await tab.session.caller(dapp) }
  }

  test('that leads to another account than the one whose wallet is here, who signed in there before, stops', async () => {
    const profile = browserProfile()
    const { fake, caller } = await signInAt(profile, 'ada')
    const held = await fake.vault.status(undefined)
    profile.backend.expireAll()
    const calls = profile.backend.calls.length
    // The services have the user under another ID, or claim to.
    await expect(signInAt(profile, 'ada under another id')).rejects.toMatchObject(mismatch)
    expect(profile.backend.calls.slice(calls)).not.toContain('startSession')
    expect((await fake.vault.status(undefined)).wallet).toEqual(held.wallet)
    expect((await signInAt(profile, 'ada')).caller.address).toBe(caller.address)
  })

  test('stops also when its user has signed in by email since', async () => {
    const profile = browserProfile()
    const { session, caller } = await signInAt(profile, 'ada')
    await session.refresh()
    await profile.store.update((items) => ({
      ...items,
      holder: items.holder == null ? null : { ...items.holder, email },
    }))
    await expect(signInAt(profile, 'bob')).rejects.toMatchObject(mismatch)
    await expect(signIn(profile)).rejects.toMatchObject(mismatch)
    expect((await profile.store.read()).session?.userId).toBe(caller.userId)
  })

  test('of another user than the wallet here, who never signed in there, leaves it to its user', async () => {
    const profile = browserProfile()
    const { caller } = await signIn(profile)
    const { caller: bob } = await signInAt(profile, 'bob')
    expect(bob.userId).not.toBe(caller.userId)
    expect((await signIn(profile)).caller.address).toBe(caller.address)
  })
})

test('a browser whose vault was cleared holds nobody’s wallet', async () => {
  const profile = browserProfile()
  const { fake, caller } = await signIn(profile)
  await fake.vault.forgetDevice({ userId: caller.userId })
  profile.backend.giveEmail(email, testUuid())
  await signIn(profile)
})
