import { describe, expect, test } from 'vitest'
import { asPage } from '../boundary/Page.ts'
import { fakeAccountApi, rightCode } from './fakeAccountApi.fixture.ts'
import { browserProfile, dapp, email, otherDapp } from './sessionHarness.fixture.ts'

/** No account is found by an address. */
const onFound = () => Promise.reject(new Error('found'))
const forever = { signal: new AbortController().signal, onFound }

const open = (profile = browserProfile()) => {
  const tab = profile.open()
  const count = (name: string) => profile.backend.calls.filter((call) => call === name).length
  const logIn = async (subject: string, page = dapp) => {
    await tab.session.startSocial(page, 'google')
    return await tab.session.finishSocial(page, profile.backend.arrive(subject), forever)
  }
  return { ...tab, profile, backend: profile.backend, count, logIn }
}
const message = (address: string) => ({
  kind: 'personalMessage' as const,
  address,
  message: new TextEncoder().encode('hello').buffer,
})

describe('a login at a provider', () => {
  test('makes a user their wallet, and the page is agreed to', async () => {
    const { session, logIn, profile, backend } = open()
    expect(await session.startSocial(dapp, 'google')).toMatchObject({ number: '42' })
    const caller = await logIn('ada')
    expect(await session.isConnected(dapp)).toBe(true)
    expect(await session.isConnected(otherDapp)).toBe(false)
    expect(await session.login(caller)).toEqual({ provider: 'google', userName: 'ada' })
    expect(await session.email(caller)).toBeNull()
    expect(await session.sign(caller, message(caller.address))).toHaveLength(65)
    expect(backend.wallets.size).toBe(1)
    expect(JSON.stringify(await profile.store.read())).not.toMatch(/verifier|result/i)
  })

  test('is asked for nowhere where custody finds that the api leads elsewhere', async () => {
    const { session, backend, logIn } = open()
    const calm = backend.failAll('checkSignIn', 'SOCIAL_REFUSED')
    await expect(session.startSocial(dapp, 'google')).rejects.toMatchObject({ name: 'SOCIAL_REFUSED' })
    await expect(session.finishSocial(dapp, backend.arrive('ada'), forever)).rejects.toMatchObject({
      name: 'SOCIAL_EXPIRED',
    })
    calm()
    expect(await logIn('ada')).toHaveProperty('userId')
  })

  test('again, on another device and from another page, is the same wallet', async () => {
    const backend = fakeAccountApi()
    const first = await open(browserProfile(backend)).logIn('ada')
    expect((await open(browserProfile(backend)).logIn('ada', otherDapp)).address).toBe(first.address)
    expect((await open(browserProfile(backend)).logIn('bob')).address).not.toBe(first.address)
  })

  test('of another identity signs out who was signed in, as with emails', async () => {
    const { session, logIn, ends, profile } = open()
    await session.startEmail(dapp, email)
    const ada = await session.finishEmail(dapp, rightCode)
    const bob = await logIn('bob')
    expect(bob.userId).not.toBe(ada.userId)
    expect(ends).toHaveLength(1)
    await expect(session.sign(ada, message(ada.address))).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    expect((await profile.store.read()).consents.map(({ userId }) => userId)).toEqual([bob.userId])
  })

  test('is no login by the email that the provider names: that takes a code', async () => {
    const { session, logIn, profile } = open()
    await logIn('ada')
    await profile.store.update((items) => ({ ...items, session: items.session && { ...items.session, email } }))
    const { session: later } = profile.open()
    expect(await later.resume(dapp, email)).toBe(false)
    expect(await later.findPerson(email)).toBeNull()
    expect(await session.isConnected(dapp)).toBe(true)
  })

  test('waits, by the address of the provider, until the user has compared the number', async () => {
    const { session, backend, count } = open()
    const { uri } = await session.startSocial(dapp, 'google')
    const finished = session.finishSocial(dapp, uri, forever)
    backend.arrive('ada')
    await expect.poll(() => count('socialStatus')).toBeGreaterThan(2)
    expect(count('socialFinish')).toBe(0)
    backend.setSignIn('released')
    expect((await finished).origin).toBe(dapp.origin)
  })

  test.each([
    ['denied', 'SOCIAL_DENIED'],
    ['over', 'SOCIAL_EXPIRED'],
  ] as const)('that is %s while it is waited for ends the wait', async (status, name) => {
    const { session, backend } = open()
    const { uri } = await session.startSocial(dapp, 'google')
    backend.setSignIn(status)
    await expect(session.finishSocial(dapp, uri, forever)).rejects.toMatchObject({ name })
  })

  test('keeps waiting while the service is away', async () => {
    const { session, backend, count } = open()
    const { uri } = await session.startSocial(dapp, 'google')
    backend.breakCall(1, 'before')
    const finished = session.finishSocial(dapp, uri, forever)
    await expect.poll(() => count('socialStatus')).toBeGreaterThan(1)
    backend.arrive('ada')
    backend.setSignIn('released')
    expect((await finished).origin).toBe(dapp.origin)
  })
})

