import type { MessageFields } from '@latchkey/service-kit/test/farcaster/signInMessage'
import {
  type Farcaster,
  type FarcasterPerson,
  startFarcaster,
} from '@latchkey/service-kit/test/farcaster/startFarcaster'
import { createTestRelay, type TestRelay } from '@latchkey/service-kit/test/farcaster/testRelay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, createHarness, type Harness } from './harness.ts'
import { ownPage } from './social/socialLogin.ts'
import type { TestDevice } from './testDevice.ts'

const dappOrigin = 'http://127.0.0.1:3000'
const named = (name: string) => expect.objectContaining({ name })
const over = { status: 'over' }

let farcaster: Farcaster
let relay: TestRelay
let harness: Harness
/** Null: the chain responds. */
let chainFailure: (() => Promise<Response>) | null = null
beforeAll(async () => {
  farcaster = await startFarcaster()
  relay = createTestRelay({ now: () => harness.clock.now() })
  harness = await createHarness({
    farcaster: { relayUrl: relay.url, rpcUrl: farcaster.url },
    fetch: (input, init) => {
      if (String(input).startsWith(relay.url)) return relay.fetch(input, init)
      return chainFailure === null ? globalThis.fetch(input, init) : chainFailure()
    },
  })
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
  await farcaster[Symbol.asyncDispose]()
})

const start = ({ client }: TestDevice, purpose: 'login' | 'confirmation' | 'link' = 'login') =>
  client.call('farcasterStart', { ...(purpose === 'login' ? { dappOrigin } : ownPage), purpose })
const ask = ({ client }: TestDevice, attemptId: string) => client.call('farcasterStatus', { attemptId })
/** Approved by the user, and returned to the device. */
const signedBy = async (device: TestDevice, person: FarcasterPerson, purpose?: 'login' | 'confirmation' | 'link') => {
  const { attemptId, url } = await start(device, purpose)
  await relay.approve(url, person)
  const told = await ask(device, attemptId)
  if (told.status !== 'signed') throw new Error(told.status)
  return { attemptId, message: told.message, signature: told.signature, userName: told.userName }
}
/** Runs a whole sign-in. */
const logIn = async (device: TestDevice, person: FarcasterPerson) => {
  const { userName: _, ...proof } = await signedBy(device, person)
  const { apiGrant, custodyToken } = await device.client.call('farcasterVerify', proof)
  const { tokens, ...session } = await device.client.call('startSession', { apiGrant, dappOrigin })
  return { custodyToken, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken, ...session }
}
/** A known user on a separate device, whose log can be read. */
const known = async () => {
  const device = await harness.device()
  const person = await farcaster.person()
  return { device, person, login: await logIn(device, person) }
}
const eventsOf = async ({ device, login }: Awaited<ReturnType<typeof known>>) => {
  const { accessToken, custodyToken } = login
  const read = (log: { entries: readonly { event: string }[] }) => log.entries.map(({ event }) => event)
  return {
    api: read(await device.client.call('apiAuditLog', {}, { accessToken })),
    custody: read(await device.client.call('custodyAuditLog', {}, { accessToken: custodyToken })),
  }
}
const countRows = async () => {
  const [custody] = await harness.database.transaction(
    'custody',
    (sql) => sql`SELECT (SELECT count(*)::int FROM people) AS people, (SELECT count(*)::int FROM identities) AS known`,
  )
  const [api] = await harness.database.transaction(
    'api',
    (sql) => sql`
      SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM sessions) AS sessions,
        (SELECT count(*)::int FROM proved_identities) AS proved`,
  )
  return { ...custody, ...api }
}

