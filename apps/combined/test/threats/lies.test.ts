import { type Authority, endpoints, type WalletRecord } from '@latchkey/api-client'
import { catalogue } from '@latchkey/protocol/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmailChange, memorySessionStore } from '../../../secure-frame/test/index.ts'
import { memoryStorage } from '../../../vault/test/index.ts'
import { createHarness, type Harness } from '../harness.ts'
import { type Browser, openBrowser } from './browser.fixture.ts'

/**
 * An authority that lies in one response and is honest otherwise achieves nothing. Each row changes one value of one response, in one of
 * the users' actions, usually to another user's. The frame stops with an error that has a message, or goes on with the user's own data; no
 * other wallet, key or email is accepted, and none is lost.
 */

type Json = Record<string, unknown>
/** The liar's own account: all of its data. */
type Liar = { email: string; record: WalletRecord; answers: Map<string, Json> }
type Row = {
  by: Authority
  at: keyof typeof endpoints
  says: string
  lie: (answer: Json, liar: Liar, own: Person) => Json
  /** The error that the user sees; null if the lie changes nothing for them. */
  ends: string | null
}
type Person = { email: string; record: WalletRecord; browser: Browser; heard: Map<string, Json> }

let harness: Harness
let liar: Liar
let people = 0
beforeAll(async () => {
  harness = await createHarness({ deviceLink: 'always' })
  const eve = await person('eve@evil.example')
  const other = await openBrowser(harness, { email: eve.email })
  await other.session.call(await other.signIn(), 'listDevices', {})
  liar = { email: eve.email, record: eve.record, answers: new Map([...heardBy(eve.browser), ...heardBy(other)]) }
})
afterAll(() => harness[Symbol.asyncDispose]())

/** Returns the last response to each path. */
const heardBy = ({ exchanges }: Browser): Map<string, Json> =>
  new Map(exchanges.map(({ request, answer }) => [new URL(request.url).pathname, JSON.parse(answer) as Json]))

async function person(email = `ada${++people}@example.com`): Promise<Person> {
  const browser = await openBrowser(harness, { email })
  const caller = await browser.signIn()
  const record = await browser.session.wallet(caller)
  await browser.session.lock()
  await browser.session.unlock(caller)
  return { email, record, browser, heard: heardBy(browser) }
}

const pathOf = (name: Row['at']): string => endpoints[name].path

/** A browser whose services lie by this row; with another's profile, a copy of that. */
async function liedTo(row: Row, own: Person, profile: Browser | null): Promise<Browser & { lies: () => number }> {
  let lies = 0
  const vaultStorage = memoryStorage()
  const sessionStore = memorySessionStore()
  if (profile !== null) {
    const [contents, items] = [await profile.vaultStorage.read(), await profile.sessionStore.read()]
    await vaultStorage.update(() => contents)
    await sessionStore.update(() => items)
  }
  const browser = await openBrowser(harness, {
    email: own.email,
    vaultStorage,
    sessionStore,
    meddle: (path, answer) => {
      if (path !== pathOf(row.at) || 'error' in JSON.parse(answer)) return answer
      lies++
      return JSON.stringify(row.lie(JSON.parse(answer) as Json, liar, own))
    },
  })
  return { ...browser, lies: () => lies }
}

/** Returns the name of the error. Every failure must be an error with a message for users. */
async function endOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    const { name } = error as Error
    if (!Object.hasOwn(catalogue, name)) throw error
    return name
  }
}

/** Expects that the browser has the user's own wallet, or none, and that the services' data is unchanged. */
async function expectOwn({ email, record }: Person, browser: Browser): Promise<void> {
  const { ready, pending, others = [] } = await browser.vaultStorage.read()
  for (const held of [ready, pending, ...others]) {
    if (held === null) continue
    expect(held.record.userId).toBe(record.userId)
    expect(held.record.walletId).toBe(record.walletId)
    expect(held.record.addresses.eip155[0]).toBe(record.addresses.eip155[0])
  }
  const { session } = await browser.sessionStore.read()
  if (session !== null) expect([session.userId, session.email]).toEqual([record.userId, email])
  const honest = await openBrowser(harness, { email })
  const caller = await honest.signIn()
  expect(caller.address).toBe(record.addresses.eip155[0])
  expect(await honest.canSign(caller)).toBe(true)
}

