import type { SocialProvider } from '@latchkey/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '../harness.ts'
import {
  begin,
  comeBack,
  confirmAt,
  createSocialHarness,
  eventsOf,
  finish,
  linkAt,
  logInAt,
  madeBy,
  ownPage,
  page,
  prove,
  type SocialHarness,
} from './socialLogin.ts'
import { providerUser } from './startProviders.ts'

let harness: SocialHarness
beforeAll(async () => {
  harness = await createSocialHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const loginsOf = async (
  { client }: Awaited<ReturnType<SocialHarness['device']>>,
  { accessToken }: { accessToken: string },
) => (await client.call('listLogins', {}, { accessToken })).logins

describe.each<[SocialProvider, string, string | null]>([
  ['google', 'Ada Lovelace', 'ada@example.com'],
  ['apple', 'Ada Lovelace', 'ada@example.com'],
  ['github', 'adalovelace', 'ada@example.com'],
  ['facebook', 'Ada Lovelace', null],
  ['x', 'adalovelace', null],
  ['discord', 'adalovelace', 'ada@example.com'],
])('at %s', (provider, userName, email) => {
  test('a newcomer gets an account and a wallet; on another site it is the same account, and the name stays', async () => {
    const person = providerUser()
    const device = await harness.device()
    const first = await logInAt(harness, device, provider, person)
    expect(first).toMatchObject({ email, login: { provider, userName }, wallet: null })
    const wallet = await device.enrol(first)

    const other = await harness.device()
    const about = { projectId: 'other', dappOrigin: 'https://other.example' }
    const second = await logInAt(harness, other, provider, person, about)
    expect(second).toMatchObject({ userId: first.userId, email, login: { provider, userName } })
    expect(await other.enrol(second)).toEqual(wallet)
    const linkedAt = harness.clock.now().toISOString()
    const identity = { provider, issuer: expect.any(String), subject: expect.any(String) }
    expect(await loginsOf(other, second)).toEqual([{ ...identity, userName, email, linkedAt }])
  })

  test('an address that is not verified there is no address', async () => {
    const { email: told } = await logInAt(
      harness,
      await harness.device(),
      provider,
      providerUser({ isVerified: false }),
    )
    expect(told).toBeNull()
  })
})

test('on the wallet’s own pages there is no project to name', async () => {
  await logInAt(harness, await harness.device(), 'google', providerUser(), ownPage)
})

test('a verified address of an account doesn’t lead to that account: the identity is a user of its own', async () => {
  const email = 'grace@example.com'
  const byEmail = await logIn(harness, await harness.device(), email)
  const device = await harness.device()
  const byGoogle = await logInAt(harness, device, 'google', providerUser({ email }))
  const byGithub = await logInAt(harness, await harness.device(), 'github', providerUser({ email }))
  expect(new Set([byEmail.userId, byGoogle.userId, byGithub.userId]).size).toBe(3)
  expect((await logIn(harness, await harness.device(), email)).userId).toBe(byEmail.userId)
  expect(await loginsOf(device, byGoogle)).toHaveLength(1)
})

test('two identities of one number at two providers are two people', async () => {
  const person = providerUser()
  const ids = []
  for (const provider of ['github', 'discord', 'facebook', 'x'] as const)
    ids.push((await logInAt(harness, await harness.device(), provider, person)).userId)
  expect(new Set(ids).size).toBe(4)
})

describe('an attempt', () => {
  test('whose opener was lost is picked up once the user has compared the number', async () => {
    const device = await harness.device()
    const started = await begin(device, 'google')
    const { client } = device
    const { attemptId } = started
    const status = async () => (await client.call('socialStatus', { attemptId })).status
    expect(await status()).toBe('waiting')
    const back = await comeBack(harness, harness.providers.signIn(started.uri, providerUser()))
    expect(back).toEqual({ attempt: attemptId, result: back.result, origin: page, number: started.number })
    expect(await status()).toBe('arrived')
    await expect(finish(device, started, null)).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    const { result = '' } = back
    // The window that returned from the provider has no key of this device: to the api it is another one, and any will do.
    const { client: popup } = await harness.device()
    for (const _ of ['once', 'twice']) await popup.call('socialRelease', { attemptId, result })
    expect(await status()).toBe('released')
    expect((await finish(device, started, null)).proof.kind).toBe('idToken')
    expect(await status()).toBe('over')
  })

  test('of the wallet’s own page is released by nobody: that page has a line of its own', async () => {
    const device = await harness.device()
    const started = await begin(device, 'google', ownPage)
    const { result = '' } = await comeBack(harness, harness.providers.signIn(started.uri, providerUser()))
    const { attemptId } = started
    await expect(device.client.call('socialRelease', { attemptId, result })).rejects.toMatchObject({
      name: 'SOCIAL_EXPIRED',
    })
    await expect(finish(device, started, null)).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    expect((await finish(device, started, result)).proof.kind).toBe('idToken')
  })

  test.each(['confirmation', 'link'] as const)('for a %s is begun on the wallet’s own page alone', async (purpose) => {
    const device = await harness.device()
    await expect(begin(device, 'google', { purpose })).rejects.toMatchObject({ name: 'INVALID_PARAMS' })
    expect(await begin(device, 'google', { purpose, ...ownPage })).toHaveProperty('uri')
  })

  test('that was begun in another network than the window comes back in says so to the page of the result', async () => {
    await using apart = await createSocialHarness({ proxies: { hops: 1 } })
    const device = await apart.device()
    const elsewhere = async (address: string) => {
      const started = await begin(device, 'google')
      const returns = apart.providers.signIn(started.uri, providerUser())
      return (await comeBack(apart, returns, { 'x-forwarded-for': address })).network
    }
    // The device itself has its usual address, 192.0.2.7.
    expect(await elsewhere('192.0.2.8')).toBe('other')
    expect(await elsewhere('2001:db8::7')).toBe('other')
    expect(await elsewhere('192.0.2.7')).toBeUndefined()
  })

  test('is finished as often as its answer is lost, and exchanged once; also by calls at once', async () => {
    const device = await harness.device()
    const started = await begin(device, 'github')
    const { result = '' } = await comeBack(harness, harness.providers.signIn(started.uri, providerUser()))
    const before = harness.providers.calls.token
    const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => finish(device, started, result)))
    for (const other of [...others, await finish(device, started, result)]) expect(other).toEqual(first)
    expect(harness.providers.calls.token).toBe(before + 1)
    expect(
      await harness.database.transaction(
        'api',
        (sql) => sql`SELECT 1 FROM social_attempts WHERE callback IS NOT NULL AND taken_at IS NOT NULL`,
      ),
    ).toEqual([])
  })

  test('keeps nothing that a copy of the database tells: neither state, result, code nor answer', async () => {
    const device = await harness.device()
    const { started, result, finished } = await prove(
      harness,
      device,
      'github',
      providerUser({ email: 'secret@example.com' }),
    )
    const again = await begin(device, 'github')
    const { form, url } = harness.providers.signIn(again.uri, providerUser())
    await comeBack(harness, { form, url })
    const rows = await harness.database.transaction('api', (sql) => sql`SELECT * FROM social_attempts`)
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join('\n')
    const code = new URL(url).searchParams.get('code') ?? ''
    const statement = finished.proof.kind === 'statement' ? finished.proof.statement : ''
    expect(text).not.toContain('192.0.2.7')
    for (const secret of [started.state, started.codeVerifier, result, code, statement, 'secret@example.com']) {
      expect(secret).not.toBe('')
      expect(text).not.toContain(secret)
    }
  })

  test('has the provider authenticate the user again unless the purpose is a sign-in', async () => {
    const device = await harness.device()
    const asked = async (provider: SocialProvider, purpose: 'login' | 'confirmation' | 'link') =>
      new URL((await begin(device, provider, { purpose, ...ownPage })).uri).searchParams
    for (const purpose of ['confirmation', 'link'] as const) {
      expect((await asked('google', purpose)).get('max_age')).toBe('0')
      expect((await asked('facebook', purpose)).get('auth_type')).toBe('reauthenticate')
    }
    expect((await asked('google', 'login')).has('max_age')).toBe(false)
    expect((await asked('google', 'login')).get('scope')).toBe('openid email profile')
  })
})

