import { type SocialProvider, socialNonce } from '@latchkey/api-client'
import type { Sql } from '@latchkey/service-kit/db/database'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { type Claims, signToken } from '@latchkey/service-kit/keys/tokens'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logIn } from '../harness.ts'
import {
  arriveAt,
  createSocialHarness,
  linkArrived,
  logInAt,
  page,
  prove,
  type SocialHarness,
} from '../social/socialLogin.ts'
import { providerUser } from '../social/startProviders.ts'
import type { TestDevice } from '../testDevice.ts'

/**
 * What an attacker gets from a sign-in that finds an account by a verified address (`docs/threat-model.md`, "One user, one wallet"): one
 * test per row. Where the row says that they get something, they do.
 */

const email = 'victim@example.com'
const statements: string[] = []
let harness: SocialHarness
let thief: TestDevice
beforeEach(async () => {
  harness = await createSocialHarness({
    wrapDatabase: (database) => {
      const listening =
        (role: string, sql: Sql): Sql =>
        (text, ...values) => {
          statements.push(`${role} ${text.join('?')}`)
          return sql(text, ...values)
        }
      return {
        ...database,
        transaction: (role, work) => database.transaction(role, (sql) => work(listening(role, sql))),
      }
    },
  })
  thief = await harness.device()
})
afterEach(() => harness[Symbol.asyncDispose]())

const refused = (name: string) => expect.objectContaining({ name })
const victimByCode = async () => logIn(harness, await harness.device(), email)
const signingOf = async (authority: 'api' | 'custody') =>
  (await openAuthorityKeyring(authority, harness.database, harness.kms(authority))).signing
/** Returns the current owner of a user's login at a provider. */
const ownerOf = async (provider: SocialProvider, person: ReturnType<typeof providerUser>) =>
  (await logInAt(harness, await harness.device(), provider, person)).userId

describe('an unverified address', () => {
  test.each<[SocialProvider, Record<string, unknown>]>([
    ['google', { email_verified: false }],
    ['google', { email_verified: undefined }],
    ['google', { email_verified: 'yes' }],
    ['google', { email_verified: true, email: undefined }],
    ['google', { email_verified: true, email: 'no address' }],
    ['apple', { email_verified: 'false' }],
  ])('at %s, %j: custody names no account', async (provider, claims) => {
    await victimByCode()
    Object.assign(harness.providers.claims, claims)
    expect((await arriveAt(harness, thief, provider, providerUser({ email }))).account).toBeNull()
  })

  test('and one of nobody: the same answer, by the same statements', async () => {
    await victimByCode()
    const seen = []
    for (const address of [email, 'nobody@example.com']) {
      const { started, finished } = await prove(
        harness,
        thief,
        'discord',
        providerUser({ email: address, isVerified: false }),
      )
      const asked = { provider: 'discord', codeChallenge: started.codeChallenge, proof: finished.proof } as const
      statements.length = 0
      seen.push([await thief.client.call('findAccount', asked), [...statements]])
    }
    expect(seen[0]?.[0]).toEqual({ account: null })
    expect(seen[1]).toEqual(seen[0])
  })
})

describe('a recycled address', () => {
  test('whose former holder still has it at a provider: they learn of the account, and cannot link to it', async () => {
    const { userId } = await victimByCode()
    const former = providerUser({ email })
    const { login, account } = await arriveAt(harness, thief, 'google', former)
    expect(account).toEqual({ email, providers: [] })
    // They can only prove an account of their own.
    const own = await logIn(harness, thief, 'former@example.com')
    await expect(linkArrived(thief, login, own)).rejects.toEqual(refused('LINK_MISMATCH'))
    expect(await ownerOf('google', former)).not.toBe(userId)
  })

  test('whose new holder has the mailbox, of an account that only Google opens: they get nothing of it', async () => {
    const victim = await logInAt(harness, await harness.device(), 'google', providerUser({ email }))
    const { login, account } = await arriveAt(harness, thief, 'github', providerUser({ email }))
    expect(account).toEqual({ email, providers: ['google'] })
    const own = await logIn(harness, thief, email)
    expect(own.userId).not.toBe(victim.userId)
    await linkArrived(thief, login, own)
    expect(await ownerOf('google', providerUser({ email }))).not.toBe(victim.userId)
  })
})