const put = (answer: Json, field: string, value: unknown): Json => ({ ...answer, [field]: value })
/** Replaces a value by the liar's own. */
const theirs =
  (field: string, at: Row['at']): Row['lie'] =>
  (answer, { answers }) =>
    put(answer, field, answers.get(pathOf(at))?.[field])
const another = (value: string): string => `${value.slice(0, 20)}${value[20] === 'A' ? 'B' : 'A'}${value.slice(21)}`
const spoilt =
  (field: string): Row['lie'] =>
  (answer) =>
    put(answer, field, another(String(answer[field])))
const inWallet =
  (change: (record: WalletRecord, liar: Liar) => Partial<WalletRecord>): Row['lie'] =>
  (answer, from) =>
    put(answer, 'wallet', { ...(answer.wallet as WalletRecord), ...change(answer.wallet as WalletRecord, from) })

const liarsAddress = inWallet((_, { record }) => ({ addresses: record.addresses }))
const liarsContent = inWallet((_, { record }) => ({ ciphertext: record.ciphertext }))

const row = (by: Authority, at: Row['at'], says: string, lie: Row['lie'], ends: string | null): Row => ({
  by,
  at,
  says,
  lie,
  ends,
})

const title = '$by lies in $at: $says'

describe('a sign-in on the browser that holds the wallet', () => {
  test.each([
    row('custody', 'emailVerify', 'another user', theirs('userId', 'emailVerify'), 'ACCOUNT_MISMATCH'),
    row('custody', 'emailVerify', 'the grant of another user', theirs('apiGrant', 'emailVerify'), 'OTP_EXPIRED'),
    row('custody', 'emailVerify', 'another user’s token', theirs('custodyToken', 'emailVerify'), null),
    row('api', 'startSession', 'another user', theirs('userId', 'startSession'), 'ACCOUNT_MISMATCH'),
    row('api', 'startSession', 'the email of another user', theirs('email', 'startSession'), 'ACCOUNT_MISMATCH'),
    row('api', 'startSession', 'another user’s wallet', theirs('wallet', 'startSession'), 'WALLET_ONLY_HERE'),
    row('api', 'startSession', 'no wallet', (answer) => put(answer, 'wallet', null), null),
    row('api', 'startSession', 'an address of the liar', liarsAddress, null),
    row('api', 'startSession', 'what another wallet holds', liarsContent, null),
    row(
      'api',
      'startSession',
      'a later key',
      inWallet(({ generation }) => ({ generation: generation + 1 })),
      'WALLET_NOT_FOUND',
    ),
    row('api', 'releaseAuthShare', 'another user’s share', theirs('sealedShare', 'releaseAuthShare'), null),
    row(
      'api',
      'releaseAuthShare',
      'a share of before',
      (answer, _, { heard }) => put(answer, 'sealedShare', heard.get(pathOf('releaseAuthShare'))?.sealedShare),
      null,
    ),
    row('api', 'releaseAuthShare', 'another user’s wallet', theirs('wallet', 'releaseAuthShare'), null),
    row('api', 'releaseAuthShare', 'an address of the liar', liarsAddress, null),
  ])(title, async (lie) => {
    const own = await person()
    const browser = await liedTo(lie, own, own.browser)
    expect(await endOf(() => browser.signIn())).toBe(lie.ends)
    expect(browser.lies()).toBeGreaterThan(0)
    await expectOwn(own, browser)
  })
})

