import { randomBytes, randomUUID } from 'node:crypto'
import { type EndpointRequest, type SocialProvider, socialNonce } from '@latchkey/api-client'
import type { Clock } from '@latchkey/service-kit/clock'
import { type Claims, signToken, verifyToken } from '@latchkey/service-kit/keys/tokens'
import { createTestIssuer, type TestIssuer } from '@latchkey/service-kit/test/testIssuer'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Custody, newEmail, openCustody } from '../custody.fixture.ts'

type Device = Awaited<ReturnType<Custody['device']>>
type Login = EndpointRequest<'socialVerify'>

/** Undefined leaves a claim out. */
type TokenClaims = Record<string, unknown>

const clientId = 'our-app'
const named = (name: string) => expect.objectContaining({ name })
const newSubject = (): string => randomUUID()

let custody: Custody
let google: TestIssuer
let apple: TestIssuer
async function open(): Promise<void> {
  const clock: Clock = { now: () => custody.clock.now() }
  google = await createTestIssuer('https://accounts.google.test', clock)
  apple = await createTestIssuer('https://appleid.apple.test', clock)
  custody = await openCustody({
    identityProviders: {
      google: { clientId, issuer: google.issuer },
      apple: { clientId: 'our-service', issuer: apple.issuer },
      github: { clientId: 'our-oauth-app', issuer: 'https://github.test' },
      discord: { clientId: 'our-oauth-app', issuer: 'https://discord.test' },
    },
    fetch: (input, init) => (String(input).startsWith(google.issuer) ? google : apple).fetch(input, init),
  })
}
const close = () => custody[Symbol.asyncDispose]()
beforeAll(open)
afterAll(close)

const secondsNow = () => custody.clock.now().getTime() / 1000
const newChallenge = () => randomBytes(32).toString('base64url')
const nonceOf = ({ deviceId, hpkePublicKey }: Device, codeChallenge: string) =>
  socialNonce(deviceId, hpkePublicKey, codeChallenge)
const withToken = (idToken: string, codeChallenge: string, provider: SocialProvider = 'google'): Login => ({
  provider,
  codeChallenge,
  proof: { kind: 'idToken', idToken },
})
/** A sign-in at Google, ready for this device to submit. */
const atGoogle = async (device: Device, sub = newSubject(), claims: TokenClaims = {}): Promise<Login> => {
  const codeChallenge = newChallenge()
  const nonce = await nonceOf(device, codeChallenge)
  return withToken(await google.sign({ sub, aud: clientId, nonce, ...claims }), codeChallenge)
}
type Statement = Claims<'socialStatement'>
/** A sign-in at GitHub, on the api's statement. */
const atGithub = async (device: Device, subject = newSubject(), changes: Partial<Statement> = {}): Promise<Login> => {
  const codeChallenge = newChallenge()
  const nonce = await nonceOf(device, codeChallenge)
  const identity = { provider: 'github', issuer: 'https://github.test', subject } as const
  const said: Statement = { identity, nonce, purpose: 'login', ...changes }
  const statement = await signToken('socialStatement', said, custody.apiSigner, custody.clock)
  return { provider: 'github', codeChallenge, proof: { kind: 'statement', statement } }
}

const countRows = () =>
  custody.database.transaction('custody', async (sql) => {
    const [row] = await sql<{ people: number; identities: number }>`
      SELECT (SELECT count(*)::int FROM people) AS people, (SELECT count(*)::int FROM identities) AS identities`
    return row ?? { people: 0, identities: 0 }
  })
/** Returns how many users and identities this adds at custody. */
const added = async (work: () => Promise<unknown>) => {
  const before = await countRows()
  await work()
  const after = await countRows()
  return { people: after.people - before.people, identities: after.identities - before.identities }
}
const nothing = { people: 0, identities: 0 }
const grantIn = ({ apiGrant }: { apiGrant: string }) =>
  verifyToken('apiGrant', apiGrant, custody.keyring.signing.publicKey, custody.clock)

