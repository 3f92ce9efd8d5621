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

  test('goes on once the person has signed out', async () => {
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

test('a sign-in by another email leads to another account', async () => {
  const profile = browserProfile()
  const { caller } = await signIn(profile)
  expect((await signIn(profile, 'bob@example.org')).caller.userId).not.toBe(caller.userId)
})

test('a browser whose vault was cleared holds nobody’s wallet', async () => {
  const profile = browserProfile()
  const { fake } = await signIn(profile)
  await fake.vault.forgetDevice(undefined)
  profile.backend.giveEmail(email, testUuid())
  await signIn(profile)
})