test('a login at the same provider confirms a session; one of anybody else does not', async () => {
  const person = providerUser()
  const device = await harness.device()
  const { userId, refreshToken } = await logInAt(harness, device, 'discord', person)
  harness.clock.advance(301)
  const { accessToken } = (await device.client.call('refreshSession', { refreshToken })).tokens
  const endAll = () => device.client.call('endAllSessions', {}, { accessToken })
  await expect(endAll()).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
  const stranger = providerUser()
  await expect(confirmAt(harness, device, 'discord', stranger, accessToken)).rejects.toMatchObject({
    name: 'SOCIAL_REFUSED',
  })
  await logInAt(harness, await harness.device(), 'discord', stranger)
  await expect(confirmAt(harness, device, 'discord', stranger, accessToken)).rejects.toMatchObject({
    name: 'SESSION_EXPIRED',
  })
  await expect(endAll()).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
  await confirmAt(harness, device, 'discord', person, accessToken)
  expect((await eventsOf(harness, userId))[0]).toBe('confirmed by login')
  await endAll()
})

describe('linking', () => {
  test('adds a login to an account, by which it is reached from then on', async () => {
    const person = providerUser()
    const device = await harness.device()
    const login = await logIn(harness, device, 'link@example.com')
    expect(await loginsOf(device, login)).toEqual([])
    await linkAt(harness, device, 'github', person, login)
    expect(await loginsOf(device, login)).toMatchObject([{ provider: 'github', userName: 'adalovelace' }])
    expect((await eventsOf(harness, login.userId))[0]).toBe('login linked')
    expect(harness.mailbox.mails.at(-1)).toMatchObject({
      to: 'link@example.com',
      subject: expect.stringContaining('GitHub was added'),
    })
    const other = await harness.device()
    const second = await logInAt(harness, other, 'github', person)
    // The account's own address, not the provider's.
    expect(second).toMatchObject({ userId: login.userId, email: 'link@example.com' })
    expect(await other.enrol(second)).toEqual(login.wallet)
    // A repeated call has no further effect.
    await linkAt(harness, device, 'github', person, login)
    expect(await loginsOf(device, login)).toHaveLength(1)
  })

  test('takes no identity of another user', async () => {
    const person = providerUser()
    await logInAt(harness, await harness.device(), 'x', person)
    const device = await harness.device()
    const login = await logIn(harness, device, 'nolink@example.com')
    const before = await madeBy(harness)
    await expect(linkAt(harness, device, 'x', person, login)).rejects.toMatchObject({ name: 'IDENTITY_IN_USE' })
    expect(await loginsOf(device, login)).toEqual([])
    expect(await madeBy(harness)).toEqual({ ...before, proved: Number(before.proved) + 1 })
  })

  test('needs a code or login of the last five minutes', async () => {
    const device = await harness.device()
    const { refreshToken, custodyToken } = await logIn(harness, device, 'late@example.com')
    harness.clock.advance(301)
    const { accessToken } = (await device.client.call('refreshSession', { refreshToken })).tokens
    await expect(linkAt(harness, device, 'x', providerUser(), { accessToken, custodyToken })).rejects.toMatchObject({
      name: 'STEP_UP_REQUIRED',
    })
    expect(await loginsOf(device, { accessToken })).toEqual([])
  })
})

