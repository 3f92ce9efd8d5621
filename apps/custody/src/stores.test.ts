import { randomBytes, randomUUID } from 'node:crypto'
import { type Database, type DatabaseRole, schemaOf } from '@latchkey/service-kit/db/database'
import { openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { type Counted, type EmailLimits, mailCaps } from '@latchkey/service-kit/limits/mailLimits'
import { networksOf } from '@latchkey/service-kit/rateLimits/networkOf'
import { startPostgres } from '@latchkey/service-kit/test/postgres'
import { copyTemplate } from '@latchkey/service-kit/test/template'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type AttemptStore, createAttemptStore } from './email/attemptStore.ts'
import { createIdentityStore, type IdentityStore } from './identity/identityStore.ts'
import { createRecoveryShareStore, type RecoveryShareStore } from './recoveryShare/recoveryShareStore.ts'

type Place = { database: Database; close: () => Promise<void> }

const places: Record<string, () => Promise<Place>> = {
  async 'embedded PGlite'() {
    const database = await copyTemplate(inject('databaseTemplate'))
    return { database, close: () => database.close() }
  },
  async 'a PostgreSQL server'() {
    const server = await startPostgres()
    // Two that start together, as two replicas do: one migrates, the other finds it done.
    const [database, other] = await Promise.all([1, 2].map(() => openDatabase({ url: server.url })))
    await other?.close()
    return {
      database: database as Database,
      close: async () => {
        await database?.close()
        await server[Symbol.asyncDispose]()
      },
    }
  },
}

const roles: readonly DatabaseRole[] = ['api', 'custody']
const otherRole = { api: 'custody', custody: 'api' } as const
const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const times = <result>(count: number, work: (index: number) => Promise<result>): Promise<result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** A statement with dynamic names, which our code never has. */
const statement = (text: string): TemplateStringsArray => Object.assign([text], { raw: [text] })

