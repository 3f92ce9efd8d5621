import type { SocialProvider } from '@latchkey/api-client'
import type { ErrorName } from '@latchkey/protocol/errors'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { type Identity, signToken } from '@latchkey/service-kit/keys/tokens'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn } from '../harness.ts'
import type { TestDevice } from '../testDevice.ts'
import {
  begin,
  comeBack,
  createSocialHarness,
  eventsOf,
  finish,
  logInAt,
  madeBy,
  ownPage,
  page,
  prove,
  type SocialHarness,
  type Started,
} from './socialLogin.ts'
import { type Fault, playedProviders, providerUser } from './startProviders.ts'

let harness: SocialHarness
/** Of a signed-in user, so that a rejection on it is reported to someone. */
let device: TestDevice
let userId: string
beforeAll(async () => {
  harness = await createSocialHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())
beforeEach(async () => {
  device = await harness.device()
  userId = (await logIn(harness, device, `${crypto.randomUUID()}@example.com`)).userId
})

type Outcome = { error: ErrorName; isNoted: boolean }

/** Expects that the attempt fails with this error, nothing was made, and the device's user is notified, or not. */
async function expectRefusal(attempt: () => Promise<unknown>, { error, isNoted }: Outcome): Promise<void> {
  const before = await madeBy(harness)
  await expect(attempt()).rejects.toMatchObject({ name: error })
  expect(await madeBy(harness)).toEqual(before)
  const refusals = (await eventsOf(harness, userId)).filter((event) => event === 'social login refused')
  expect(refusals.length > 0).toBe(isNoted)
}
const refused = { error: 'SOCIAL_REFUSED', isNoted: true } as const
const expired = { error: 'SOCIAL_EXPIRED', isNoted: true } as const
const denied = { error: 'SOCIAL_DENIED', isNoted: false } as const
const unavailable = { error: 'PROVIDER_UNAVAILABLE', isNoted: false } as const

/** Runs a sign-in up to the user's return, which is then changed. */
async function arrive(
  provider: SocialProvider,
  change: (url: URL, started: Started) => void = () => {},
  person = providerUser(),
) {
  const started = await begin(device, provider)
  const { url, form } = harness.providers.signIn(started.uri, person)
  const changed = new URL(url)
  change(changed, started)
  const back = await comeBack(harness, { url: changed.href, form })
  return { started, back }
}

describe('what comes to the callback', () => {
  test.each<[string, (url: URL) => void]>([
    ['with a state that nobody has made', (url) => url.searchParams.set('state', 'A'.repeat(43))],
    ['without a state', (url) => url.searchParams.delete('state')],
    ['with two states', (url) => url.searchParams.append('state', 'x')],
    ['with two codes', (url) => url.searchParams.append('code', 'x')],
    ['with a state without end', (url) => url.searchParams.set('state', 'A'.repeat(10_000))],
  ])('%s belongs to no attempt, which goes on waiting', async (_, change) => {
    const { started, back } = await arrive('google', change)
    expect(back).toEqual({ error: 'expired' })
    await expectRefusal(() => finish(device, started, 'A'.repeat(43)), expired)
    expect(await device.client.call('socialStatus', { attemptId: started.attemptId })).toEqual({ status: 'waiting' })
  })

  test('a second time changes nothing: the first result stays, and the second window gets none', async () => {
    const started = await begin(device, 'google')
    const person = providerUser()
    const first = await comeBack(harness, harness.providers.signIn(started.uri, person))
    const second = harness.providers.signIn(started.uri, providerUser())
    expect(await comeBack(harness, second)).toEqual({ error: 'expired' })
    const denial = harness.providers.turnBack(started.uri, 'access_denied')
    expect(await comeBack(harness, denial)).toEqual({ error: 'expired' })
    const { proof } = await finish(device, started, first.result ?? '')
    expect(proof.kind === 'idToken' && harness.providers.readIdToken(proof.idToken).sub).toBe(person.id)
  })

  test('after ten minutes comes too late', async () => {
    const started = await begin(device, 'github')
    harness.clock.advance(600)
    expect(await comeBack(harness, harness.providers.signIn(started.uri, providerUser()))).toEqual({ error: 'expired' })
    await expectRefusal(() => finish(device, started, null), expired)
  })

  test.each<[string, SocialProvider, (url: URL) => void]>([
    [
      'from another provider than was asked',
      'github',
      (url) => (url.pathname = url.pathname.replace('github', 'google')),
    ],
    ['to a provider that there is not', 'github', (url) => (url.pathname = url.pathname.replace('github', 'myspace'))],
    ['in another issuer’s name', 'google', (url) => url.searchParams.set('iss', 'https://evil.example')],
    ['with neither code nor error', 'google', (url) => url.searchParams.delete('code')],
    ['with an error that OAuth does not know', 'x', (url) => url.searchParams.set('error', 'invalid_scope')],
  ])('%s ends the attempt', async (_, provider, change) => {
    const { started, back } = await arrive(provider, change)
    expect(back).toEqual({ attempt: started.attemptId, error: 'failed', origin: page })
    await expectRefusal(() => finish(device, started, null), refused)
    expect(await device.client.call('socialStatus', { attemptId: started.attemptId })).toEqual({ status: 'over' })
  })

  test('by a link, where the provider sends a form, ends the attempt', async () => {
    const started = await begin(device, 'apple')
    const { url, form } = harness.providers.signIn(started.uri, providerUser())
    const back = await comeBack(harness, { url: `${url}?${form}`, form: null })
    expect(back).toEqual({ attempt: started.attemptId, error: 'failed', origin: page })
    await expectRefusal(() => finish(device, started, null), refused)
  })

  test.each<[SocialProvider, string]>([
    ['google', 'access_denied'],
    ['facebook', 'access_denied'],
    ['apple', 'user_cancelled_authorize'],
  ])('from %s with “%s” means that the user has said no', async (provider, error) => {
    const started = await begin(device, provider)
    const back = await comeBack(harness, harness.providers.turnBack(started.uri, error))
    expect(back).toEqual({ attempt: started.attemptId, error: 'access_denied', origin: page })
    expect(await device.client.call('socialStatus', { attemptId: started.attemptId })).toEqual({ status: 'denied' })
    await expectRefusal(() => finish(device, started, null), denied)
  })

  test.each(['server_error', 'temporarily_unavailable'])(
    'with the provider’s own trouble, “%s”, says so',
    async (error) => {
      const started = await begin(device, 'google')
      const back = await comeBack(harness, harness.providers.turnBack(started.uri, error))
      expect(back).toEqual({ attempt: started.attemptId, error: 'unavailable', origin: page })
      await expectRefusal(() => finish(device, started, null), unavailable)
    },
  )

  test('while the database is away, or in a body without end, the window still gets to the wallet’s page', async () => {
    const form = new URLSearchParams({ state: 'A'.repeat(20_000) })
    const url = 'http://api.test:3002/account/v1/social/callback/apple'
    expect(await comeBack(harness, { url, form })).toEqual({ error: 'failed' })
    let isAway = false
    await using away = await createSocialHarness({
      wrapDatabase: (database) => ({
        ...database,
        transaction: (role, work) => (isAway ? Promise.reject(new Error('away')) : database.transaction(role, work)),
      }),
    })
    isAway = true
    expect(await comeBack(away, { url: `${url}?state=${'A'.repeat(43)}&code=x`, form: null })).toEqual({
      error: 'failed',
    })
    isAway = false
  })

  test('is limited in pace for each network', async () => {
    await using slow = await createSocialHarness({
      limits: { calls: true, mails: false, changes: { socialCallback: 2, socialForms: 2 } },
    })
    const returns = async (provider: 'google' | 'apple') => {
      const { uri } = await begin(await slow.device(), provider)
      const come = async () => (await comeBack(slow, slow.providers.signIn(uri, providerUser()))).error ?? 'none'
      return [await come(), await come(), await come()]
    }
    expect(await returns('google')).toEqual(['none', 'expired', 'failed'])
    slow.clock.advance(60)
    expect(await returns('apple')).toEqual(['none', 'expired', 'failed'])
  })

  test('is left to sign-ins of the network while a page sends windows with states that it made up or began elsewhere', async () => {
    const changes = { socialCallback: 1, socialCallbackElsewhere: 2 }
    await using slow = await createSocialHarness({ limits: { calls: true, mails: false, changes } })
    const attacker = await begin(await slow.device({ address: '198.51.100.1' }), 'google')
    const own = await begin(await slow.device(), 'google')
    const come = async (state: string) => {
      const url = `http://api.test:3002/account/v1/social/callback/google?state=${state}&error=access_denied`
      return (await comeBack(slow, { url, form: null })).error
    }
    expect(await come('A'.repeat(43))).toBe('expired')
    expect([await come(attacker.state), await come(attacker.state)]).toEqual(['access_denied', 'failed'])
    expect((await comeBack(slow, slow.providers.signIn(own.uri, providerUser()))).result).toBeDefined()
  })

  test.each([
    ['a picture', 'no-cors', 'image'],
    ['a frame', 'navigate', 'iframe'],
    ['a call', 'cors', 'empty'],
  ])('as %s of a page is nobody’s return, and uses up no limit', async (_, mode, dest) => {
    await using slow = await createSocialHarness({
      limits: { calls: true, mails: false, changes: { socialCallbackElsewhere: 1 } },
    })
    const url = 'http://api.test:3002/account/v1/social/callback/google?state=x'
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }
    for (let count = 0; count < 3; count++) {
      const { location } = Object.fromEntries((await slow.fetch(url, { headers, redirect: 'manual' })).headers)
      expect(location).toBe('http://wallet.test:3001/social#error=failed')
    }
    expect(await comeBack(slow, { url, form: null })).toEqual({ error: 'expired' })
  })
})