describe('a login', () => {
  test('makes a user the first time, and is that user each time after, on whatever device', async () => {
    const [one, other] = [await custody.device(), await custody.device()]
    const sub = newSubject()
    const log = async () => {
      const { userId } = await one.logInSocially(await atGoogle(one, sub))
      expect(await other.logInSocially(await atGoogle(other, sub))).toMatchObject({ userId })
      expect(await one.eventsOf(userId)).toEqual(['social login accepted', 'social login accepted'])
    }
    expect(await added(log)).toEqual({ people: 1, identities: 1 })
  })

  test('is granted as the identity that it is, to this device', async () => {
    const device = await custody.device()
    const { userId, ...granted } = await device.logInSocially(
      await atGoogle(device, '1234', { email: 'ada@example.com' }),
    )
    expect(await grantIn(granted)).toMatchObject({
      sub: userId,
      email: null,
      identity: { provider: 'google', issuer: google.issuer, subject: '1234' },
      purpose: 'login',
      cnf: { jkt: device.deviceId },
      hpke: device.hpkePublicKey,
    })
  })

  test('of one user, begun twice at once by two devices, makes one user', async () => {
    const sub = newSubject()
    const devices = await Promise.all([1, 2, 3, 4].map(() => custody.device()))
    const logins = await Promise.all(devices.map((device) => atGoogle(device, sub)))
    const race = async () => {
      const found = await Promise.all(devices.map((device, index) => device.logInSocially(logins[index] as Login)))
      expect(new Set(found.map(({ userId }) => userId)).size).toBe(1)
    }
    expect(await added(race)).toEqual({ people: 1, identities: 1 })
  })

  test('of two people with one email address makes two people, and a login by that address a third', async () => {
    const device = await custody.device()
    const email = newEmail()
    const verified = { email, email_verified: true }
    const byEmail = await device.prove(email)
    const ada = await device.logInSocially(await atGoogle(device, '1', verified))
    const eve = await device.logInSocially(await atGoogle(device, '2', verified))
    const codeChallenge = newChallenge()
    const nonce = await nonceOf(device, codeChallenge)
    const token = await apple.sign({ sub: '1', aud: 'our-service', nonce, ...verified })
    const atApple = await device.logInSocially(withToken(token, codeChallenge, 'apple'))
    custody.clock.advance(31)
    const again = await device.prove(email)
    expect(again.userId).toBe(byEmail.userId)
    expect(new Set([byEmail, ada, eve, atApple].map(({ userId }) => userId)).size).toBe(4)
  })

  test('at a provider that signs nothing counts on the word of the api', async () => {
    const [one, other] = [await custody.device(), await custody.device()]
    const first = await one.logInSocially(await atGithub(one, '99'))
    expect((await other.logInSocially(await atGithub(other, '99'))).userId).toBe(first.userId)
    expect((await one.logInSocially(await atGithub(one, '98'))).userId).not.toBe(first.userId)
  })

  test('at a provider that is not set up is not enabled', async () => {
    const device = await custody.device()
    const login = { ...(await atGithub(device, '99')), provider: 'x' } as const
    await expect(device.logInSocially(login)).rejects.toThrowError(named('NOT_ENABLED'))
  })
})