describe('a sign-in on a new device', () => {
  test.each([
    row('custody', 'emailVerify', 'another user', theirs('userId', 'emailVerify'), 'ACCOUNT_MISMATCH'),
    row('custody', 'emailVerify', 'the grant of another user', theirs('apiGrant', 'emailVerify'), 'OTP_EXPIRED'),
    row('custody', 'emailVerify', 'another user’s token', theirs('custodyToken', 'emailVerify'), 'OTP_EXPIRED'),
    row(
      'custody',
      'releaseRecoveryShare',
      'another user’s share',
      theirs('sealedShare', 'releaseRecoveryShare'),
      'SHARE_INVALID',
    ),
    row('custody', 'releaseRecoveryShare', 'a spoilt share', spoilt('sealedShare'), 'SHARE_INVALID'),
    row('api', 'startSession', 'another user', theirs('userId', 'startSession'), 'ACCOUNT_MISMATCH'),
    row('api', 'startSession', 'the email of another user', theirs('email', 'startSession'), 'ACCOUNT_MISMATCH'),
    row('api', 'startSession', 'another user’s wallet', theirs('wallet', 'startSession'), 'WALLET_NOT_FOUND'),
    row('api', 'startSession', 'no wallet', (answer) => put(answer, 'wallet', null), null),
    row('api', 'startSession', 'an address of the liar', liarsAddress, 'SHARE_INVALID'),
    row('api', 'startSession', 'what another wallet holds', liarsContent, 'SHARE_INVALID'),
    row(
      'api',
      'releaseRecoveryAuthShare',
      'another user’s share',
      theirs('sealedShare', 'releaseRecoveryAuthShare'),
      'SHARE_INVALID',
    ),
    row('api', 'releaseRecoveryAuthShare', 'a spoilt share', spoilt('sealedShare'), 'SHARE_INVALID'),
    row('api', 'startDeviceLink', 'no link is due', (answer) => put(answer, 'link', null), 'DEVICE_NOT_APPROVED'),
  ])(title, async (lie) => {
    const own = await person()
    const browser = await liedTo(lie, own, null)
    expect(await endOf(() => browser.signIn())).toBe(lie.ends)
    expect(browser.lies()).toBeGreaterThan(0)
    await expectOwn(own, browser)
  })
})

describe('a first sign-in, which makes a wallet', () => {
  test.each([
    row(
      'api',
      'startSession',
      'that there is one, another user’s',
      theirs('wallet', 'startSession'),
      'WALLET_NOT_FOUND',
    ),
    row('custody', 'putRecoveryShare', 'the receipt of another', theirs('receipt', 'putRecoveryShare'), 'OTP_EXPIRED'),
    row('api', 'createWallet', 'that another user’s was made', theirs('wallet', 'createWallet'), 'WALLET_NOT_FOUND'),
  ])(title, async (lie) => {
    const email = `ada${++people}@example.com`
    const browser = await liedTo(lie, { ...(liar as unknown as Person), email }, null)
    expect(await endOf(() => browser.signIn())).toBe(lie.ends)
    expect(browser.lies()).toBeGreaterThan(0)
    const { ready, pending } = await browser.vaultStorage.read()
    expect(ready).toBeNull()
    expect(pending?.record.walletId).not.toBe(liar.record.walletId)
    const honest = await openBrowser(harness, { email, vaultStorage: browser.vaultStorage })
    expect((await honest.signIn()).address).not.toBe(liar.record.addresses.eip155[0])
  })
})

describe('a change of the wallet', () => {
  test.each([
    row('custody', 'emailVerify', 'another user', theirs('userId', 'emailVerify'), 'UNAUTHORIZED'),
    row('custody', 'emailVerify', 'the grant of another user', theirs('apiGrant', 'emailVerify'), 'OTP_EXPIRED'),
    row(
      'custody',
      'putRecoveryShare',
      'the receipt of another wallet',
      theirs('receipt', 'putRecoveryShare'),
      'SESSION_EXPIRED',
    ),
    row(
      'api',
      'releaseAuthShare',
      'another user’s share',
      theirs('sealedShare', 'releaseAuthShare'),
      'SESSION_EXPIRED',
    ),
    row('api', 'releaseAuthShare', 'another user’s wallet', theirs('wallet', 'releaseAuthShare'), null),
    row(
      'api',
      'replaceWallet',
      'that it was done, with another settlement',
      (answer) => put(answer, 'settlement', 'a.b.c'),
      null,
    ),
  ])(title, async (lie) => {
    const own = await person()
    const browser = await liedTo(lie, own, own.browser)
    const caller = await browser.session.caller(browser.page)
    expect(await endOf(() => browser.change(caller, { kind: 'rotate' }))).toBe(lie.ends)
    expect(browser.lies()).toBeGreaterThan(0)
    await expectOwn(own, browser)
  })
})

