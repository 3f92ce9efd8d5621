import type { SocialProvider } from '@latchkey/api-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '../harness.ts'
import {
  arriveAt,
  createSocialHarness,
  eventsOf,
  linkArrived,
  logInAt,
  madeBy,
  ownPage,
  page,
  prove,
  type SocialHarness,
} from './socialLogin.ts'
import { type ProviderUser, providerUser } from './startProviders.ts'

let harness: SocialHarness
beforeAll(async () => {
  harness = await createSocialHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

let count = 0
/** A user at every provider whose address no account has yet. */
const newPerson = (about: Partial<ProviderUser> = {}) => providerUser({ email: `Link${count++}@Example.com`, ...about })
const own = ({ email }: ProviderUser) => email.toLowerCase()
const refused = (name: string) => expect.objectContaining({ name })

describe.each<SocialProvider>(['google', 'apple', 'github', 'discord'])('a first sign-in with %s', (provider) => {
  test('finds the account of its verified address, and links to it once its code is entered', async () => {
    const person = newPerson()
    const first = await logIn(harness, await harness.device(), own(person))

    const device = await harness.device()
    const before = await madeBy(harness)
    const { login, account } = await arriveAt(harness, device, provider, person)
    expect(account).toEqual({ email: own(person), providers: [] })
    expect(await madeBy(harness)).toEqual({ ...before, proved: Number(before.proved) + 1 })

    const proved = await logIn(harness, device, own(person))
    await linkArrived(device, login, proved)
    expect(proved).toMatchObject({ userId: first.userId, wallet: first.wallet })
    expect((await eventsOf(harness, first.userId))[0]).toBe('login linked')
    expect(harness.mailbox.mails.at(-1)).toMatchObject({ to: own(person) })

    const other = await harness.device()
    expect((await arriveAt(harness, other, provider, person)).account).toBeNull()
    expect(await logInAt(harness, other, provider, person)).toMatchObject({ userId: first.userId })
  })

  test('makes a separate account when its user asks for one, and finds that one from then on', async () => {
    const person = newPerson()
    const first = await logIn(harness, await harness.device(), own(person))
    const device = await harness.device()
    const { login } = await arriveAt(harness, device, provider, person)
    const { userId, apiGrant } = await device.client.call('socialVerify', login)
    await device.client.call('startSession', { apiGrant, dappOrigin: page })
    expect(userId).not.toBe(first.userId)
    expect((await arriveAt(harness, device, provider, person)).account).toBeNull()
    expect((await logInAt(harness, device, provider, person)).userId).toBe(userId)
  })

  test('finds no account by an address that the provider has not verified', async () => {
    const person = newPerson({ isVerified: false })
    await logIn(harness, await harness.device(), own(person))
    expect((await arriveAt(harness, await harness.device(), provider, person)).account).toBeNull()
  })
})

test.each<SocialProvider>(['facebook', 'x'])('%s verifies no address, and finds no account', async (provider) => {
  const person = newPerson()
  await logIn(harness, await harness.device(), own(person))
  expect((await arriveAt(harness, await harness.device(), provider, person)).account).toBeNull()
})

test('an account without an email is found by the address of its login, and proved by that login', async () => {
  const person = newPerson()
  const first = await logInAt(harness, await harness.device(), 'google', person)
  const device = await harness.device()
  const { login, account } = await arriveAt(harness, device, 'github', person)
  expect(account).toEqual({ email: own(person), providers: ['google'] })
  await linkArrived(device, login, await logInAt(harness, device, 'google', person))
  expect((await logInAt(harness, await harness.device(), 'github', person)).userId).toBe(first.userId)
})

test('a login that is to prove an account makes none', async () => {
  const person = newPerson()
  const device = await harness.device()
  const { login } = await arriveAt(harness, device, 'google', person)
  const before = await madeBy(harness)
  await expect(device.client.call('socialVerify', { ...login, isKnown: true })).rejects.toEqual(
    refused('SOCIAL_REFUSED'),
  )
  expect(await madeBy(harness)).toEqual(before)
})

describe('nothing is linked', () => {
  type Arrived = Awaited<ReturnType<typeof arriveAt>>['login']
  const arrive = async () => {
    const person = newPerson()
    const first = await logIn(harness, await harness.device(), own(person))
    const device = await harness.device()
    const { login } = await arriveAt(harness, device, 'google', person)
    return { person, first, device, login }
  }
  const staysUnlinked = async (person: ProviderUser) =>
    expect((await arriveAt(harness, await harness.device(), 'google', person)).account).toEqual({
      email: own(person),
      providers: [],
    })

  test('to an account with another address, whose code was entered', async () => {
    const { person, device, login } = await arrive()
    const other = await logIn(harness, device, own(newPerson()))
    await expect(linkArrived(device, login, other)).rejects.toEqual(refused('LINK_MISMATCH'))
    await staysUnlinked(person)
  })

  test('after the provider has been signed in to more than ten minutes ago', async () => {
    const { person, device, login } = await arrive()
    harness.clock.advance(661)
    const proved = await logIn(harness, device, own(person))
    await expect(linkArrived(device, login, proved)).rejects.toEqual(refused('SOCIAL_EXPIRED'))
    await staysUnlinked(person)
  })

  test('by what another device has proved', async () => {
    const { person, login } = await arrive()
    const thief = await harness.device()
    const proved = await logIn(harness, thief, own(newPerson()))
    await expect(linkArrived(thief, login, proved)).rejects.toEqual(refused('SOCIAL_REFUSED'))
    await staysUnlinked(person)
  })

  test('when it has become a separate account meanwhile, in another tab', async () => {
    const { person, device, login, first } = await arrive()
    const again = await arriveAt(harness, device, 'google', person)
    const { userId } = await device.client.call('socialVerify', again.login)
    const proved = await logIn(harness, device, own(person))
    await expect(linkArrived(device, login, proved)).rejects.toEqual(refused('IDENTITY_IN_USE'))
    expect((await logInAt(harness, device, 'google', person)).userId).toBe(userId)
    expect((await logIn(harness, device, own(person))).userId).toBe(first.userId)
  })

  test('when the account has got another email meanwhile', async () => {
    const { person, device, login, first } = await arrive()
    const proved = await logIn(harness, device, own(person))
    const moved = `moved-${own(person)}`
    await harness.database.transaction(
      'custody',
      (sql) => sql`UPDATE people SET email = ${moved} WHERE user_id = ${first.userId}`,
    )
    await expect(linkArrived(device, login, proved)).rejects.toEqual(refused('LINK_MISMATCH'))
    expect((await arriveAt(harness, await harness.device(), 'google', person)).account).toBeNull()
  })

  test('by a sign-in that was begun on another page than the session', async () => {
    const { person, device } = await arrive()
    const about = { projectId: 'other', dappOrigin: 'https://other.example' }
    const { login } = await arriveAt(harness, device, 'google', person, about)
    const proved = await logIn(harness, device, own(person))
    // The first sign-in's proof, from the session's own page, would be enough.
    await harness.database.transaction('api', (sql) => sql`DELETE FROM proved_identities WHERE project_id <> 'other'`)
    await expect(linkArrived(device, login, proved)).rejects.toEqual(refused('SESSION_EXPIRED'))
    await staysUnlinked(person)
  })

  test('by the word of custody about what this device has proved for another purpose', async () => {
    const { person, device } = await arrive()
    const proved = await logIn(harness, device, own(person))
    const { started, finished } = await prove(harness, device, 'google', person, {
      purpose: 'confirmation',
      ...ownPage,
    })
    const login: Arrived = { provider: 'google', codeChallenge: started.codeChallenge, proof: finished.proof }
    await harness.database.transaction('api', (sql) => sql`DELETE FROM proved_identities WHERE purpose = 'login'`)
    await expect(linkArrived(device, login, proved)).rejects.toEqual(refused('SESSION_EXPIRED'))
    await staysUnlinked(person)
  })
})

test.each(['check', 'linkLogin', 'keep'] as const)(
  'what breaks off at %s is found again at the next sign-in, and linked then',
  async (lost) => {
    const person = newPerson()
    const first = await logIn(harness, await harness.device(), own(person))
    const device = await harness.device()
    const { login } = await arriveAt(harness, device, 'google', person)
    const { accessToken, custodyToken } = await logIn(harness, device, own(person))
    const atCustody = { accessToken: custodyToken }
    const { apiGrant } = await device.client.call('linkIdentity', { ...login, atSignIn: 'check' }, atCustody)
    if (lost !== 'check') await device.client.call('linkLogin', { apiGrant }, { accessToken })
    if (lost === 'keep') await device.client.call('linkIdentity', { ...login, atSignIn: 'keep' }, atCustody)

    const other = await harness.device()
    const again = await arriveAt(harness, other, 'google', person)
    if (lost === 'keep') expect(again.account).toBeNull()
    else {
      expect(again.account).toEqual({ email: own(person), providers: [] })
      await linkArrived(other, again.login, await logIn(harness, other, own(person)))
    }
    expect((await logInAt(harness, await harness.device(), 'google', person)).userId).toBe(first.userId)
  },
)

test('linking again, after an answer was lost, is as once', async () => {
  const person = newPerson()
  await logIn(harness, await harness.device(), own(person))
  const device = await harness.device()
  const { login } = await arriveAt(harness, device, 'google', person)
  const proved = await logIn(harness, device, own(person))
  for (const _ of ['once', 'twice']) await linkArrived(device, login, proved)
  const { logins } = await device.client.call('listLogins', {}, { accessToken: proved.accessToken })
  expect(logins).toHaveLength(1)
})