describe('a login by Farcaster', () => {
  test('asks for a message for the wallet, of this attempt, that ends with it', async () => {
    const device = await harness.device()
    const { attemptId, url, expiresInSeconds } = await start(device)
    expect(url).toMatch(/^https:\/\/farcaster\.test\/siwf\?channelToken=/)
    expect(relay.asked(url)).toEqual({
      siweUri: addresses.walletOrigin,
      domain: 'wallet.test:3001',
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      expirationTime: new Date(harness.clock.now().getTime() + expiresInSeconds * 1000).toISOString(),
      acceptAuthAddress: true,
    })
    expect(await ask(device, attemptId)).toEqual({ status: 'waiting' })
  })

  test('makes a user the first time and finds them again, from another device and another attempt', async () => {
    const person = await farcaster.person()
    const [one, other] = [await harness.device(), await harness.device()]
    const first = await logIn(one, person)
    expect(first).toMatchObject({ email: null, login: { provider: 'farcaster', userName: 'ada' }, wallet: null })
    const wallet = await one.enrol(first)
    const second = await logIn(other, person)
    expect(second).toMatchObject({ userId: first.userId, wallet })
    expect(await other.enrol(second)).toEqual(wallet)
    expect(await other.unlock(second.accessToken)).toBe(wallet.addresses.eip155[0])
  })

  test('is told as often as one asks', async () => {
    const device = await harness.device()
    const { attemptId, userName: _, ...proof } = await signedBy(device, await farcaster.person())
    expect(await ask(device, attemptId)).toEqual({ status: 'signed', userName: 'ada', ...proof })
  })

  test('is told to one who asks twice at once', async () => {
    const device = await harness.device()
    const { attemptId, url } = await start(device)
    await relay.approve(url, await farcaster.person())
    const told = await Promise.all([1, 2, 3].map(() => ask(device, attemptId)))
    expect(told.map(({ status }) => status)).not.toContain('over')
    expect(await ask(device, attemptId)).toMatchObject({ status: 'signed' })
  })

  test('confirms a session of that user', async () => {
    const { device, person, login } = await known()
    const { userName: _, ...proof } = await signedBy(device, person, 'confirmation')
    const { apiGrant } = await device.client.call('farcasterVerify', { ...proof, purpose: 'confirmation' })
    harness.clock.advance(301)
    const { userName: __, ...late } = await signedBy(device, person, 'confirmation')
    const fresh = await device.client.call('farcasterVerify', { ...late, purpose: 'confirmation' })
    await device.client.call('confirmSession', { apiGrant: fresh.apiGrant }, login)
    await expect(device.client.call('confirmSession', { apiGrant }, login)).rejects.toThrowError(
      named('SESSION_EXPIRED'),
    )
  })

  test('is added to an account that has another login', async () => {
    const { device, login } = await known()
    const second = await farcaster.person()
    const { userName: _, ...proof } = await signedBy(device, second, 'link')
    const { apiGrant } = await device.client.call('linkIdentity', proof, { accessToken: login.custodyToken })
    await device.client.call('linkLogin', { apiGrant }, login)
    expect((await logIn(await harness.device(), second)).userId).toBe(login.userId)
  })
})

describe('a user without an email', () => {
  const newEmail = () => `${crypto.randomUUID()}@example.com`

  test('gets none by a change of one that they do not have', async () => {
    const { device, person, login } = await known()
    const { client } = device
    const [email, newOne] = [newEmail(), newEmail()]
    const { changeId } = await client.call('startEmailChange', { dappOrigin, email, newEmail: newOne })
    const code = harness.mailbox.codeFor(email)
    await expect(client.call('proveOldEmail', { changeId, code })).rejects.toThrowError(named('OTP_EXPIRED'))
    await expect(client.call('proveNewEmail', { changeId, code })).rejects.toThrowError(named('OTP_EXPIRED'))
    expect(await logIn(await harness.device(), person)).toMatchObject({ userId: login.userId, email: null })
  })

  test('is asked for no code: one for an address that is nobody’s confirms nothing', async () => {
    const { device, login } = await known()
    const email = newEmail()
    const asked = { dappOrigin, email, purpose: 'confirmation' } as const
    const { attemptId } = await device.client.call('emailStart', asked)
    const code = harness.mailbox.codeFor(email)
    await expect(device.client.call('emailVerify', { attemptId, code })).rejects.toThrowError(named('OTP_EXPIRED'))
    expect((await eventsOf({ device, person: await farcaster.person(), login })).custody).toEqual([
      'social login accepted',
    ])
  })

  test('uses their wallet as others do: rotates its key, and recovers with the new one', async () => {
    const { device, person, login } = await known()
    await device.enrol(login)
    const { userName: _, ...proof } = await signedBy(device, person, 'confirmation')
    const { apiGrant } = await device.client.call('farcasterVerify', { ...proof, purpose: 'confirmation' })
    await device.client.call('confirmSession', { apiGrant }, login)
    const rotated = await device.change('rotate', login)
    const other = await harness.device()
    expect(await other.enrol(await logIn(other, person))).toEqual(rotated)
  })
})