describe('a change of email', () => {
  const changed =
    (at: Row['at'], field: string): Row['lie'] =>
    (answer) =>
      put(answer, field, at === 'proveOldEmail' ? liar.answers.get(pathOf('emailVerify'))?.[field] : liar.email)
  test.each([
    row('custody', 'proveOldEmail', 'the grant of another user', changed('proveOldEmail', 'apiGrant'), null),
    row('custody', 'proveNewEmail', 'another address', changed('proveNewEmail', 'newEmail'), null),
    row(
      'custody',
      'proveNewEmail',
      'the statement of another',
      (answer) => put(answer, 'statement', 'a.b.c'),
      'SESSION_EXPIRED',
    ),
    row(
      'api',
      'emailChangeStatus',
      'that the new address has agreed',
      (answer) => put(answer, 'status', 'approved'),
      'SESSION_EXPIRED',
    ),
    row('api', 'finishEmailChange', 'another address', changed('finishEmailChange', 'email'), 'ACCOUNT_MISMATCH'),
  ])(title, async (lie) => {
    const own = await person()
    const next = `new-${own.email}`
    const browser = await liedTo(lie, own, own.browser)
    const { page, session, call, sessionStore } = browser
    const caller = await session.caller(page)
    const changing = createEmailChange({ api: call, store: sessionStore, pause: () => Promise.resolve(), session })
    const run = async () => {
      harness.clock.advance(31)
      await changing.begin(page, caller, next)
      await changing.mailOld(caller)
      await changing.proveOld(caller, harness.mailbox.codeFor(own.email))
      if (lie.at !== 'emailChangeStatus')
        await call('approveEmailChange', { token: harness.mailbox.linkTokenFor(next) })
      await changing.agreement(caller, new AbortController().signal)
      return await changing.proveNew(caller, harness.mailbox.codeFor(next))
    }
    expect(await endOf(run)).toBe(lie.ends)
    expect(browser.lies()).toBeGreaterThan(0)
    const { session: kept } = await sessionStore.read()
    expect([own.email, next, undefined]).toContain(kept?.email)
    // With one of the two addresses the account is there, with its wallet.
    harness.clock.advance(1800)
    const ends = []
    for (const email of [own.email, next]) {
      const honest = await openBrowser(harness, { email })
      ends.push(
        await honest.signIn().then(
          ({ address }) => address,
          ({ name }: Error) => name,
        ),
      )
    }
    expect(ends).toContain(own.record.addresses.eip155[0])
    expect(ends).not.toContain(liar.record.addresses.eip155[0])
  })
})

describe('the list of devices', () => {
  test.each([row('api', 'listDevices', 'the devices of another user', theirs('devices', 'listDevices'), null)])(
    title,
    async (lie) => {
      const own = await person()
      const browser = await liedTo(lie, own, own.browser)
      const caller = await browser.session.caller(browser.page)
      const { devices } = await browser.session.call(caller, 'listDevices', {})
      expect(devices.length).toBeGreaterThan(0)
      // Signing devices out because of that signs out no one.
      for (const { deviceId } of devices)
        expect(await endOf(() => browser.session.revokeDevice(caller, deviceId))).toBe(lie.ends)
      const still = await person(liar.email)
      expect(
        (await still.browser.session.call(await still.browser.session.caller(still.browser.page), 'listDevices', {}))
          .devices.length,
      ).toBeGreaterThan(devices.length)
      await expectOwn(own, browser)
    },
  )
})