describe('an id_token', () => {
  test.each<[string, Record<string, unknown>]>([
    ['with the nonce of another attempt', { nonce: 'A'.repeat(43) }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'somebody-else' }],
    ['that is over', { exp: 1 }],
  ])('%s is refused', async (_, claims) => {
    Object.assign(harness.providers.claims, claims)
    try {
      const { started, back } = await arrive('google')
      await expectRefusal(() => finish(device, started, back.result ?? ''), refused)
    } finally {
      for (const name of Object.keys(claims)) delete harness.providers.claims[name]
    }
  })

  test('without a nonce is none that a provider of OpenID Connect gives', async () => {
    harness.providers.claims.nonce = undefined
    try {
      const { started, back } = await arrive('google')
      await expectRefusal(() => finish(device, started, back.result ?? ''), unavailable)
    } finally {
      delete harness.providers.claims.nonce
    }
  })

  test('of a user whom the provider has asked long ago confirms nothing', async () => {
    harness.providers.claims.auth_time = Math.floor(harness.clock.now().getTime() / 1000) - 3600
    try {
      await expectRefusal(
        () => prove(harness, device, 'google', providerUser(), { purpose: 'confirmation', ...ownPage }),
        refused,
      )
    } finally {
      delete harness.providers.claims.auth_time
    }
  })
})

