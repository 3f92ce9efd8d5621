import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { signToken } from '@latchkey/service-kit/keys/tokens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '../harness.ts'
import type { TestDevice } from '../testDevice.ts'
import { createSocialHarness, eventsOf, linkArrived, logInAt, madeBy, page, type SocialHarness } from './socialLogin.ts'
import { type ProviderUser, providerUser } from './startProviders.ts'

/** A sign-in by email whose address belongs to a login provider's account: it asks before it creates another account. */

let harness: SocialHarness
beforeAll(async () => {
  harness = await createSocialHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

let count = 0
const newPerson = (about: Partial<ProviderUser> = {}) => providerUser({ email: `Code${count++}@Example.com`, ...about })
const own = ({ email }: ProviderUser) => email.toLowerCase()
const refused = (name: string) => expect.objectContaining({ name })

/** Runs up to the wallet frame's query for the address's account. */
const arrive = async (device: TestDevice, email: string, by = harness) => {
  const { attemptId } = await device.startEmail(email)
  const login = { attemptId, code: by.mailbox.codeFor(email) }
  return { login, ...(await device.client.call('findAccount', login)) }
}
const codeOpens = async (person: ProviderUser) => (await logIn(harness, await harness.device(), own(person))).userId

describe('a first sign-in by email', () => {
  test.each(['google', 'apple', 'github', 'discord'] as const)(
    'finds the account that %s opens, and opens it too once that is signed in to',
    async (provider) => {
      const person = newPerson()
      const first = await logInAt(harness, await harness.device(), provider, person)
      const device = await harness.device()
      const before = await madeBy(harness)
      const { login, account } = await arrive(device, own(person))
      expect(account).toEqual({ email: own(person), providers: [provider] })
      expect(await madeBy(harness)).toEqual(before)

      const proved = await logInAt(harness, device, provider, person)
      for (const _ of ['once', 'again, after an answer was lost']) await linkArrived(device, login, proved)
      expect((await eventsOf(harness, first.userId))[0]).toBe('login linked')
      expect(harness.mailbox.mails.at(-1)).toMatchObject({
        to: own(person),
        subject: expect.stringContaining('Email codes now open your wallet'),
      })

      const other = await harness.device()
      const again = await arrive(other, own(person))
      expect(again.account).toBeNull()
      expect((await other.finishLogin(again.login.attemptId, again.login.code)).userId).toBe(first.userId)
      expect((await logInAt(harness, other, provider, person)).userId).toBe(first.userId)
    },
  )

  test('makes a separate account with the same code where its user asks for one', async () => {
    const person = newPerson()
    const first = await logInAt(harness, await harness.device(), 'google', person)
    const device = await harness.device()
    const { login } = await arrive(device, own(person))
    const { userId } = await device.finishLogin(login.attemptId, login.code)
    expect(userId).not.toBe(first.userId)
    expect((await arrive(await harness.device(), own(person))).account).toBeNull()
    expect(await codeOpens(person)).toBe(userId)
  })

  test('says nothing of an account to a wrong code, which uses up a try', async () => {
    const person = newPerson()
    await logInAt(harness, await harness.device(), 'google', person)
    const device = await harness.device()
    const { attemptId } = await device.startEmail(own(person))
    const right = harness.mailbox.codeFor(own(person))
    const wrong = { attemptId, code: right === '000000' ? '111111' : '000000' }
    for (const name of ['OTP_INVALID', 'OTP_INVALID', 'OTP_EXHAUSTED'])
      await expect(device.client.call('findAccount', wrong)).rejects.toEqual(refused(name))
    await expect(device.client.call('findAccount', { attemptId, code: right })).rejects.toEqual(
      refused('OTP_EXHAUSTED'),
    )
  })

  test('says nothing to another device', async () => {
    const person = newPerson()
    await logInAt(harness, await harness.device(), 'google', person)
    const { login } = await arrive(await harness.device(), own(person))
    await expect((await harness.device()).client.call('findAccount', login)).rejects.toEqual(refused('OTP_EXPIRED'))
  })

  test.each([
    ['google', { isVerified: false }],
    ['x', {}],
  ] as const)('finds no account by an address that %s has not verified', async (provider, about) => {
    const person = newPerson(about)
    await logInAt(harness, await harness.device(), provider, person)
    expect((await arrive(await harness.device(), own(person))).account).toBeNull()
  })
})

describe('the email is linked to no account', () => {
  const arriveAtGoogles = async () => {
    const person = newPerson()
    await logInAt(harness, await harness.device(), 'google', person)
    const device = await harness.device()
    return { person, device, ...(await arrive(device, own(person))) }
  }

  test('that has another address at its provider', async () => {
    const { person, device, login } = await arriveAtGoogles()
    const other = await logInAt(harness, device, 'google', newPerson())
    await expect(linkArrived(device, login, other)).rejects.toEqual(refused('LINK_MISMATCH'))
    expect((await arrive(await harness.device(), own(person))).account).not.toBeNull()
  })

  test('that has another email of its own', async () => {
    const person = newPerson()
    const device = await harness.device()
    const mine = await logIn(harness, device, own(newPerson()))
    await harness.database.transaction(
      'custody',
      (sql) => sql`
        INSERT INTO identities (provider, issuer, subject, user_id, email, linked_at)
        VALUES ('google', 'https://accounts.example', ${person.id}, ${mine.userId}, ${own(person)}, now())`,
    )
    const { login, account } = await arrive(device, own(person))
    expect(account).toEqual({ email: own(person), providers: ['google'] })
    await expect(linkArrived(device, login, mine)).rejects.toEqual(refused('LINK_MISMATCH'))
  })

  test('once it has become another account’s meanwhile', async () => {
    const { person, device, login } = await arriveAtGoogles()
    await logIn(harness, await harness.device(), own(person))
    const proved = await logInAt(harness, device, 'google', person)
    await expect(linkArrived(device, login, proved)).rejects.toEqual(refused('IDENTITY_IN_USE'))
  })

  test('by a code that is ten minutes old', async () => {
    const { person, device, login } = await arriveAtGoogles()
    harness.clock.advance(601)
    const proved = await logInAt(harness, device, 'google', person)
    await expect(linkArrived(device, login, proved)).rejects.toEqual(refused('OTP_EXPIRED'))
  })
})

describe('the word of custody alone', () => {
  const signed = async (by: SocialHarness, device: TestDevice, sub: string, email: string) => {
    const { signing } = await openAuthorityKeyring('custody', by.database, by.kms('custody'))
    const grant = {
      ...{ sub, jti: crypto.randomUUID(), email, purpose: 'link' as const },
      auth_time: Math.floor(by.clock.now().getTime() / 1000),
      cnf: { jkt: device.deviceId },
      hpke: device.hpkePublicKey,
    }
    return signToken('apiGrant', grant, signing, by.clock)
  }

  test('gives an account no address that its provider has not verified to the api', async () => {
    const device = await harness.device()
    const mine = await logInAt(harness, device, 'google', newPerson())
    const apiGrant = await signed(harness, device, mine.userId, 'victim@example.com')
    await expect(device.client.call('linkLogin', { apiGrant }, mine)).rejects.toEqual(refused('LINK_MISMATCH'))
  })

  test('gives an account none that its mailbox has not approved for this device', async () => {
    await using strict = await createSocialHarness({ deviceLink: 'always' })
    const person = newPerson()
    const device = await strict.device()
    const mine = await logInAt(strict, device, 'google', person)
    const apiGrant = await signed(strict, device, mine.userId, own(person))
    await expect(device.client.call('linkLogin', { apiGrant }, mine)).rejects.toEqual(refused('DEVICE_NOT_APPROVED'))
    // With the link, which the wallet has approved before a code is mailed.
    const { link } = await device.client.call('startDeviceLink', {
      dappOrigin: page,
      email: own(person),
      isNumberShown: false,
    })
    expect(link).not.toBeNull()
    await device.client.call('approveDevice', { token: strict.mailbox.linkTokenFor(own(person)) })
    const { login } = await arrive(device, own(person), strict)
    await linkArrived(device, login, await logInAt(strict, device, 'google', person))
    expect((await logIn(strict, device, own(person))).userId).toBe(mine.userId)
  })
})