describe('an attempt', () => {
  test('is used up by the session that was opened with it', async () => {
    const device = await harness.device()
    const { attemptId, userName: _, ...proof } = await signedBy(device, await farcaster.person())
    const { apiGrant } = await device.client.call('farcasterVerify', { attemptId, ...proof })
    await device.client.call('startSession', { apiGrant, dappOrigin })
    expect(await ask(device, attemptId)).toEqual(over)
    const kept = await harness.database.transaction(
      'api',
      (sql) => sql`SELECT 1 FROM farcaster_attempts WHERE attempt_id = ${attemptId}`,
    )
    expect(kept).toEqual([])
  })

  test('is nothing to another device', async () => {
    const { attemptId, url } = await start(await harness.device())
    const person = await farcaster.person()
    await relay.approve(url, person)
    expect(await ask(await harness.device(), attemptId)).toEqual(over)
  })

  test('is over after ten minutes', async () => {
    const device = await harness.device()
    const { attemptId } = await start(device)
    harness.clock.advance(601)
    expect(await ask(device, attemptId)).toEqual(over)
  })

  test('is over when the relay knows its channel no more', async () => {
    const device = await harness.device()
    const { attemptId, url } = await start(device)
    relay.close(url)
    expect(await ask(device, attemptId)).toEqual(over)
    expect(await ask(device, attemptId)).toEqual(over)
  })

  test('serves one session', async () => {
    const device = await harness.device()
    const person = await farcaster.person()
    const { userName: _, ...proof } = await signedBy(device, person)
    const { apiGrant } = await device.client.call('farcasterVerify', proof)
    await expect(device.client.call('farcasterVerify', proof)).rejects.toThrowError(named('SOCIAL_EXPIRED'))
    await device.client.call('startSession', { apiGrant, dappOrigin })
    await expect(device.client.call('startSession', { apiGrant, dappOrigin })).rejects.toThrowError(
      named('SESSION_EXPIRED'),
    )
  })

  test('needs a page of the project', async () => {
    const { client } = await harness.device()
    const elsewhere = client.call('farcasterStart', { dappOrigin: 'https://evil.example' })
    await expect(elsewhere).rejects.toThrowError(named('ORIGIN_NOT_ALLOWED'))
  })

  test.each(['confirmation', 'link'] as const)('for a %s is begun on the wallet’s own page alone', async (purpose) => {
    const device = await harness.device()
    const begin = device.client.call('farcasterStart', { dappOrigin, purpose })
    await expect(begin).rejects.toThrowError(named('INVALID_PARAMS'))
    expect(await start(device, purpose)).toHaveProperty('url')
  })
})

describe('what is refused makes nobody, and both authorities note it for whoever has the device', () => {
  type Attack = (victim: FarcasterPerson) => Promise<{
    changes?: Partial<MessageFields>
    by?: FarcasterPerson['account']
  }>
  const secondsFromNow = (seconds: number) => new Date(harness.clock.now().getTime() + seconds * 1000).toISOString()
  const stranger = async () => (await farcaster.person()).account
  test.each<[string, 'SOCIAL_REFUSED' | 'SOCIAL_EXPIRED', Attack]>([
    ['another domain', 'SOCIAL_REFUSED', async () => ({ changes: { domain: 'evil.example' } })],
    ['another uri', 'SOCIAL_REFUSED', async () => ({ changes: { uri: 'https://evil.example' } })],
    ['another nonce', 'SOCIAL_REFUSED', async () => ({ changes: { nonce: 'f'.repeat(32) } })],
    ['another statement', 'SOCIAL_REFUSED', async () => ({ changes: { statement: 'Hello' } })],
    ['another chain', 'SOCIAL_REFUSED', async () => ({ changes: { chainId: '8453' } })],
    ['no resource', 'SOCIAL_REFUSED', async () => ({ changes: { resources: [] } })],
    [
      'several resources',
      'SOCIAL_REFUSED',
      async ({ fid }) => ({ changes: { resources: [`farcaster://fid/${fid}`, 'farcaster://fid/2'] } }),
    ],
    ['the account of somebody else', 'SOCIAL_REFUSED', async () => ({ changes: { resources: ['farcaster://fid/2'] } })],
    ['the signature of a stranger', 'SOCIAL_REFUSED', async () => ({ by: await stranger() })],
    [
      'a key that was revoked',
      'SOCIAL_REFUSED',
      async ({ fid }) => {
        const by = await stranger()
        await farcaster.setKey(fid, by.address, 2, 2)
        return { by, changes: { address: by.address } }
      },
    ],
    ['a message that begins later', 'SOCIAL_REFUSED', async () => ({ changes: { notBefore: secondsFromNow(900) } })],
    ['a message that is over', 'SOCIAL_EXPIRED', async () => ({ changes: { expirationTime: secondsFromNow(-1) } })],
    ['an old message', 'SOCIAL_EXPIRED', async () => ({ changes: { issuedAt: secondsFromNow(-1000) } })],
  ])('%s', async (_, name, attack) => {
    const victim = await known()
    const { device, person } = victim
    const before = await countRows()
    const { attemptId, url } = await start(device)
    const proof = await relay.approve(url, person, await attack(person))

    const asked = ask(device, attemptId)
    if (name === 'SOCIAL_EXPIRED') expect(await asked).toEqual(over)
    else await expect(asked).rejects.toThrowError(named(name))
    // It stays ended.
    if (name === 'SOCIAL_EXPIRED') expect(await ask(device, attemptId)).toEqual(over)
    else await expect(ask(device, attemptId)).rejects.toThrowError(named(name))
    // Custody checks by itself, whatever the api states.
    await expect(device.client.call('farcasterVerify', { attemptId, ...proof })).rejects.toThrowError(named(name))

    expect(await countRows()).toEqual(before)
    const events = await eventsOf(victim)
    expect(events.api[0]).toBe('social login refused')
    expect(events.custody[0]).toBe('social login refused')
  })

  test('a message that has served, in the same hands and in others', async () => {
    const victim = await known()
    const { device, person } = victim
    const { userName: _, ...proof } = await signedBy(device, person)
    await device.client.call('farcasterVerify', proof)
    const before = await countRows()
    await expect(device.client.call('farcasterVerify', proof)).rejects.toThrowError(named('SOCIAL_EXPIRED'))
    const thief = await known()
    await expect(thief.device.client.call('farcasterVerify', proof)).rejects.toThrowError(named('SOCIAL_REFUSED'))
    expect((await eventsOf(victim)).custody[0]).toBe('social login refused')
    expect((await eventsOf(thief)).custody[0]).toBe('social login refused')
    expect(await countRows()).toMatchObject({ people: Number(before.people) + 1 })
  })

  test('a message that is none', async () => {
    const victim = await known()
    const { attemptId, url } = await start(victim.device)
    relay.tell(url, { message: 1, signature: 'none' })
    await expect(ask(victim.device, attemptId)).rejects.toThrowError(named('SOCIAL_REFUSED'))
    expect((await eventsOf(victim)).api[0]).toBe('social login refused')
  })

  test('a grant of custody for what the api has not seen proved', async () => {
    const { device, person } = await known()
    const { attemptId, url } = await start(device)
    const proof = await relay.approve(url, person)
    // The api never calls the relay.
    const { apiGrant } = await device.client.call('farcasterVerify', { attemptId, ...proof })
    await expect(device.client.call('startSession', { apiGrant, dappOrigin })).rejects.toThrowError(
      named('SESSION_EXPIRED'),
    )
  })
})