describe('the exchange', () => {
  test.each(playedProviders)('at %s of a code that was used is refused', async (provider) => {
    const started = await begin(device, provider)
    const { url, form } = harness.providers.signIn(started.uri, providerUser())
    const { result = '' } = await comeBack(harness, { url, form })
    await finish(device, started, result)
    // An attacker who has seen that code submits it with a sign-in of their own.
    const code = (form ?? new URL(url).searchParams).get('code') ?? ''
    const own = await begin(device, provider)
    const injected = harness.providers.signIn(own.uri, providerUser())
    const target = new URL(injected.url)
    ;(injected.form ?? target.searchParams).set('code', code)
    const back = await comeBack(harness, { url: target.href, form: injected.form })
    await expectRefusal(() => finish(device, own, back.result ?? ''), refused)
  })

  test.each(playedProviders)('at %s of somebody else’s unused code fails for its verifier', async (provider) => {
    const victim = await begin(await harness.device(), provider)
    const stolen = harness.providers.signIn(victim.uri, providerUser())
    const code = (stolen.form ?? new URL(stolen.url).searchParams).get('code') ?? ''
    const own = await begin(device, provider)
    const injected = harness.providers.signIn(own.uri, providerUser())
    const target = new URL(injected.url)
    ;(injected.form ?? target.searchParams).set('code', code)
    const back = await comeBack(harness, { url: target.href, form: injected.form })
    await expectRefusal(() => finish(device, own, back.result ?? ''), refused)
  })

  test('with another verifier than this attempt’s is refused before the provider is asked, and ends the attempt', async () => {
    const { started, back } = await arrive('google')
    const calls = harness.providers.calls.token
    const result = back.result ?? ''
    await expectRefusal(() => finish(device, started, result, { codeVerifier: 'A'.repeat(43) }), refused)
    expect(harness.providers.calls.token).toBe(calls)
    await expect(finish(device, started, result)).rejects.toMatchObject({ name: 'SOCIAL_REFUSED' })
  })

  test('of a code that was given for another redirect URI is refused', async () => {
    const started = await begin(device, 'google')
    const elsewhere = new URL(started.uri)
    elsewhere.searchParams.set('redirect_uri', 'https://evil.example/callback')
    const code = new URL(harness.providers.signIn(elsewhere.href, providerUser()).url).searchParams.get('code') ?? ''
    const back = await comeBack(harness, {
      url: `http://api.test:3002/account/v1/social/callback/google?${new URLSearchParams({ code, state: started.state })}`,
      form: null,
    })
    await expectRefusal(() => finish(device, started, back.result ?? ''), refused)
  })

  test.each<[SocialProvider, 'token' | 'profile' | 'emails', Fault]>([
    ['google', 'token', 'down'],
    ['google', 'token', 'garbage'],
    ['google', 'token', 'error'],
    ['apple', 'token', 'garbage'],
    ['github', 'token', 'down'],
    ['github', 'token', 'moved'],
    ['github', 'token', 'endless'],
    ['github', 'profile', 'down'],
    ['github', 'profile', 'garbage'],
    ['github', 'emails', 'garbage'],
    ['facebook', 'profile', 'error'],
    ['x', 'profile', 'garbage'],
    ['x', 'token', 'garbage'],
    ['discord', 'profile', 'moved'],
    ['discord', 'profile', 'endless'],
  ])('at %s, whose %s endpoint is %s, fails, once and for all', async (provider, step, fault) => {
    const { started, back } = await arrive(provider)
    harness.providers.faults.set(step, fault)
    try {
      await expectRefusal(() => finish(device, started, back.result ?? ''), unavailable)
    } finally {
      harness.providers.faults.clear()
    }
    await expect(finish(device, started, back.result ?? '')).rejects.toMatchObject({ name: 'PROVIDER_UNAVAILABLE' })
  })

  test('does not wait for a provider that does not answer', { timeout: 40_000 }, async () => {
    const { started: atGoogle, back: fromGoogle } = await arrive('google')
    const { started: atDiscord, back: fromDiscord } = await arrive('discord')
    harness.providers.faults.set('token', 'slow').set('profile', 'slow')
    const { google } = harness.providers.settings
    await using fresh = await createSocialHarness({ ...(google === undefined ? {} : { social: { google } }) })
    harness.providers.faults.set('discovery', 'slow')
    try {
      const other = await fresh.device()
      const outcomes = await Promise.all(
        [
          () => finish(device, atGoogle, fromGoogle.result ?? ''),
          () => finish(device, atDiscord, fromDiscord.result ?? ''),
          () => begin(other, 'google'),
        ].map((attempt) =>
          attempt().then(
            () => 'done',
            ({ name }: Error) => name,
          ),
        ),
      )
      expect(outcomes).toEqual(Array(3).fill('PROVIDER_UNAVAILABLE'))
    } finally {
      harness.providers.faults.clear()
    }
  })

  test.each(playedProviders)('at %s, which does not take our secret, fails, and the log says why', async (provider) => {
    const { [provider]: settings } = harness.providers.settings
    const wrong =
      settings !== undefined && 'clientSecret' in settings
        ? { ...settings, clientSecret: 'old' }
        : { ...settings, teamId: 'OLD' }
    await using misled = await createSocialHarness({ social: { [provider]: wrong } })
    const other = await misled.device()
    const started = await begin(other, provider)
    const { result = '' } = await comeBack(misled, harness.providers.signIn(started.uri, providerUser()))
    await expect(finish(other, started, result)).rejects.toMatchObject({ name: 'PROVIDER_UNAVAILABLE' })
    expect(misled.log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        route: 'socialFinish',
        error: 'PROVIDER_UNAVAILABLE',
        cause: expect.stringMatching(provider === 'facebook' ? /server_error/ : /_client/),
      }),
    )
  })
})