describe('what passes through the page is worth nothing', () => {
  test('a second time', async () => {
    const { session, backend, count } = open()
    await session.startSocial(dapp, 'google')
    const resultUri = backend.arrive('ada')
    await session.finishSocial(dapp, resultUri, forever)
    await expect(session.finishSocial(dapp, resultUri, forever)).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    expect([count('socialFinish'), backend.openSessions()]).toEqual([1, 1])
  })

  test('a second time at once', async () => {
    const { session, backend, count } = open()
    await session.startSocial(dapp, 'google')
    const resultUri = backend.arrive('ada')
    const both = await Promise.allSettled([1, 2].map(() => session.finishSocial(dapp, resultUri, forever)))
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(both[1]).toMatchObject({ reason: { name: 'SOCIAL_EXPIRED' } })
    expect([count('socialFinish'), backend.openSessions()]).toEqual([1, 1])
  })

  test('to another frame, which has begun nothing, or something else', async () => {
    const backend = fakeAccountApi()
    const mine = open(browserProfile(backend))
    const stolen = open(browserProfile(backend))
    await mine.session.startSocial(dapp, 'google')
    const resultUri = backend.arrive('ada')
    await expect(stolen.session.finishSocial(dapp, resultUri, forever)).rejects.toMatchObject({
      name: 'SOCIAL_EXPIRED',
    })
    await stolen.session.startSocial(dapp, 'google')
    await expect(stolen.session.finishSocial(dapp, resultUri, forever)).rejects.toMatchObject({
      name: 'SOCIAL_EXPIRED',
    })
    expect([stolen.count('socialFinish'), backend.openSessions()]).toEqual([0, 0])
  })

  test('to another frame of the same device, without the verifier', async () => {
    const profile = browserProfile()
    const mine = open(profile)
    const other = open(profile)
    await mine.session.startSocial(dapp, 'google')
    const resultUri = profile.backend.arrive('ada')
    await expect(other.session.finishSocial(dapp, resultUri, forever)).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    const { attempt = '', result = '' } = Object.fromEntries(new URLSearchParams(new URL(resultUri).hash.slice(1)))
    const api = profile.backend.apiFor(() => profile.disk.deviceId)
    const finish = api('socialFinish', { attemptId: attempt, codeVerifier: 'x'.repeat(43), result })
    await expect(finish).rejects.toMatchObject({ name: 'SOCIAL_REFUSED' })
    expect((await mine.session.finishSocial(dapp, resultUri, forever)).origin).toBe(dapp.origin)
  })

  test.each([
    ['another origin', otherDapp],
    ['another project', asPage(dapp.origin, 'another', 4)],
  ])('from %s', async (_, page) => {
    const { session, backend, count } = open()
    const { uri } = await session.startSocial(dapp, 'google')
    const resultUri = backend.arrive('ada')
    for (const each of [uri, resultUri])
      await expect(session.finishSocial(page, each, forever)).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    expect([count('socialFinish'), count('socialStatus')]).toEqual([0, 0])
  })

  test.each<[string, (uri: string) => string]>([
    ['of another attempt', (uri) => uri.replace(/attempt=[^&]*/, 'attempt=00000000-0000-4000-8000-0000deadbeef')],
    ['of another origin', (uri) => uri.replace('wallet.example', 'evil.example')],
    ['of another path', (uri) => uri.replace('/social', '/device-link')],
    ['with a script', () => 'javascript:alert(1)'],
    ['with success and failure', (uri) => `${uri}&error=failed`],
    ['with a name that nobody knows', (uri) => `${uri}&origin=https://dapp.example`],
    ['that is nothing', () => ''],
    ['that is a provider’s address', () => 'https://google.example/authorize?state=forged'],
  ])('when it is forged: %s', async (_, forge) => {
    const { session, backend, count } = open()
    await session.startSocial(dapp, 'google')
    const resultUri = backend.arrive('ada')
    const forged = session.finishSocial(dapp, forge(resultUri), forever)
    await expect(forged).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    expect(count('socialFinish')).toBe(0)
    expect((await session.finishSocial(dapp, resultUri, forever)).origin).toBe(dapp.origin)
  })

  test('with a result that the api never gave', async () => {
    const { session, backend } = open()
    await session.startSocial(dapp, 'google')
    const resultUri = backend.arrive('ada')
    const forged = resultUri.replace(/result=.*/, `result=${'x'.repeat(43)}`)
    await expect(session.finishSocial(dapp, forged, forever)).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    expect(backend.openSessions()).toBe(0)
    expect((await session.finishSocial(dapp, resultUri, forever)).origin).toBe(dapp.origin)
  })

  test.each([
    ['access_denied', 'SOCIAL_DENIED'],
    ['unavailable', 'PROVIDER_UNAVAILABLE'],
    ['failed', 'SOCIAL_REFUSED'],
    ['expired', 'SOCIAL_EXPIRED'],
    ['<script>', 'SOCIAL_EXPIRED'],
  ])('with an error (%s) signs nobody in', async (error, name) => {
    const { session, backend, count } = open()
    await session.startSocial(dapp, 'google')
    const resultUri = backend.arrive('ada').replace(/result=.*/, `error=${encodeURIComponent(error)}`)
    await expect(session.finishSocial(dapp, resultUri, forever)).rejects.toMatchObject({ name })
    expect([count('socialFinish'), backend.openSessions()]).toEqual([0, 0])
  })
})