describe('while somebody is away, nobody gets in, and everybody does afterwards', () => {
  const away = () => Promise.reject(new TypeError('fetch failed'))
  const unavailable = named('PROVIDER_UNAVAILABLE')

  test.each<[string, () => Promise<Response>]>([
    ['the relay, out of reach', away],
    ['the relay, with an error', async () => new Response('oops', { status: 500 })],
    ['the relay, with garbage', async () => new Response('<html>', { status: 201 })],
    ['the relay, with a redirect', async () => Response.redirect('https://evil.example')],
    [
      'the relay, with a nonce of its own',
      async () =>
        Response.json({ channelToken: 'token', url: 'https://farcaster.test', nonce: 'abcdefgh' }, { status: 201 }),
    ],
    [
      'the relay, with an address that is none',
      async () => Response.json({ channelToken: 'token', url: 'javascript:alert(1)', nonce: 'x' }, { status: 201 }),
    ],
  ])('%s', async (_, answer) => {
    const device = await harness.device()
    const begun = await start(device)
    relay.breakDown(answer)
    await expect(start(device)).rejects.toThrowError(unavailable)
    await expect(ask(device, begun.attemptId)).rejects.toThrowError(unavailable)
    relay.breakDown(null)
    expect(await ask(device, begun.attemptId)).toEqual({ status: 'waiting' })
    await relay.approve(begun.url, await farcaster.person())
    expect(await ask(device, begun.attemptId)).toMatchObject({ status: 'signed' })
  })

  test('the chain: the message is not lost, which the relay tells once', async () => {
    const device = await harness.device()
    const { attemptId, url } = await start(device)
    const proof = await relay.approve(url, await farcaster.person())
    const before = await countRows()
    chainFailure = away
    await expect(ask(device, attemptId)).rejects.toThrowError(unavailable)
    await expect(device.client.call('farcasterVerify', { attemptId, ...proof })).rejects.toThrowError(unavailable)
    chainFailure = null
    expect(await countRows()).toEqual(before)
    expect(await ask(device, attemptId)).toMatchObject({ status: 'signed', ...proof })
    expect(await device.client.call('farcasterVerify', { attemptId, ...proof })).toHaveProperty('userId')
  })
})

test('nobody logs in by Farcaster where it is not set up', async () => {
  await using other = await createHarness()
  const device = await other.device()
  const attemptId = crypto.randomUUID()
  const proof = { attemptId, message: 'message', signature: '0x00' }
  for (const call of [
    () => start(device),
    () => ask(device, attemptId),
    () => device.client.call('farcasterVerify', proof),
  ])
    await expect(call()).rejects.toThrowError(named('NOT_ENABLED'))
})