describe('what is refused leaves a line for the people of the device, and nothing else', () => {
  /** A user who has signed in on this device before. */
  const known = async () => {
    const device = await custody.device()
    const { userId } = await device.prove(newEmail())
    return { device, userId }
  }
  const expectRefused = async (name: string, make: (device: Device) => Promise<Login>) => {
    const { device, userId } = await known()
    const login = await make(device)
    const refused = () => expect(device.logInSocially(login)).rejects.toThrowError(named(name))
    expect(await added(refused)).toEqual(nothing)
    expect(await device.eventsOf(userId)).toEqual(['social login refused', 'code accepted'])
  }

  test.each<[string, TokenClaims]>([
    ['for another app', { aud: 'their-app' }],
    ['for another app and ours', { aud: [clientId, 'their-app'] }],
    ['for ours, on behalf of another app', { azp: 'their-app' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of an issuer that is spelt otherwise', { iss: 'https://accounts.google.test/' }],
    ['of nobody', { sub: '' }],
    ['of somebody who is not named', { sub: undefined }],
    ['of a name that is too long', { sub: 'a'.repeat(256) }],
    ['without a nonce', { nonce: undefined }],
    ['with a nonce of nobody', { nonce: 'A'.repeat(43) }],
    ['without an age', { iat: undefined }],
    ['without an end', { exp: undefined }],
  ])('a token %s', (_, claims) => expectRefused('SOCIAL_REFUSED', (device) => atGoogle(device, newSubject(), claims)))

  test.each<[string, () => TokenClaims]>([
    ['of eleven minutes ago', () => ({ iat: secondsNow() - 660 })],
    ['that has run out', () => ({ exp: secondsNow() - 60 })],
  ])('a token %s, as expired', (_, claims) =>
    expectRefused('SOCIAL_EXPIRED', (device) => atGoogle(device, newSubject(), claims())),
  )

  test('a token of the future', () =>
    expectRefused('SOCIAL_REFUSED', (device) => atGoogle(device, newSubject(), { iat: secondsNow() + 31 })))

  test('a token of another attempt', () =>
    expectRefused('SOCIAL_REFUSED', async (device) => ({
      ...(await atGoogle(device)),
      codeChallenge: newChallenge(),
    })))

  test('a token of another device', () => expectRefused('SOCIAL_REFUSED', async () => atGoogle(await custody.device())))

  test('a token of this device with another key to seal shares to', () =>
    expectRefused('SOCIAL_REFUSED', async (device) =>
      atGoogle({ ...device, hpkePublicKey: (await custody.device()).hpkePublicKey }),
    ))

  test('a token of another provider', () =>
    expectRefused('SOCIAL_REFUSED', async (device) => ({ ...(await atGoogle(device)), provider: 'apple' })))

  test('a token that the provider has not signed', () =>
    expectRefused('SOCIAL_REFUSED', async (device) => {
      const codeChallenge = newChallenge()
      const claims = { sub: '1', aud: clientId, nonce: await nonceOf(device, codeChallenge) }
      const { privateKey } = await generateKeyPair('RS256')
      return withToken(await google.sign(claims, privateKey), codeChallenge)
    }))

  test('a token under a key that the provider does not have', () =>
    expectRefused('SOCIAL_REFUSED', async (device) => {
      const codeChallenge = newChallenge()
      const claims = { sub: '1', aud: clientId, nonce: await nonceOf(device, codeChallenge) }
      const { privateKey } = await generateKeyPair('RS256')
      return withToken(await google.sign(claims, privateKey, { kid: 'another' }), codeChallenge)
    }))

  test('a token that nobody has signed', () =>
    expectRefused('SOCIAL_REFUSED', async (device) => {
      const codeChallenge = newChallenge()
      const nonce = await nonceOf(device, codeChallenge)
      const seconds = secondsNow()
      const claims = { iss: google.issuer, aud: clientId, sub: '1', nonce, iat: seconds, exp: seconds + 60 }
      return withToken(`${new UnsecuredJWT(claims).encode()}A`, codeChallenge)
    }))

  test('a token whose signature is made with the public key as a secret', () =>
    expectRefused('SOCIAL_REFUSED', async (device) => {
      const codeChallenge = newChallenge()
      const nonce = await nonceOf(device, codeChallenge)
      const seconds = secondsNow()
      const secret = new TextEncoder().encode(JSON.stringify(google.jwk).padEnd(64))
      const token = await new SignJWT({
        iss: google.issuer,
        aud: clientId,
        sub: '1',
        nonce,
        iat: seconds,
        exp: seconds + 60,
      })
        .setProtectedHeader({ alg: 'HS256', kid: google.jwk.kid })
        .sign(secret)
      return withToken(token, codeChallenge)
    }))

  test.each(['a.b.c', 'e30.e30.e30'])('rubbish: %s', (idToken) =>
    expectRefused('SOCIAL_REFUSED', async () => withToken(idToken, newChallenge())),
  )

  test('a login that has served', async () => {
    const { device, userId } = await known()
    const login = await atGoogle(device)
    await device.logInSocially(login)
    const again = () => expect(device.logInSocially(login)).rejects.toThrowError(named('SOCIAL_EXPIRED'))
    expect(await added(again)).toEqual(nothing)
    expect((await device.eventsOf(userId))[0]).toBe('social login refused')
  })

  test('the word of the api, of a provider that signs its own', () =>
    expectRefused('SOCIAL_REFUSED', async (device) => {
      const identity = { provider: 'google', issuer: google.issuer, subject: '1' } as const
      return { ...(await atGithub(device, '1', { identity })), provider: 'google' }
    }))

  test('the own word of a provider that is known to sign nothing', () =>
    expectRefused('SOCIAL_REFUSED', async (device) => ({ ...(await atGoogle(device)), provider: 'github' })))

  test.each<[string, Partial<Statement>]>([
    ['of another provider', { identity: { provider: 'discord', issuer: 'https://discord.test', subject: '1' } }],
    ['of another issuer', { identity: { provider: 'github', issuer: 'https://github.com', subject: '1' } }],
    ['for another device or attempt', { nonce: 'A'.repeat(43) }],
    ['for another purpose', { purpose: 'confirmation' }],
  ])('a statement %s', (_, changes) =>
    expectRefused('SOCIAL_REFUSED', (device) => atGithub(device, newSubject(), changes)),
  )

  test('a statement that the api has not made', () =>
    expectRefused('SOCIAL_REFUSED', async (device) => {
      const codeChallenge = newChallenge()
      const identity = { provider: 'github', issuer: 'https://github.test', subject: '1' } as const
      const said: Statement = { identity, nonce: await nonceOf(device, codeChallenge), purpose: 'login' }
      const statement = await signToken('socialStatement', said, custody.keyring.signing, custody.clock)
      return { provider: 'github', codeChallenge, proof: { kind: 'statement', statement } }
    }))

  test('a statement again, of an api whose clock is ahead', async () => {
    const device = await custody.device()
    const codeChallenge = newChallenge()
    const identity = { provider: 'github', issuer: 'https://github.test', subject: newSubject() } as const
    const said: Statement = { identity, nonce: await nonceOf(device, codeChallenge), purpose: 'login' }
    const ahead: Clock = { now: () => new Date(custody.clock.now().getTime() + 50_000) }
    const statement = await signToken('socialStatement', said, custody.apiSigner, ahead)
    const login: Login = { provider: 'github', codeChallenge, proof: { kind: 'statement', statement } }
    await device.logInSocially(login)
    custody.clock.advance(340)
    await expect(device.logInSocially(login)).rejects.toThrowError(named('SOCIAL_EXPIRED'))
  })

  test('a statement that is over, as expired', async () => {
    const { device } = await known()
    const login = await atGithub(device)
    custody.clock.advance(601)
    await expect(device.logInSocially(login)).rejects.toThrowError(named('SOCIAL_EXPIRED'))
  })

  test('a genuine token in other hands, of which its owner hears', async () => {
    const [own, thief] = [await custody.device(), await custody.device()]
    const sub = newSubject()
    const { userId } = await own.logInSocially(await atGoogle(own, sub))
    const stolen = await atGoogle(own, sub)
    await expect(thief.logInSocially(stolen)).rejects.toThrowError(named('SOCIAL_REFUSED'))
    // Once a minute: repeating it must not fill the log.
    await expect(thief.logInSocially(stolen)).rejects.toThrowError(named('SOCIAL_REFUSED'))
    expect(await own.eventsOf(userId)).toEqual(['social login refused', 'social login accepted'])
    // The thief's attempt has not used it up.
    expect((await own.logInSocially(stolen)).userId).toBe(userId)
  })
})

describe('while the keys of a provider cannot be read', () => {
  // Custody without any keys yet.
  beforeEach(async () => {
    await close()
    await open()
  })
  const discovery = () => `${google.issuer}/.well-known/openid-configuration`
  test.each<[string, () => [string, () => Response]]>([
    [
      'no answer',
      () => [
        discovery(),
        () => {
          throw new TypeError('fetch failed')
        },
      ],
    ],
    ['an error', () => [discovery(), () => new Response('oops', { status: 503 })]],
    ['garbage', () => [discovery(), () => new Response('<html>')]],
    ['a redirect', () => [discovery(), () => Response.redirect('https://evil.example')]],
    [
      'another issuer',
      () => [discovery(), () => Response.json({ ...google.configuration, issuer: 'https://evil.example' })],
    ],
    [
      'keys over plain http',
      () => [discovery(), () => Response.json({ ...google.configuration, jwks_uri: 'http://keys.example/' })],
    ],
    [
      'keys over plain http from this machine, of an issuer elsewhere',
      () => [discovery(), () => Response.json({ ...google.configuration, jwks_uri: 'http://localhost:1/' })],
    ],
    ['too much', () => [discovery(), () => new Response('1'.repeat(300_000))]],
    ['too many keys', () => [google.configuration.jwks_uri, () => new Response('1'.repeat(300_000))]],
    ['keys nowhere', () => [discovery(), () => Response.json({ ...google.configuration, jwks_uri: 'keys' })]],
    ['an error for its keys', () => [google.configuration.jwks_uri, () => new Response('', { status: 500 })]],
    ['garbage for its keys', () => [google.configuration.jwks_uri, () => Response.json({ keys: 'none' })]],
  ])('nobody gets in, and everybody does afterwards: %s', async (_, answer) => {
    const device = await custody.device()
    const login = await atGoogle(device)
    const [address, bad] = answer()
    const good = google.documents.get(address) as () => Response
    google.documents.set(address, bad)
    const refused = () => expect(device.logInSocially(login)).rejects.toThrowError(named('PROVIDER_UNAVAILABLE'))
    expect(await added(refused)).toEqual(nothing)
    google.documents.set(address, good)
    expect(await device.logInSocially(login)).toHaveProperty('userId')
  })

  test('keys that are known are not asked for again', async () => {
    const device = await custody.device()
    await device.logInSocially(await atGoogle(device))
    google.documents.clear()
    expect(await device.logInSocially(await atGoogle(device))).toHaveProperty('userId')
  })
})

describe('a confirmation', () => {
  test('is granted as one', async () => {
    const device = await custody.device()
    const sub = newSubject()
    const { userId } = await device.logInSocially(await atGoogle(device, sub))
    const confirmed = await device.logInSocially({ ...(await atGoogle(device, sub)), purpose: 'confirmation' })
    expect(confirmed.userId).toBe(userId)
    expect(await grantIn(confirmed)).toMatchObject({ sub: userId, purpose: 'confirmation' })
  })

  test('by an identity of nobody makes nobody', async () => {
    const device = await custody.device()
    const { userId } = await device.prove(newEmail())
    const login = { ...(await atGoogle(device)), purpose: 'confirmation' } as const
    const refused = () => expect(device.logInSocially(login)).rejects.toThrowError(named('SOCIAL_REFUSED'))
    expect(await added(refused)).toEqual(nothing)
    expect((await device.eventsOf(userId))[0]).toBe('social login refused')
  })
})

describe('a further login', () => {
  const linked = async ({ purpose: _, ...login }: Login) => login

  test('is the user’s from then on, also when it is added twice', async () => {
    const device = await custody.device()
    const { userId } = await device.prove(newEmail())
    const [sub, id] = [newSubject(), newSubject()]
    const link = async () => {
      const granted = await device.link(userId, await linked(await atGoogle(device, sub)))
      expect(await grantIn(granted)).toMatchObject({ sub: userId, purpose: 'link', identity: { subject: sub } })
      await device.link(userId, await linked(await atGoogle(device, sub)))
      await device.link(userId, await linked(await atGithub(device, id, { purpose: 'link' })))
    }
    expect(await added(link)).toEqual({ people: 0, identities: 2 })
    expect((await device.logInSocially(await atGoogle(device, sub))).userId).toBe(userId)
    expect((await device.logInSocially(await atGithub(device, id))).userId).toBe(userId)
    expect((await device.eventsOf(userId)).filter((event) => event === 'login linked')).toHaveLength(2)
  })

  test('that is another user’s stays theirs, and both hear of it', async () => {
    const [ada, eve] = [await custody.device(), await custody.device()]
    const sub = newSubject()
    const owner = await ada.logInSocially(await atGoogle(ada, sub))
    const { userId } = await eve.prove(newEmail())
    const login = await linked(await atGoogle(eve, sub))
    const refused = () => expect(eve.link(userId, login)).rejects.toThrowError(named('IDENTITY_IN_USE'))
    expect(await added(refused)).toEqual(nothing)
    expect((await ada.logInSocially(await atGoogle(ada, sub))).userId).toBe(owner.userId)
    expect(await eve.eventsOf(userId)).toEqual(['social login refused', 'code accepted'])
    expect(await ada.eventsOf(owner.userId)).toContain('social login refused')
  })

  test('counts once, and by no statement that was made for a login', async () => {
    const device = await custody.device()
    const { userId } = await device.prove(newEmail())
    const login = await linked(await atGoogle(device))
    await device.link(userId, login)
    await expect(device.link(userId, login)).rejects.toThrowError(named('SOCIAL_EXPIRED'))
    const statement = await linked(await atGithub(device))
    await expect(device.link(userId, statement)).rejects.toThrowError(named('SOCIAL_REFUSED'))
    expect((await device.eventsOf(userId))[0]).toBe('social login refused')
  })
})