test('a lying provider, which says that it has verified the address: the existence of the account', async () => {
  const { userId } = await victimByCode()
  const liar = providerUser({ email })
  const { login, account } = await arriveAt(harness, thief, 'discord', liar)
  expect(account).toEqual({ email, providers: [] })
  const asked = { ...login, atSignIn: 'keep' } as const
  await expect(thief.client.call('linkIdentity', asked)).rejects.toEqual(refused('UNAUTHORIZED'))
  const own = await logIn(harness, thief, 'thief@example.com')
  await expect(linkArrived(thief, login, own)).rejects.toEqual(refused('LINK_MISMATCH'))
  expect(await ownerOf('discord', liar)).not.toBe(userId)
})

describe('the api process', () => {
  const codeChallenge = 'A'.repeat(43)
  const stated = async (claims: Partial<Claims<'socialStatement'>> = {}) => {
    const identity = { provider: 'github', issuer: harness.providers.issuerOf('github'), subject: 'thief' } as const
    const nonce = await socialNonce(thief.deviceId, thief.hpkePublicKey, codeChallenge)
    const said = { identity, email, nonce, purpose: 'login' as const, ...claims }
    const statement = await signToken('socialStatement', said, await signingOf('api'), harness.clock)
    return { provider: 'github', codeChallenge, proof: { kind: 'statement', statement } } as const
  }

  test('that vouches for an address: its word finds the account and links nothing', async () => {
    await victimByCode()
    const login = await stated()
    expect((await thief.client.call('findAccount', login)).account).toEqual({ email, providers: [] })
    const own = await logIn(harness, thief, 'thief@example.com')
    for (const atSignIn of ['check', 'keep'] as const)
      await expect(
        thief.client.call('linkIdentity', { ...login, atSignIn }, { accessToken: own.custodyToken }),
      ).rejects.toEqual(refused('LINK_MISMATCH'))
  })

  test('that calls an address verified which Google does not: custody reads the id_token itself', async () => {
    await victimByCode()
    Object.assign(harness.providers.claims, { email_verified: false })
    const { started, finished } = await prove(harness, thief, 'google', providerUser({ email }))
    const said = { provider: 'google', codeChallenge: started.codeChallenge, proof: finished.proof } as const
    expect((await thief.client.call('findAccount', said)).account).toBeNull()
  })
})

describe('the custody process', () => {
  const grantFor = async (device: TestDevice, sub: string, of: Claims<'apiGrant'>['identity']) => {
    const grant = {
      ...{ sub, jti: crypto.randomUUID(), email: null, purpose: 'link' as const },
      ...(of === undefined ? {} : { identity: of }),
      auth_time: Math.floor(harness.clock.now().getTime() / 1000),
      cnf: { jkt: device.deviceId },
      hpke: device.hpkePublicKey,
    }
    return signToken('apiGrant', grant, await signingOf('custody'), harness.clock)
  }

  test('that links an identity which the device has not proved to the api: nothing', async () => {
    const device = await harness.device()
    const victim = await logIn(harness, device, email)
    const issuer = harness.providers.issuerOf('google')
    const apiGrant = await grantFor(device, victim.userId, { provider: 'google', issuer, subject: 'thief' })
    await expect(device.client.call('linkLogin', { apiGrant }, victim)).rejects.toEqual(refused('SESSION_EXPIRED'))
  })

  test('that names an account with another address: the api compares the address itself', async () => {
    const device = await harness.device()
    const own = await logIn(harness, device, 'other@example.com')
    const person = providerUser({ email })
    await arriveAt(harness, device, 'google', person, { dappOrigin: page })
    const identity = { provider: 'google', issuer: harness.providers.issuerOf('google'), subject: person.id } as const
    const apiGrant = await grantFor(device, own.userId, identity)
    await expect(device.client.call('linkLogin', { apiGrant }, own)).rejects.toEqual(refused('LINK_MISMATCH'))
    expect((await device.client.call('listLogins', {}, own)).logins).toEqual([])
  })
})

test('nobody learns of an account by the proof of another device', async () => {
  await victimByCode()
  const answers = []
  for (const address of [email, 'nobody@example.com']) {
    const { login } = await arriveAt(harness, await harness.device(), 'google', providerUser({ email: address }))
    answers.push(await thief.client.call('findAccount', login).catch((error: Error) => error.message))
  }
  expect(answers[0]).toMatch(/could not be verified/)
  expect(answers[1]).toBe(answers[0])
})