describe('unlinking', () => {
  const unlink = async (
    device: Awaited<ReturnType<SocialHarness['device']>>,
    { accessToken, custodyToken }: { accessToken: string; custodyToken: string },
    { provider, issuer, subject }: Awaited<ReturnType<typeof loginsOf>>[number],
  ) => {
    await device.client.call('unlinkLogin', { provider, issuer, subject }, { accessToken })
    await device.client.call('unlinkIdentity', { provider, issuer, subject }, { accessToken: custodyToken })
  }

  test('takes a login from an account: who comes by it is a user of its own from then on', async () => {
    const person = providerUser()
    const device = await harness.device()
    const login = await logIn(harness, device, 'unlink@example.com')
    await linkAt(harness, device, 'github', person, login)
    const [linked] = await loginsOf(device, login)
    if (linked === undefined) throw new Error('no login')
    for (const _ of ['once', 'twice']) await unlink(device, login, linked)
    expect(await loginsOf(device, login)).toEqual([])
    expect((await eventsOf(harness, login.userId))[0]).toBe('login removed')
    const { userId } = await logInAt(harness, await harness.device(), 'github', person)
    expect(userId).not.toBe(login.userId)
    // It is theirs now, and no other account can take it away.
    await unlink(device, login, linked)
    expect((await logInAt(harness, await harness.device(), 'github', person)).userId).toBe(userId)
  })

  test('opens nothing any more once the api has removed it, and adding it again mends what broke there', async () => {
    const person = providerUser()
    const device = await harness.device()
    const login = await logIn(harness, device, 'halfway@example.com')
    await linkAt(harness, device, 'x', person, login)
    const [linked] = await loginsOf(device, login)
    if (linked === undefined) throw new Error('no login')
    const { provider, issuer, subject } = linked
    await device.client.call('unlinkLogin', { provider, issuer, subject }, login)
    await expect(logInAt(harness, await harness.device(), 'x', person)).rejects.toMatchObject({
      name: 'SESSION_EXPIRED',
    })
    await linkAt(harness, device, 'x', person, login)
    await unlink(device, login, linked)
    expect((await logInAt(harness, await harness.device(), 'x', person)).userId).not.toBe(login.userId)
  })

  test('never takes the last way in', async () => {
    const [person, another] = [providerUser(), providerUser()]
    const device = await harness.device()
    const login = await logInAt(harness, device, 'google', person)
    const [first] = await loginsOf(device, login)
    if (first === undefined) throw new Error('no login')
    await expect(unlink(device, login, first)).rejects.toMatchObject({ name: 'LAST_LOGIN' })
    const { provider, issuer, subject } = first
    const atCustody = () =>
      device.client.call('unlinkIdentity', { provider, issuer, subject }, { accessToken: login.custodyToken })
    await expect(atCustody()).rejects.toMatchObject({ name: 'LAST_LOGIN' })
    await linkAt(harness, device, 'discord', another, login)
    await unlink(device, login, first)
    const [last] = await loginsOf(device, login)
    if (last === undefined) throw new Error('no login')
    await expect(unlink(device, login, last)).rejects.toMatchObject({ name: 'LAST_LOGIN' })
    expect((await logInAt(harness, await harness.device(), 'discord', another)).userId).toBe(login.userId)
  })

  test('needs a code or login of the last five minutes', async () => {
    const device = await harness.device()
    const login = await logIn(harness, device, 'lateunlink@example.com')
    await linkAt(harness, device, 'facebook', providerUser(), login)
    const [linked] = await loginsOf(device, login)
    if (linked === undefined) throw new Error('no login')
    harness.clock.advance(301)
    const { accessToken } = (await device.client.call('refreshSession', { refreshToken: login.refreshToken })).tokens
    await expect(unlink(device, { ...login, accessToken }, linked)).rejects.toMatchObject({ name: 'STEP_UP_REQUIRED' })
    expect(await loginsOf(device, { accessToken })).toEqual([linked])
  })
})