describe('discovery', () => {
  test.each<Fault>(['down', 'garbage', 'error', 'moved', 'endless'])(
    'that is %s leaves no attempt, and is tried again',
    async (fault) => {
      await using fresh = await createSocialHarness()
      const other = await fresh.device()
      fresh.providers.faults.set('discovery', fault)
      await expect(begin(other, 'google')).rejects.toMatchObject({ name: 'PROVIDER_UNAVAILABLE' })
      fresh.providers.faults.clear()
      await begin(other, 'google')
      await begin(other, 'google')
      const asked = fresh.providers.calls.discovery
      await begin(other, 'google')
      expect(fresh.providers.calls.discovery).toBe(asked)
      fresh.clock.advance(3600)
      await begin(other, 'google')
      expect(fresh.providers.calls.discovery).toBe(asked + 1)
    },
  )
})

describe('a result', () => {
  test('opens nothing on another device, whatever else that has', async () => {
    const { started, back } = await arrive('google')
    const thief = await harness.device()
    const thiefId = (await logIn(harness, thief, 'thief@example.com')).userId
    const before = await madeBy(harness)
    await expect(finish(thief, started, back.result ?? '')).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    expect(await thief.client.call('socialStatus', { attemptId: started.attemptId })).toEqual({ status: 'over' })
    expect(await madeBy(harness)).toEqual(before)
    expect(await eventsOf(harness, thiefId)).toContain('social login refused')
  })

  test.each([
    ['that was made up', 'A'.repeat(43)],
    ['of nothing', ''],
  ])('%s is none, and the right one still counts', async (_, result) => {
    const { started, back } = await arrive('google')
    await expectRefusal(() => finish(device, started, result), expired)
    await expect(device.client.call('socialRelease', { attemptId: started.attemptId, result })).rejects.toMatchObject({
      name: 'SOCIAL_EXPIRED',
    })
    await finish(device, started, back.result ?? '')
  })

  test('whose session was opened is used up, and so is the proof', async () => {
    const login = await logInAt(harness, device, 'github', providerUser())
    const { started, result, finished } = login
    await expectRefusal(() => finish(device, started, result), expired)
    const { codeChallenge } = started
    const again = { provider: 'github', codeChallenge, proof: finished.proof } as const
    await expect(device.client.call('socialVerify', again)).rejects.toMatchObject({ name: 'SOCIAL_EXPIRED' })
    await expect(device.client.call('socialRelease', { attemptId: started.attemptId, result })).rejects.toMatchObject({
      name: 'SOCIAL_EXPIRED',
    })
  })

  test('is over after ten minutes, arrived or released', async () => {
    const { started, back } = await arrive('google')
    const { attemptId } = started
    await device.client.call('socialRelease', { attemptId, result: back.result ?? '' })
    harness.clock.advance(600)
    for (const result of [back.result ?? '', null]) await expectRefusal(() => finish(device, started, result), expired)
    expect(await device.client.call('socialStatus', { attemptId })).toEqual({ status: 'over' })
  })
})