describe.each(Object.entries(places))('over %s', (_, open) => {
  let place: Place
  let database: Database
  let attempts: AttemptStore
  let shares: RecoveryShareStore
  let identities: IdentityStore
  beforeAll(async () => {
    place = await open()
    database = place.database
    attempts = createAttemptStore(database)
    shares = createRecoveryShareStore(database)
    identities = createIdentityStore(database)
  })
  afterAll(() => place.close())

  describe('roles', () => {
    test.each(roles)('%s acts in its own role and schema, also after a failure', async (role) => {
      const whoAmI = () =>
        database.transaction(role, (sql) => sql`SELECT current_user::text AS name, current_schema()::text AS schema`)
      const self = [{ name: schemaOf[role], schema: schemaOf[role] }]
      expect(await whoAmI()).toEqual(self)
      await expect(database.transaction(otherRole[role], (sql) => sql`SELECT no_such_column`)).rejects.toThrow()
      expect(await whoAmI()).toEqual(self)
    })

    test.each(roles)('%s can do nothing with any table of the other authority', async (role) => {
      const schema = schemaOf[otherRole[role]]
      const tables = await database.transaction(
        role,
        (sql) => sql<{ name: string }>`
          SELECT relname::text AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
          WHERE nspname = ${schema} AND relkind = 'r'`,
      )
      expect(tables.length).toBeGreaterThanOrEqual(7)
      for (const { name } of tables) {
        for (const text of [
          `SELECT * FROM ${schema}.${name}`,
          `INSERT INTO ${schema}.${name} DEFAULT VALUES`,
          `DELETE FROM ${schema}.${name}`,
          `TRUNCATE ${schema}.${name}`,
          `DROP TABLE ${schema}.${name}`,
        ]) {
          await expect(
            database.transaction(role, (sql) => sql(statement(text))),
            text,
          ).rejects.toThrow(/permission denied|must be owner/)
        }
      }
    })

    test.each(roles)('%s can change neither its own schema nor the list of migrations', async (role) => {
      for (const text of ['CREATE TABLE mine (a int)', 'DELETE FROM public.latchkey_migrations']) {
        await expect(database.transaction(role, (sql) => sql(statement(text)))).rejects.toThrow('permission denied')
      }
    })

    test.each([
      'UPDATE wallet_owners SET user_id = NULL',
      'DELETE FROM wallet_owners',
      'UPDATE recovery_shares SET user_id = NULL',
      'UPDATE recovery_shares SET share_mac = NULL',
      'UPDATE recovery_shares SET recovery_share_id = NULL',
      'DELETE FROM dropped_recovery_shares',
      'UPDATE identities SET user_id = NULL',
      'UPDATE spent_nonces SET expires_at = NULL',
    ])('custody itself may not %s', async (text) => {
      await expect(database.transaction('custody', (sql) => sql(statement(text)))).rejects.toThrow('permission denied')
    })

    test('what a failed transaction did is undone', async () => {
      const userId = randomUUID()
      await expect(
        database.transaction('custody', async (sql) => {
          await sql`INSERT INTO people (user_id, email, created_at) VALUES (${userId}, ${userId}, ${now})`
          throw new Error('halfway')
        }),
      ).rejects.toThrow('halfway')
      expect(
        await database.transaction('custody', (sql) => sql`SELECT 1 FROM people WHERE user_id = ${userId}`),
      ).toEqual([])
    })
  })

  describe('email attempts', () => {
    const newAttempt = (about: { email?: string; deviceId?: string } = {}) => ({
      attemptId: randomUUID(),
      deviceId: 'device',
      email: `${randomUUID()}@example.com`,
      networks: networksOf('192.0.2.7'),
      requester: 'stranger' as const,
      codeMac: new Uint8Array(randomBytes(32)),
      createdAt: now,
      expiresAt: later(600),
      tries: 3,
      purpose: 'login' as const,
      ...about,
    })
    type New = ReturnType<typeof newAttempt>
    const add = async (about: { email?: string; deviceId?: string } = {}): Promise<New> => {
      const attempt = newAttempt(about)
      await attempts.start(attempt.email, attempt.networks, (start) => start.add(attempt))
      return attempt
    }
    const enter = ({ attemptId, deviceId, codeMac }: Pick<New, 'attemptId' | 'deviceId' | 'codeMac'>, at = now) =>
      attempts.consume({
        attemptId,
        deviceId,
        codeMac,
        newUserId: async () => randomUUID(),
        now: at,
        unsettledBefore: at,
      })
    const wrong = new Uint8Array(32)

    test('of twenty calls with the right code one succeeds, and the rest are told that it was used', async () => {
      const attempt = await add()
      const outcomes = await times(20, () => enter(attempt))
      expect(outcomes.filter(({ is }) => is === 'right')).toHaveLength(1)
      expect(outcomes.filter(({ is }) => is === 'used')).toHaveLength(19)
    })

    test('of twenty calls with a wrong code three are looked at', async () => {
      const attempt = await add()
      const outcomes = await times(20, () => enter({ ...attempt, codeMac: wrong }))
      expect(
        outcomes
          .filter(({ is }) => is === 'wrong')
          .map((outcome) => 'triesLeft' in outcome && outcome.triesLeft)
          .sort(),
      ).toEqual([1, 2])
      expect(outcomes.filter(({ is }) => is === 'exhausted')).toHaveLength(1)
      expect(outcomes.filter(({ is }) => is === 'noTriesLeft')).toHaveLength(17)
      expect(await enter(attempt)).toEqual({ is: 'noTriesLeft' })
    })

    test('devices that prove one new email at the same time get one user', async () => {
      const email = `${randomUUID()}@example.com`
      const theirs = await times(10, (index) => add({ email, deviceId: `device ${index}` }))
      const outcomes = await times(10, (index) => enter(theirs[index] as New))
      const people = new Set(outcomes.map((outcome) => 'userId' in outcome && outcome.userId))
      expect(outcomes.every((outcome) => outcome.is === 'right' && outcome.email === email)).toBe(true)
      expect(people.size).toBe(1)
    })

    describe('linkEmail', () => {
      /** An account without an email that has this address at a login provider. */
      const addAccount = async (email: string) => {
        const userId = randomUUID()
        await database.transaction('custody', async (sql) => {
          await sql`INSERT INTO people (user_id, email, created_at) VALUES (${userId}, NULL, ${now})`
          await sql`
            INSERT INTO identities (provider, issuer, subject, user_id, linked_at, email)
            VALUES ('google', 'https://accounts.google.com', ${userId}, ${userId}, ${now}, ${email})`
        })
        return userId
      }
      const link = (attempt: New, userId: string, from = attempts) =>
        from.linkEmail({ ...attempt, userId, mayKeep: true, now })

      test('uses up the code that gives the account its email, and answers the same again', async () => {
        const attempt = await add()
        const userId = await addAccount(attempt.email)
        const linked = { is: 'linked', email: attempt.email }
        expect(await times(5, () => link(attempt, userId))).toEqual(Array(5).fill(linked))
        expect(await enter(attempt)).toEqual({ is: 'used' })
      })

      test('leaves the code to a login when the account can’t have the email', async () => {
        const attempt = await add()
        const others = await addAccount(`${randomUUID()}@example.com`)
        expect(await link(attempt, others)).toEqual({ is: 'unlike' })
        const entered = await enter(attempt)
        expect(entered).toMatchObject({ is: 'right', email: attempt.email })
        const second = await add({ email: attempt.email })
        expect(await link(second, others)).toEqual({ is: 'taken' })
        expect(await enter(second)).toEqual(entered)
      })

      test('reports an email as taken that a first login proves at the same moment', async () => {
        const attempt = await add()
        const userId = await addAccount(attempt.email)
        const overtaken: Database = {
          ...database,
          transaction: (role, work) =>
            database.transaction(role, (sql) => {
              const overtake: typeof sql = async (text, ...values) => {
                if (text[0]?.startsWith('UPDATE people') === true)
                  await sql`INSERT INTO people (user_id, email, created_at) VALUES (${randomUUID()}, ${attempt.email}, ${now})`
                return sql(text, ...values)
              }
              return work(overtake)
            }),
        }
        expect(await link(attempt, userId, createAttemptStore(overtaken))).toEqual({ is: 'taken' })
        expect(await link(attempt, userId)).toMatchObject({ is: 'linked' })
      })
    })

    test('an attempt of another device is none, and loses no try', async () => {
      const attempt = await add()
      expect(await times(5, () => enter({ ...attempt, deviceId: 'stranger' }))).toEqual(
        Array(5).fill({ is: 'expired' }),
      )
      expect(await enter({ ...attempt, codeMac: wrong })).toEqual({ is: 'wrong', triesLeft: 2 })
      expect(await enter(attempt)).toMatchObject({ is: 'right' })
    })

    test('a newer code replaces that of the same device and email, and no other', async () => {
      const first = await add()
      const ofAnotherDevice = await add({ email: first.email, deviceId: 'another' })
      const ofAnotherEmail = await add()
      const second = await add({ email: first.email })
      expect(await enter(first)).toEqual({ is: 'expired' })
      for (const attempt of [ofAnotherDevice, ofAnotherEmail, second]) {
        expect(await enter(attempt)).toMatchObject({ is: 'right' })
      }
    })

    test('a code lives until its last second', async () => {
      const [early, late] = await times(2, () => add())
      expect(await enter(early as New, later(599))).toMatchObject({ is: 'right' })
      expect(await enter(late as New, later(600))).toEqual({ is: 'expired' })
    })

    test('starts for one email, or from one network of whatever width, wait for each other', async () => {
      const attempt = newAttempt()
      const none = Object.fromEntries(Object.keys(mailCaps).map((cap) => [cap, null])) as Record<
        keyof typeof mailCaps,
        null
      >
      const startOnce = (email: string, ipAddress: string, cap: keyof typeof mailCaps, counted: Counted) => {
        const networks = networksOf(ipAddress)
        const limits: EmailLimits = { ...none, [cap]: 1, pauseSeconds: 30, challengePercent: null }
        return attempts.start(email, networks, async (start) => {
          const asking = { deviceId: attempt.deviceId, email, networks, networkMac: new Uint8Array(32) }
          const { at } = await start.find(asking, limits)
          if (at[counted].full !== null) return false
          await start.add({ ...attempt, attemptId: randomUUID(), email, networks })
          return true
        })
      }
      const { email } = attempt
      const newEmail = () => `${randomUUID()}@example.com`
      const granted = async (start: (index: number) => Promise<boolean>) =>
        (await times(10, start)).filter(Boolean).length
      expect(await granted((index) => startOnce(email, `203.0.${index}.1`, 'perEmailHour', 'emailHour'))).toBe(1)
      expect(await granted(() => startOnce(newEmail(), '198.51.100.1', 'perNetworkHour', 'network'))).toBe(1)
      expect(
        await granted((host) => startOnce(newEmail(), `198.18.0.${host}`, 'perWideNetworkHour', 'wideNetwork')),
      ).toBe(1)
      expect(
        await granted((net) => startOnce(newEmail(), `2001:db8:1:2${net}::1`, 'perWideNetworkHour', 'wideNetwork')),
      ).toBe(1)
      expect(
        await granted((net) =>
          startOnce(newEmail(), `2001:db8:2:${net}00::1`, 'perWidestNetworkHour', 'widestNetwork'),
        ),
      ).toBe(1)
    })
  })

  describe('recovery shares', () => {
    const person = async (): Promise<string> => {
      const userId = randomUUID()
      await database.transaction(
        'custody',
        (sql) => sql`INSERT INTO people (user_id, email, created_at) VALUES (${userId}, ${userId}, ${now})`,
      )
      return userId
    }
    const newShare = (revision = 1) => ({
      ciphertext: new Uint8Array(randomBytes(90)),
      mac: new Uint8Array(randomBytes(32)),
      revision,
      createdAt: now,
    })
    const newId = async () => ({
      userId: await person(),
      walletId: randomUUID(),
      generation: 1,
      recoveryShareId: randomUUID(),
    })
    type Id = Awaited<ReturnType<typeof newId>>
    /** Another pair of the same wallet. */
    const pairOf = (id: Id): Id => ({ ...id, recoveryShareId: randomUUID() })
    const insert = async (id: Id, share = newShare()) => shares.insert(id, share, async () => {})
    const settle = (id: Id, revision: number) => shares.settle({ ...id, revision }, async () => {})
    const isKept = async (id: Id) => (await shares.find(id)) !== null

    test('a share is kept as it is, and keeping it again changes nothing', async () => {
      const id = await newId()
      const share = newShare()
      expect(await insert(id, share)).toBe('kept')
      // The same share, encrypted again.
      expect(await insert(id, { ...newShare(), mac: share.mac })).toBe('known')
      expect(new Uint8Array((await shares.find(id)) ?? [])).toEqual(share.ciphertext)
    })

    test('another share in its place is refused, for whatever vault key', async () => {
      const id = await newId()
      const share = newShare()
      await insert(id, share)
      expect(await insert(id)).toBe('refused')
      expect(await insert({ ...id, generation: 2 })).toBe('refused')
      expect(new Uint8Array((await shares.find(id)) ?? [])).toEqual(share.ciphertext)
    })

    test('of twenty different shares for one place one is kept', async () => {
      const id = await newId()
      const answers = await times(20, () => insert(id))
      expect(answers.filter((answer) => answer === 'kept')).toHaveLength(1)
    })

    test('a wallet has one owner, whatever the generation, also when two come at once', async () => {
      const [one, other] = [await newId(), await newId()]
      const { walletId } = one
      const answers = await Promise.all([insert(one), insert({ ...other, walletId, generation: 2 })])
      expect(answers.toSorted()).toEqual(['kept', 'refused'])
      const [owner, stranger] = answers[0] === 'kept' ? [one, other] : [other, one]
      for (const generation of [1, 2, 7]) {
        const theirs = { ...stranger, walletId, generation, recoveryShareId: randomUUID() }
        expect(await insert(theirs)).toBe('refused')
        expect(await insert({ ...theirs, userId: owner.userId })).toBe('kept')
        expect(await shares.find(theirs)).toBeNull()
      }
    })

    test('nothing is kept of which nothing can be noted', async () => {
      const id = await newId()
      await expect(shares.insert(id, newShare(), () => Promise.reject(new Error('too many')))).rejects.toThrow(
        'too many',
      )
      expect(await isKept(id)).toBe(false)
    })

    test('a settlement drops what was offered for its revision or before, but the share that it names', async () => {
      const old = await newId()
      const [lost, committed, next] = [pairOf(old), pairOf(old), pairOf(old)]
      await insert(old, newShare(1))
      for (const id of [lost, committed]) await insert(id, newShare(2))
      await insert(next, newShare(3))
      expect(await settle(committed, 2)).toBe(true)
      expect(await Promise.all([old, lost, committed, next].map(isKept))).toEqual([false, false, true, true])
    })

    test('a settlement that comes late or again drops nothing that counts: what was committed since, or offered again', async () => {
      const first = await newId()
      const [second, third] = [pairOf(first), pairOf(first)]
      const share = newShare(1)
      await insert(first, share)
      await insert(second, newShare(2))
      await insert(third, newShare(3))
      // The first one is offered again, for the next revision: it may be committed then.
      expect(await insert(first, { ...newShare(4), mac: share.mac })).toBe('known')
      for (const _ of [1, 2]) expect(await settle(second, 2)).toBe(true)
      expect(await Promise.all([first, second, third].map(isKept))).toEqual([true, true, true])
      expect(await settle(third, 3)).toBe(true)
      expect(await Promise.all([first, second, third].map(isKept))).toEqual([true, false, true])
    })

    test('a settlement drops only the shares of wallets that lost the race to be the user’s first', async () => {
      const [id, stranger] = [await newId(), await newId()]
      const lost = { ...pairOf(id), walletId: randomUUID() }
      for (const one of [id, stranger, lost]) await insert(one)
      expect(await settle(id, 1)).toBe(true)
      expect(await Promise.all([id, stranger, lost].map(isKept))).toEqual([true, true, false])
    })

    test('a share that a settlement has dropped is refused from then on, and others are kept', async () => {
      const old = await newId()
      const [lost, committed] = [pairOf(old), { ...pairOf(old), walletId: randomUUID() }]
      const share = newShare(1)
      await insert(old, share)
      for (const id of [lost, committed]) await insert(id)
      await settle(committed, 1)
      expect(await insert(old, share)).toBe('refused')
      for (const id of [old, lost]) expect(await insert(id, newShare(9))).toBe('refused')
      expect(await Promise.all([old, lost].map(isKept))).toEqual([false, false])
      expect(await insert(pairOf(old))).toBe('kept')
      expect(await insert(committed)).toBe('refused')
      expect(await isKept(committed)).toBe(true)
    })

    test('one that a process of the release before has taken back is released to no one, and dropped once more', async () => {
      const old = await newId()
      const committed = pairOf(old)
      await insert(old)
      await insert(committed)
      await settle(committed, 1)
      const { ciphertext, mac } = newShare()
      await database.transaction(
        'custody',
        (sql) => sql`
          INSERT INTO recovery_shares
            (wallet_id, generation, recovery_share_id, user_id, ciphertext, share_mac, revision, created_at)
          VALUES
            (${old.walletId}, 1, ${old.recoveryShareId}, ${old.userId}, ${ciphertext}, ${mac}, 1, ${now})`,
      )
      expect(await isKept(old)).toBe(false)
      expect(await settle(committed, 1)).toBe(true)
      expect(await isKept(committed)).toBe(true)
    })

    test('a settlement that names no share of the user drops none', async () => {
      const [id, other] = [await newId(), await newId()]
      await insert(id)
      await insert(other)
      expect(await settle(pairOf(id), 9)).toBe(false)
      expect(await settle({ ...other, walletId: id.walletId }, 9)).toBe(false)
      expect(await settle({ ...id, userId: other.userId }, 9)).toBe(false)
      expect(await isKept(id)).toBe(true)
    })

    test('settlements and offers at once: the share that was named is there, and so is what was offered for later', async () => {
      const id = await newId()
      const offers = Array.from({ length: 12 }, () => pairOf(id))
      await insert(id)
      await Promise.all([
        ...offers.map((offer, index) => insert(offer, newShare(2 + (index % 3)))),
        ...[1, 2, 3].map(() => settle(id, 2)),
      ])
      await settle(id, 2)
      expect(await isKept(id)).toBe(true)
      expect(await Promise.all(offers.map(isKept))).toEqual(offers.map((_, index) => index % 3 !== 0))
    })
  })

  describe('identities', () => {
    const newIdentity = () =>
      ({ provider: 'google', issuer: 'https://accounts.example', subject: randomUUID() }) as const
    const proved = (identity = newIdentity(), nonce: string = randomUUID()) => ({
      ...{ identity, email: null, nonce, nonceExpiresAt: later(660), deviceId: randomUUID(), now },
    })
    const logIn = (login = proved()) => identities.logIn({ ...login, newUserId: randomUUID() })
    const peopleOf = async ({ subject }: { subject: string }): Promise<string[]> => {
      const rows = await database.transaction(
        'custody',
        (sql) => sql<{ user_id: string }>`
          SELECT user_id FROM people JOIN identities USING (user_id) WHERE subject = ${subject}`,
      )
      return rows.map(({ user_id }) => user_id)
    }

    test('first logins at once, of one identity by many devices, make one user', async () => {
      const identity = newIdentity()
      const found = await times(10, () => logIn(proved(identity)))
      const people = await peopleOf(identity)
      expect(people).toHaveLength(1)
      expect(found).toEqual(found.map(() => ({ is: 'known', userId: people[0], email: null })))
    })

    test('one nonce brought many times at once counts once', async () => {
      const login = proved()
      const found = await times(10, () => logIn(login))
      expect(found.filter(({ is }) => is === 'known')).toHaveLength(1)
      expect(found.filter(({ is }) => is === 'spent')).toHaveLength(9)
      expect(await peopleOf(login.identity)).toHaveLength(1)
    })

    test('a spent nonce is remembered as long as it was asked to be', async () => {
      const login = proved()
      await logIn(login)
      expect(await logIn({ ...login, now: later(660) })).toEqual({ is: 'spent' })
      expect(await logIn({ ...login, now: later(661) })).toHaveProperty('userId')
    })

    test('two people who link one identity at once: one of them has it', async () => {
      const owners = await times(2, () => logIn())
      const identity = newIdentity()
      const outcomes = await Promise.all(
        owners.map((owner) =>
          identities.link({ ...proved(identity), userId: owner.is === 'known' ? owner.userId : '' }),
        ),
      )
      expect(outcomes.map(({ is }) => is).sort()).toEqual(['linked', 'taken'])
      expect(await peopleOf(identity)).toHaveLength(1)
    })

    test('a first login and a link of one identity at once: it is one user’s', async () => {
      const owner = await logIn()
      const identity = newIdentity()
      const userId = owner.is === 'known' ? owner.userId : ''
      const [login, link] = await Promise.all([
        logIn(proved(identity)),
        identities.link({ ...proved(identity), userId }),
      ])
      const [found] = await peopleOf(identity)
      expect(login).toEqual({ is: 'known', userId: found, email: null })
      expect(link).toEqual({ is: found === userId ? 'linked' : 'taken' })
    })

    test('a subject is a user for each provider and each issuer', async () => {
      const identity = newIdentity()
      const others = [
        { ...identity, provider: 'apple' as const },
        { ...identity, issuer: 'https://accounts.example/' },
        { ...identity, subject: identity.subject.toUpperCase() },
      ]
      const found = await Promise.all(
        [identity, ...others].map((each) => identities.logIn({ ...proved(), identity: each, newUserId: randomUUID() })),
      )
      expect(new Set(found.map((each) => (each.is === 'known' ? each.userId : ''))).size).toBe(4)
    })
  })
})