test('where devices need a link, a login by a provider needs none: the api has seen it itself', async () => {
  await using apart = await createSocialHarness({ deviceLink: 'always' })
  const device = await apart.device()
  await device.enrol(await logInAt(apart, device, 'google', providerUser()))
  expect(apart.mailbox.mails).toEqual([])
})

test.each(['UPDATE user_logins SET user_id = gen_random_uuid()', "UPDATE user_logins SET subject = 'another'"])(
  'whose identity it is, no code in the role of the api changes: %s',
  async (text) => {
    const statement: TemplateStringsArray = Object.assign([text], { raw: [text] })
    await expect(harness.database.transaction('api', (sql) => sql(statement))).rejects.toThrow('permission denied')
  },
)

test('a provider that is not set up is not enabled', async () => {
  await using bare = await createSocialHarness({ social: {} })
  await expect(begin(await bare.device(), 'google')).rejects.toMatchObject({ name: 'NOT_ENABLED' })
})

test('a key for Apple that is none keeps the api from starting, and is not repeated', async () => {
  const apple = { clientId: 'a', issuer: 'https://a.example', teamId: 't', keyId: 'k', privateKeyPem: 'rubbish' }
  const starting = createSocialHarness({ social: { apple } })
  await expect(starting).rejects.toThrow('SOCIAL_APPLE_PRIVATE_KEY: must be the ES256 key')
  await expect(starting).rejects.not.toThrow('rubbish')
})