describe('a session', () => {
  const grantFor = async (purpose: 'login' | 'confirmation' = 'login') => {
    const person = providerUser()
    const { started, finished } = await prove(harness, device, 'google', person, { purpose: 'login' })
    const { codeChallenge } = started
    const asked = { provider: 'google', codeChallenge, proof: finished.proof, purpose } as const
    return { person, apiGrant: (await device.client.call('socialVerify', asked)).apiGrant }
  }
  const sessions = async () => (await madeBy(harness)).sessions

  test('is not opened for another project or page than the sign-in was begun for', async () => {
    const { apiGrant } = await grantFor()
    const before = await sessions()
    for (const about of [
      { projectId: 'other', dappOrigin: 'https://other.example' },
      { projectId: 'demo', dappOrigin: 'http://localhost:3000' },
    ])
      await expect(device.client.call('startSession', { apiGrant, ...about })).rejects.toMatchObject({
        name: 'SESSION_EXPIRED',
      })
    expect(await sessions()).toBe(before)
    await device.client.call('startSession', { apiGrant, dappOrigin: page })
  })

  test('is not opened ten minutes after the api has seen the proof', async () => {
    const { apiGrant } = await grantFor()
    harness.clock.advance(299)
    await harness.database.transaction(
      'api',
      (sql) => sql`UPDATE proved_identities SET proved_at = proved_at - interval '301 seconds'`,
    )
    await expect(device.client.call('startSession', { apiGrant, dappOrigin: page })).rejects.toMatchObject({
      name: 'SESSION_EXPIRED',
    })
  })

  test('is not opened twice, nor by a sign-in for another purpose', async () => {
    const { apiGrant } = await grantFor()
    await device.client.call('startSession', { apiGrant, dappOrigin: page })
    await expect(device.client.call('startSession', { apiGrant, dappOrigin: page })).rejects.toMatchObject({
      name: 'SESSION_EXPIRED',
    })
    const { started, finished } = await prove(harness, device, 'github', providerUser(), {
      purpose: 'confirmation',
      ...ownPage,
    })
    const { codeChallenge } = started
    const asked = { provider: 'github', codeChallenge, proof: finished.proof } as const
    await expect(device.client.call('socialVerify', asked)).rejects.toMatchObject({ name: 'SOCIAL_REFUSED' })
  })

  describe('on the word of custody alone', () => {
    /** Signs as custody would; here an attacker has its key. */
    const sign = async (sub: string, identity: Identity | undefined, email: string | null = null) => {
      const { signing } = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
      const grant = {
        sub,
        jti: crypto.randomUUID(),
        email,
        ...(identity === undefined ? {} : { identity }),
        purpose: 'login',
        auth_time: Math.floor(harness.clock.now().getTime() / 1000),
        cnf: { jkt: device.deviceId },
        hpke: device.hpkePublicKey,
      } as const
      return signToken('apiGrant', grant, signing, harness.clock)
    }
    const open = (apiGrant: string) => device.client.call('startSession', { apiGrant, dappOrigin: page })

    test('is not opened: the api has to have seen the identity itself', async () => {
      const person = providerUser()
      const victim = await logInAt(harness, await harness.device(), 'google', person)
      const issuer = harness.providers.issuerOf('google')
      const before = await madeBy(harness)
      const forged = [
        await sign(victim.userId, { provider: 'google', issuer, subject: person.id }),
        await sign(crypto.randomUUID(), { provider: 'google', issuer, subject: 'nobody' }),
        await sign(victim.userId, undefined),
        await sign(victim.userId, undefined, 'mine@example.com'),
      ]
      for (const apiGrant of forged) await expect(open(apiGrant)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
      expect(await madeBy(harness)).toEqual(before)
      expect(await eventsOf(harness, victim.userId)).toContain('call refused')
    })

    test('is not opened for an account that has other logins, by an identity that is really one’s own', async () => {
      const victim = await logInAt(harness, await harness.device(), 'google', providerUser())
      const byEmail = await logIn(harness, await harness.device(), 'victim@example.com')
      const own = providerUser()
      const issuer = harness.providers.issuerOf('github')
      await prove(harness, device, 'github', own)
      const before = await madeBy(harness)
      for (const { userId: of } of [victim, byEmail])
        await expect(open(await sign(of, { provider: 'github', issuer, subject: own.id }))).rejects.toMatchObject({
          name: 'SESSION_EXPIRED',
        })
      expect(await madeBy(harness)).toEqual(before)
    })
  })
})

test('the log of the services tells no state, code, result, secret, address or name', async () => {
  const person = providerUser({ name: 'Secret Name', email: 'secret@example.com' })
  const { started, result } = await prove(harness, device, 'github', person)
  await arrive('google', (url) => url.searchParams.set('error', 'secret_error'))
  const text = JSON.stringify(harness.log)
  for (const secret of [
    started.state,
    started.codeVerifier,
    result,
    'secret@example.com',
    'Secret',
    'secret_error',
    'secret-of',
  ])
    expect(text).not.toContain(secret)
})
