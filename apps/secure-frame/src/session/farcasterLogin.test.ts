import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { rightCode } from './fakeAccountApi.fixture.ts'
import { browserProfile, dapp, email, otherDapp } from './sessionHarness.fixture.ts'

const forever = new AbortController().signal

const open = (profile = browserProfile()) => {
  const tab = profile.open()
  const count = (name: string) => profile.backend.calls.filter((call) => call === name).length
  /** Waits until the relay was polled, so that callers are waiting. */
  const asked = async () => {
    const before = count('farcasterStatus')
    await expect.poll(() => count('farcasterStatus')).toBeGreaterThan(before)
  }
  return { ...tab, profile, backend: profile.backend, count, asked }
}

describe('a login by Farcaster', () => {
  test('shows a link and signs in who has signed with their app', async () => {
    const { session, backend, asked } = open()
    expect((await session.startFarcaster(dapp)).url).toMatch(/^https:/)
    const finished = session.finishFarcaster(forever)
    await asked()
    backend.arrive('alice')
    await finished
    const caller = await session.caller(dapp)
    expect(await session.login(caller)).toEqual({ provider: 'farcaster', userName: 'alice' })
    expect(await session.email(caller)).toBeNull()
    expect(await session.isConnected(otherDapp)).toBe(false)
    expect(backend.wallets.size).toBe(1)
  })

  test('shows no link where custody finds that it leads elsewhere', async () => {
    const { session, backend } = open()
    backend.failAll('checkSignIn', 'SOCIAL_REFUSED')
    await expect(session.startFarcaster(dapp)).rejects.toMatchObject({ name: 'SOCIAL_REFUSED' })
  })

  test('may be waited for before there is a link, by many, and all hear of its one end', async () => {
    const { session, backend, count, asked } = open()
    const early = [1, 2, 3].map(() => session.finishFarcaster(forever))
    await session.startFarcaster(dapp)
    await asked()
    const late = [1, 2].map(() => session.finishFarcaster(forever))
    backend.arrive('alice')
    await Promise.all([...early, ...late])
    expect([count('farcasterVerify'), backend.openSessions()]).toEqual([1, 1])
  })

  test('that was answered is not answered again: whoever asks then waits for another link', async () => {
    const { session, backend, count } = open()
    await session.startFarcaster(dapp)
    backend.arrive('alice')
    await session.finishFarcaster(forever)
    const again = session.finishFarcaster(forever)
    await session.startFarcaster(dapp)
    expect(count('farcasterVerify')).toBe(1)
    backend.arrive('alice')
    await again
    expect(count('farcasterVerify')).toBe(2)
  })

  test('whose link was replaced goes on with the newer one', async () => {
    const { session, backend, asked } = open()
    const first = await session.startFarcaster(dapp)
    const finished = session.finishFarcaster(forever)
    await asked()
    const second = await session.startFarcaster(dapp)
    expect(second.url).not.toBe(first.url)
    backend.arrive('alice')
    await finished
    expect(backend.openSessions()).toBe(1)
  })

  test('ends for all when the link is over, and the next link begins anew', async () => {
    const { session, backend } = open()
    const waiting = [1, 2].map(() => session.finishFarcaster(forever))
    await session.startFarcaster(dapp)
    backend.setSignIn('over')
    for (const each of waiting) await expect(each).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    await session.startFarcaster(dapp)
    backend.arrive('alice')
    await session.finishFarcaster(forever)
    expect(await session.isConnected(dapp)).toBe(true)
  })

  test('that does not verify signs nobody in, and its link is worth nothing any more', async () => {
    const { session, backend, count } = open()
    await session.startFarcaster(dapp)
    backend.arrive('stranger')
    backend.beforeNext('farcasterStatus', async () => {
      throw new AppError('SOCIAL_REFUSED')
    })
    await expect(session.finishFarcaster(forever)).rejects.toMatchObject({ name: 'SOCIAL_REFUSED' })
    const leaving = new AbortController()
    const later = session.finishFarcaster(leaving.signal)
    leaving.abort()
    await expect(later).rejects.toMatchObject({ name: 'ABORTED' })
    expect([count('farcasterVerify'), backend.openSessions()]).toEqual([0, 0])
  })

  test('says so when the chain stays away, and goes on with the same link when it is back', async () => {
    const { session, backend } = open()
    await session.startFarcaster(dapp)
    backend.arrive('alice')
    const stopOutage = backend.failAll('farcasterStatus', 'PROVIDER_UNAVAILABLE')
    await expect(session.finishFarcaster(forever)).rejects.toMatchObject({ name: 'PROVIDER_UNAVAILABLE' })
    stopOutage()
    await session.finishFarcaster(forever)
    expect(await session.isConnected(dapp)).toBe(true)
  })

  test('outlasts a moment without the service', async () => {
    const { session, backend, asked } = open()
    await session.startFarcaster(dapp)
    backend.breakCall(1, 'before')
    const finished = session.finishFarcaster(forever)
    await asked()
    backend.arrive('alice')
    await finished
    expect(await session.isConnected(dapp)).toBe(true)
  })
})

describe('a login by Farcaster that is left', () => {
  test('by one who waits goes on for the others', async () => {
    const { session, backend, asked } = open()
    const leaving = new AbortController()
    await session.startFarcaster(dapp)
    const [left, stays] = [session.finishFarcaster(leaving.signal), session.finishFarcaster(forever)]
    await asked()
    leaving.abort()
    await expect(left).rejects.toMatchObject({ name: 'ABORTED' })
    backend.arrive('alice')
    await stays
    expect(await session.isConnected(dapp)).toBe(true)
  })

  test('by all while it is finished signs nobody in', async () => {
    const { session, backend, profile, fake } = open()
    const leaving = new AbortController()
    await session.startFarcaster(dapp)
    backend.arrive('alice')
    const finished = session.finishFarcaster(leaving.signal)
    backend.beforeNext('createWallet', async () => leaving.abort())
    await expect(finished).rejects.toMatchObject({ name: 'ABORTED' })
    await expect.poll(async () => (await fake.vault.status(undefined)).unlocked).toBe(false)
    expect((await profile.store.read()).session).toBeNull()
  })

  test('with its link dropped waits for another one', async () => {
    const { session, backend, asked, count } = open()
    const finished = session.finishFarcaster(forever)
    await session.startFarcaster(dapp)
    await asked()
    backend.arrive('alice')
    session.dropFarcaster()
    await session.startFarcaster(dapp)
    await asked()
    expect(count('farcasterVerify')).toBe(0)
    backend.arrive('bob')
    await finished
    expect(await session.login(await session.caller(dapp))).toMatchObject({ userName: 'bob' })
  })

  test('for an email is worth nothing once that has signed somebody in', async () => {
    const { session, backend, count } = open()
    const leaving = new AbortController()
    const waiting = session.finishFarcaster(leaving.signal)
    await session.startFarcaster(dapp)
    backend.arrive('bob')
    backend.beforeNext('farcasterStatus', async () => {
      await session.startEmail(dapp, email)
      await session.finishEmail(dapp, rightCode)
    })
    await expect.poll(() => session.isConnected(dapp)).toBe(true)
    leaving.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'ABORTED' })
    expect(await session.login(await session.caller(dapp))).toBeNull()
    expect(count('farcasterVerify')).toBe(0)
  })
})