describe('a login at a provider that is left', () => {
  test('for another one is worth nothing, and whoever waits for it hears so', async () => {
    const { session, backend } = open()
    const first = await session.startSocial(dapp, 'google')
    const left = expect(session.finishSocial(dapp, first.uri, forever)).rejects.toMatchObject({ name: 'ABORTED' })
    const resultUri = backend.arrive('ada')
    await session.startSocial(dapp, 'github')
    await left
    await expect(session.finishSocial(dapp, resultUri, forever)).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    expect((await session.finishSocial(dapp, backend.arrive('ada'), forever)).origin).toBe(dapp.origin)
  })

  test('for another one while it is finished signs nobody in', async () => {
    const { session, backend, fake, profile } = open()
    await session.startSocial(dapp, 'google')
    backend.beforeNext('startSession', async () => void (await session.startSocial(dapp, 'github')))
    const left = session.finishSocial(dapp, backend.arrive('ada'), forever)
    await expect(left).rejects.toMatchObject({ name: 'ABORTED' })
    expect(await session.isConnected(dapp)).toBe(false)
    expect((await profile.store.read()).session).toBeNull()
    expect((await fake.vault.status(undefined)).unlocked).toBe(false)
  })

  test('for another one whose answer comes late is not brought back', async () => {
    const { session, backend } = open()
    let second: Promise<{ uri: string }> | undefined
    backend.beforeNext('socialStart', async () => {
      second = session.startSocial(dapp, 'github')
      await second
    })
    await expect(session.startSocial(dapp, 'google')).rejects.toMatchObject({ name: 'ABORTED' })
    expect((await second)?.uri).toContain('github')
  })

  test('by the page while it waits can still be finished with what the window hands over', async () => {
    const { session, backend } = open()
    const leaving = new AbortController()
    const { uri } = await session.startSocial(dapp, 'google')
    const waiting = session.finishSocial(dapp, uri, { signal: leaving.signal, onFound })
    leaving.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'ABORTED' })
    expect((await session.finishSocial(dapp, backend.arrive('ada'), forever)).origin).toBe(dapp.origin)
  })

  test('by the page while it is finished signs nobody in, and its result is spent', async () => {
    const { session, backend, fake, profile } = open()
    const leaving = new AbortController()
    await session.startSocial(dapp, 'google')
    const resultUri = backend.arrive('ada')
    backend.beforeNext('createWallet', async () => leaving.abort())
    await expect(session.finishSocial(dapp, resultUri, { signal: leaving.signal, onFound })).rejects.toMatchObject({
      name: 'ABORTED',
    })
    await expect(session.finishSocial(dapp, resultUri, forever)).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    expect((await profile.store.read()).session).toBeNull()
    expect((await fake.vault.status(undefined)).unlocked).toBe(false)
  })

  test('for an email is worth nothing once that has signed somebody in', async () => {
    const { session, backend } = open()
    const { uri } = await session.startSocial(dapp, 'google')
    const left = expect(session.finishSocial(dapp, uri, forever)).rejects.toMatchObject({ name: 'ABORTED' })
    await session.startEmail(dapp, email)
    const ada = await session.finishEmail(dapp, rightCode)
    await left
    await expect(session.finishSocial(dapp, backend.arrive('bob'), forever)).rejects.toMatchObject({
      name: 'SOCIAL_EXPIRED',
    })
    expect((await session.caller(dapp)).userId).toBe(ada.userId)
  })
})

/** Calls of one login after its result has come: exchange, verification, session, then the wallet is made or recovered. */
const losses = [1, 2, 3, 4, 5, 6].flatMap((nth) =>
  (['before', 'after'] as const).flatMap((when) => ([false, true] as const).map((known) => ({ nth, when, known }))),
)
test.each(losses)(
  'a login that loses call $nth $when it arrives ends with one wallet (known before: $known)',
  async ({ nth, when, known }) => {
    const backend = fakeAccountApi()
    const before = known ? (await open(browserProfile(backend)).logIn('ada')).address : null
    const { session, logIn } = open(browserProfile(backend))
    await session.startSocial(dapp, 'google')
    const resultUri = backend.arrive('ada')
    backend.breakCall(nth, when)
    const caller = await session
      .finishSocial(dapp, resultUri, forever)
      .catch(() => session.finishSocial(dapp, resultUri, forever))
      // Custody has verified it, and its response was lost: the provider is asked again.
      .catch(() => logIn('ada'))
    expect(caller.address).toBe(before ?? caller.address)
    expect(backend.wallets.size).toBe(1)
    expect(await session.sign(caller, message(caller.address))).toHaveLength(65)
  },
)
