import type { WalletRecord } from '@latchkey/api-client'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import { type Claims, signToken } from '@latchkey/service-kit/keys/tokens'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CallApi, memorySessionStore } from '../../../secure-frame/test/index.ts'
import { memoryStorage } from '../../../vault/test/index.ts'
import { createHarness, type Harness } from '../harness.ts'
import { newShareNonce, signChange } from '../testDevice.ts'
import { type Browser, openBrowser } from './browser.fixture.ts'
import { type Loot, opensWith, runsIn, takeDatabaseAndKey, takeProcess, together } from './loot.fixture.ts'
import { unwrapDevice, unwrapWith } from './unwrapWith.fixture.ts'

/**
 * What an attacker gets (custody design, section 7; `docs/threat-model.md`): one test per row, in which an attacker with everything that
 * the row names tries to open a wallet with the vault's own code. Where the row says that they fail, the same attempt with the missing part
 * succeeds.
 */

const email = 'ada@example.com'
const passphrase = 'a passphrase of the user alone'
const others = { api: 'custody', custody: 'api' } as const
const refusal = (name: string) => expect.objectContaining({ name })

let harness: Harness
/** With device links, as wherever the authorities are separate. */
beforeEach(async () => {
  harness = await createHarness({ deviceLink: 'always' })
})
afterEach(() => harness[Symbol.asyncDispose]())

/** A user with a wallet, used on two devices; all their traffic is recorded. */
const victim = async () => {
  const first = await openBrowser(harness, { email, passphrase })
  const caller = await first.signIn()
  const second = await openBrowser(harness, { email, passphrase })
  await second.signIn()
  const record = await first.session.wallet(caller)
  const deviceIds = await Promise.all([first, second].map(deviceOf))
  return { first, second, caller, record, deviceIds, heard: () => [...first.exchanges, ...second.exchanges] }
}
const deviceOf = async ({ vault }: Browser): Promise<string> => (await vault.status(undefined)).deviceId ?? ''

describe.each(['api', 'custody'] as const)('%s', (authority) => {
  test('database, with its key: nothing, without that of the other', async () => {
    const { record } = await victim()
    const loot = await takeDatabaseAndKey(harness, authority)
    expect(loot.clear.length).toBeGreaterThan(2)
    expect(await opensWith(record, loot)).toBe(false)
    const other = await takeDatabaseAndKey(harness, others[authority])
    expect(await opensWith(record, together(loot, other))).toBe(true)
  })

  test('database, without its key: nothing, also for the key and the database of the other', async () => {
    const { record } = await victim()
    const { raw } = await takeDatabaseAndKey(harness, authority)
    const other = await takeDatabaseAndKey(harness, others[authority])
    expect(await opensWith(record, together({ clear: raw, raw: [] }, other))).toBe(false)
    // Nor does either key open what the other one has encrypted.
    const { key, wrapped } = await harness.kms(authority).generateDataKey({ purpose: 'test' })
    expect(await harness.kms(authority).unwrap(wrapped, { purpose: 'test' })).toEqual(key)
    await expect(harness.kms(others[authority]).unwrap(wrapped, { purpose: 'test' })).rejects.toThrow()
  })

  test('process: halves, of everything that ever went through it, which open nothing', async () => {
    const { first, caller, record, deviceIds, heard } = await victim()
    const rotated = await first.change(caller, { kind: 'rotate' })
    const records = [record, rotated]
    const loot = await takeProcess(harness, authority, { records, deviceIds, exchanges: heard() })
    const stored = await takeDatabaseAndKey(harness, authority)
    expect(loot.clear.length).toBeGreaterThan(stored.clear.length)
    for (const each of records) expect(await opensWith(each, loot)).toBe(false)
    const other = await takeProcess(harness, others[authority], { records, deviceIds, exchanges: heard() })
    for (const each of records) expect(await opensWith(each, together(loot, other))).toBe(true)
  })
})

describe('api process', () => {
  test('gets nothing from custody by statements of its own making', async () => {
    const { first, record, heard } = await victim()
    const { userId, walletId, generation, recoveryShareId } = record
    const { signing } = await openAuthorityKeyring('api', harness.database, harness.kms('api'))
    const thief = await harness.device()
    const claims = { sub: userId, cnf: { jkt: thief.deviceId } }
    const share = { walletId, generation, recoveryShareId }
    const forged = await signToken('custodyToken', claims, signing, harness.clock)
    for (const accessToken of [forged, tokenIn(heard(), 'custodyToken')])
      await expect(thief.client.call('releaseRecoveryShare', share, { accessToken })).rejects.toThrowError(
        expect.objectContaining({ name: expect.stringMatching(/^(SESSION_EXPIRED|PROOF_INVALID)$/) }),
      )
    // With custody's own key it would be one.
    const custody = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
    const accessToken = await signToken('custodyToken', claims, custody.signing, harness.clock)
    expect(await thief.client.call('releaseRecoveryShare', share, { accessToken })).toHaveProperty('sealedShare')
    expect(await first.vault.status(undefined)).toMatchObject({ wallet: { state: 'ready' } })
  })
})

describe('api process, the mailbox, and a browser that missed a new recovery method', () => {
  test('nothing: custody takes no share again that it has dropped', async () => {
    const { first, second, record, deviceIds, heard } = await victim()
    const changed = await second.change(await second.session.caller(second.page), {
      kind: 'recovery',
      to: 'passphrase',
    })
    const browser = await openBrowser(harness, {
      email,
      passphrase,
      vaultStorage: first.vaultStorage,
      meddle: (path, answer) =>
        path === '/account/v1/session' ? JSON.stringify({ ...JSON.parse(answer), wallet: record }) : answer,
    })
    const caller = await browser.signIn()
    const offers = browser.exchanges.filter(({ request }) => request.url.endsWith('/custody/v1/recovery-share'))
    expect(offers.map(({ answer }) => answer)).toEqual([expect.stringContaining('SHARE_INVALID')])
    expect(await browser.canSign(caller)).toBe(true)
    expect(await browser.session.wallet(caller)).toEqual(changed)

    harness.clock.advance(31)
    const thief = await harness.device()
    const { attemptId } = await thief.startEmail(email)
    const verified = { attemptId, code: harness.mailbox.codeFor(email) }
    const { custodyToken: accessToken } = await thief.client.call('emailVerify', verified)
    const { walletId, generation, recoveryShareId } = record
    const share = { walletId, generation, recoveryShareId }
    await expect(thief.client.call('releaseRecoveryShare', share, { accessToken })).rejects.toThrowError(
      refusal('WALLET_NOT_FOUND'),
    )
    const heardByBoth = { records: [record], deviceIds, exchanges: heard() }
    const api = await takeProcess(harness, 'api', heardByBoth)
    expect(await opensWith(changed, api)).toBe(false)
    // With custody's earlier share.
    expect(await opensWith(changed, together(api, await takeProcess(harness, 'custody', heardByBoth)))).toBe(true)
  })
})

describe('custody process', () => {
  test('gets no half from the api by statements of its own making: the device link is the api’s', async () => {
    const { record } = await victim()
    const { signing } = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
    const thief = await harness.device()
    const grant = (): Claims<'apiGrant'> => ({
      sub: record.userId,
      jti: crypto.randomUUID(),
      email,
      purpose: 'login',
      auth_time: harness.clock.now().getTime() / 1000,
      cnf: { jkt: thief.deviceId },
      hpke: thief.hpkePublicKey,
    })
    const enter = async () => {
      const apiGrant = await signToken('apiGrant', grant(), signing, harness.clock)
      return thief.client.call('startSession', { apiGrant, dappOrigin })
    }
    await expect(enter()).rejects.toThrowError(refusal('DEVICE_NOT_APPROVED'))
    // With the api's mail as well it gets in, and to the recovery-auth share.
    await thief.client.call('startDeviceLink', { dappOrigin, email })
    await thief.client.call('approveDevice', { token: harness.mailbox.linkTokenFor(email) })
    const { tokens } = await enter()
    const { walletId, generation } = record
    const share = { walletId, generation, nonce: newShareNonce() }
    expect(await thief.client.call('releaseRecoveryAuthShare', share, tokens)).toHaveProperty('sealedShare')
  })
})

describe('custody process, with an account of its own that has prepared the user’s address', () => {
  /** A user with a wallet whose words they know, who claims the victim's address for their account. */
  const attacker = async () => {
    const browser = await openBrowser(harness, { email: 'eve@evil.example' })
    const caller = await browser.signIn()
    await browser.session.call(caller, 'prepareEmailChange', { newEmail: email })
    return { browser, caller }
  }
  /** Custody states for each code that it has checked: this is the attacker. */
  const answering =
    (userId: string) =>
    async (path: string, answer: string): Promise<string> => {
      if (path !== '/custody/v1/email/verify') return answer
      const { signing } = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
      const { apiGrant } = JSON.parse(answer) as { apiGrant: string }
      const grant = JSON.parse(atob(apiGrant.split('.')[1] ?? '')) as Claims<'apiGrant'>
      const { cnf } = grant
      return JSON.stringify({
        userId,
        apiGrant: await signToken(
          'apiGrant',
          { ...grant, sub: userId, jti: crypto.randomUUID() },
          signing,
          harness.clock,
        ),
        custodyToken: await signToken('custodyToken', { sub: userId, cnf }, signing, harness.clock),
      })
    }
  const statementFor = async ({ vault }: Browser, sub: string): Promise<string> => {
    const { signing } = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
    const cnf = { jkt: await deviceOf({ vault } as Browser) }
    return signToken('emailChange', { sub, email, cnf }, signing, harness.clock)
  }
  const apiEmails = () =>
    harness.database.transaction('api', (sql) => sql`SELECT email FROM users WHERE email IS NOT NULL ORDER BY email`)

  test('brings no new user into that account, until their mailbox agrees to join it', async () => {
    const { browser, caller } = await attacker()
    const person = await openBrowser(harness, { email, meddle: answering(caller.userId) })
    // If the api accepted it, they would see their own email, and an address of the attacker's.
    await expect(person.signIn()).rejects.toThrowError(refusal('OTP_EXPIRED'))
    expect(await apiEmails()).toEqual([{ email: 'eve@evil.example' }])
    const finish = async () => {
      const statement = await statementFor(browser, caller.userId)
      return browser.session.call(caller, 'finishEmailChange', { statement })
    }
    await expect(finish()).rejects.toThrowError(refusal('SESSION_EXPIRED'))
    const honest = await openBrowser(harness, { email })
    const own = await honest.signIn()
    expect(own.address).not.toBe(caller.address)
  })

  test('gets that address for its account when the mailbox of a new user agrees', async () => {
    const { browser, caller } = await attacker()
    await browser.call('approveEmailChange', { token: harness.mailbox.linkTokenFor(email) })
    const statement = await statementFor(browser, caller.userId)
    expect(await browser.session.call(caller, 'finishEmailChange', { statement })).toMatchObject({ email })
  })

  test('brings nobody who has a wallet into that account: not on a new device, nor with their own agreement', async () => {
    const { first, record } = await victim()
    const { browser, caller } = await attacker()
    const token = harness.mailbox.linkTokenFor(email)
    const elsewhere = await openBrowser(harness, { email, meddle: answering(caller.userId) })
    await expect(elsewhere.signIn()).rejects.toThrowError(refusal('OTP_EXPIRED'))
    await browser.call('approveEmailChange', { token })
    const statement = await statementFor(browser, caller.userId)
    await expect(browser.session.call(caller, 'finishEmailChange', { statement })).rejects.toThrowError(
      refusal('EMAIL_IN_USE'),
    )
    const back = await openBrowser(harness, { email })
    expect((await back.signIn()).address).toBe(record.addresses.eip155[0])
    expect((await first.vault.status(undefined)).wallet?.record).toEqual(record)
  })

  test('has a device that holds the user’s wallet leave it for no other, and the user hear of it', async () => {
    const { first, record } = await victim()
    const { caller } = await attacker()
    const { vaultStorage, sessionStore } = first
    const again = await openBrowser(harness, { email, vaultStorage, sessionStore, meddle: answering(caller.userId) })
    await expect(again.signIn()).rejects.toThrowError(refusal('ACCOUNT_MISMATCH'))
    expect((await again.vault.status(undefined)).wallet).toEqual({ record, state: 'ready' })
  })

  test('doesn’t sign anyone in to a new account: the address is the user’s own', async () => {
    await victim()
    const person = await openBrowser(harness, { email, meddle: answering(crypto.randomUUID()) })
    await expect(person.signIn()).rejects.toThrowError(refusal('EMAIL_IN_USE'))
  })
})

describe('both, or their operator', () => {
  test('the keys of automatic users', async () => {
    const { record } = await victim()
    expect(await opensWith(record, await operator())).toBe(true)
  })

  test('nothing of user-owned recovery, also with guesses at the passphrase that are wrong', async () => {
    const { first, caller } = await victim()
    await first.change(caller, { kind: 'recovery', to: 'passphrase' })
    await first.change(caller, { kind: 'rotate' })
    const record = await first.session.wallet(caller)
    // Of the processes, their traffic since.
    const since = { records: [record], deviceIds: [await deviceOf(first)], exchanges: first.exchanges }
    const loot = together(
      await takeProcess(harness, 'api', since),
      await takeProcess(harness, 'custody', { ...since, exchanges: [] }),
    )
    expect(await opensWith(record, loot)).toBe(false)
    expect(await unwrapWith(record, loot, 'password')).toEqual([])
    const unwrapped = await unwrapWith(record, loot, passphrase)
    expect(unwrapped).toHaveLength(1)
    expect(await opensWith(record, together(loot, { clear: unwrapped, raw: [] }))).toBe(true)
  })

  test('the keys of who had automatic recovery before, if both kept their halves of then', async () => {
    const { first, caller, record: before } = await victim()
    const kept = await operator()
    const changed = await first.change(caller, { kind: 'recovery', to: 'passphrase' })
    expect(await opensWith(changed, await operator())).toBe(false)
    expect(await opensWith(changed, kept)).toBe(true)
    // A new key ends that for later records, but not for the accounts in the old record.
    const rotated = await first.change(caller, { kind: 'rotate' })
    expect(await opensWith(rotated, kept)).toBe(false)
    expect(await opensWith(before, kept)).toBe(true)
    expect(rotated.addresses).toEqual(before.addresses)
  })

  const operator = async (): Promise<Loot> =>
    together(await takeDatabaseAndKey(harness, 'api'), await takeDatabaseAndKey(harness, 'custody'))
})

describe('the mailbox', () => {
  test('the wallet, after notices, in automatic mode', async () => {
    const { record } = await victim()
    const mailsBefore = harness.mailbox.mails.length
    const thief = await openBrowser(harness, { email })
    const caller = await thief.signIn()
    expect(await thief.canSign(caller)).toBe(true)
    expect(caller.address).toBe(record.addresses.eip155[0])
    // A link with its origin, a code, and a notice of the export, each to that mailbox; and log entries that the user can read.
    await thief.session.revealKeys(caller, { appearance: { mode: 'light' } }).catch(() => undefined)
    const subjects = harness.mailbox.mails.slice(mailsBefore).map(({ to, subject }) => [to, subject])
    expect(subjects).toHaveLength(3)
    expect(subjects.every(([to]) => to === email)).toBe(true)
    const { entries } = await thief.session.call(caller, 'apiAuditLog', {})
    expect(entries.map(({ event }) => event)).toEqual(expect.arrayContaining(['signed in', 'keys exported']))
  })

  test('not with user-owned recovery: it opens nothing, and puts nothing in the wallet’s place', async () => {
    const { first, caller } = await victim()
    const record = await first.change(caller, { kind: 'recovery', to: 'passphrase' })
    const thief = await openBrowser(harness, { email, passphrase: 'a guess' })
    await expect(thief.signIn()).rejects.toThrow('The passphrase was wrong')
    expect(thief.entered()).toBe(1)

    // By hand, with a session and everything that is released to it.
    const device = await harness.device()
    harness.clock.advance(31)
    await device.client.call('startDeviceLink', { dappOrigin, email })
    await device.client.call('approveDevice', { token: harness.mailbox.linkTokenFor(email) })
    const { attemptId } = await device.startEmail(email)
    const login = await device.finishLogin(attemptId, harness.mailbox.codeFor(email))
    const { walletId, generation, recoveryShareId, userId } = record
    expect(login.wallet).toEqual(record)
    const nonce = newShareNonce()
    const of = { walletId, generation, recoveryShareId, nonce }
    const released = [
      await device.client.call('releaseRecoveryShare', of, { accessToken: login.custodyToken }),
      await device.client.call('releaseRecoveryAuthShare', of, login),
    ]
    const shares = await Promise.all(
      (['recovery', 'recovery-auth'] as const).map((purpose, at) =>
        device.open(purpose, record, released[at]?.sealedShare ?? '', purpose === 'recovery' ? null : nonce),
      ),
    )
    const loot = { clear: shares, raw: [] }
    expect(await opensWith(record, loot)).toBe(false)
    const unwrapped = await unwrapWith(record, loot, passphrase)
    expect(await opensWith(record, together(loot, { clear: unwrapped, raw: [] }))).toBe(true)

    // Other contents, or another key with all its parts, under the user's name and addresses.
    const own = await device.makeWallet(userId)
    const content = {
      ...record,
      revision: record.revision + 1,
      ciphertext: own.record.ciphertext,
      addresses: { ...record.addresses, eip155: [...record.addresses.eip155, ...own.record.addresses.eip155] },
    }
    const key = { ...content, generation: generation + 1, recoveryShareId: crypto.randomUUID() }
    const { receipt } = await device.offerAnything(key, login.custodyToken)
    const { sealedAuthShare, sealedRecoveryAuthShare } = own
    for (const forged of [
      { record: content },
      { record: key, sealedAuthShare, recovery: { sealedRecoveryAuthShare, receipt } },
    ]) {
      const signature = await signChange(record, forged.record, [crypto.getRandomValues(new Uint8Array(32))])
      await expect(device.client.call('replaceWallet', { ...forged, signature }, login)).rejects.toThrowError(
        refusal('SHARE_INVALID'),
      )
    }
    await expect(
      device.client.call('releaseAuthShare', { walletId, generation, use: 'unlock', nonce: newShareNonce() }, login),
    ).rejects.toThrowError(refusal('WALLET_NOT_FOUND'))
    expect(await first.session.wallet(await first.session.caller(first.page))).toEqual(record)
    expect(await first.canSign(caller)).toBe(true)
  })
})

describe('a revoked browser’s profile and the mailbox, with user-owned recovery', () => {
  test('nothing: the api takes no share a second time that this browser has sent before', async () => {
    const { first, second, caller } = await victim()
    const { walletId, generation } = await first.change(caller, { kind: 'recovery', to: 'passphrase' })
    const { ready } = await second.vaultStorage.read()
    const kept = (ready?.sent ?? []).flatMap(({ upload }) => upload.sealedAuthShare ?? [])
    const overheard = second.exchanges.flatMap(
      ({ request, body }) => (request.method === 'PUT' && /"sealedShare":"([^"]+)"/.exec(body)?.[1]) || [],
    )
    expect([kept.length, overheard.length]).toEqual([1, 1])
    await first.session.call(caller, 'revokeDevice', { deviceId: await deviceOf(second) })

    const profile = { email, vaultStorage: second.vaultStorage }
    const thief = await openBrowser(harness, { ...profile, passphrase: 'a guess' })
    await expect(thief.signIn()).rejects.toThrow('The passphrase was wrong')
    // By hand, in the session of that sign-in.
    const access = { accessToken: tokenIn(thief.exchanges, 'accessToken') }
    for (const sealedShare of [...kept, ...overheard])
      await expect(thief.call('putAuthShare', { walletId, generation, sealedShare }, access)).rejects.toThrowError(
        refusal('SHARE_INVALID'),
      )
    const asked = { walletId, generation, use: 'unlock', nonce: newShareNonce() } as const
    await expect(thief.call('releaseAuthShare', asked, access)).rejects.toThrowError(refusal('WALLET_NOT_FOUND'))

    const owner = await openBrowser(harness, { ...profile, passphrase })
    expect(await owner.canSign(await owner.signIn())).toBe(true)
  })
})

describe('stolen tokens', () => {
  test('nothing: they are bound to the device key', async () => {
    const { second, record, heard } = await victim()
    const { walletId, generation, recoveryShareId } = record
    const of = { walletId, generation, recoveryShareId, nonce: newShareNonce() }
    const thief = await harness.device()
    const access = { accessToken: tokenIn(second.exchanges, 'accessToken') }
    const custody = { accessToken: tokenIn(second.exchanges, 'custodyToken') }
    const bound = refusal('PROOF_INVALID')
    const uses = [
      (call: CallApi) =>
        call('releaseAuthShare', { walletId, generation, use: 'unlock', nonce: newShareNonce() }, access),
      (call: CallApi) => call('releaseRecoveryAuthShare', of, access),
      (call: CallApi) => call('releaseRecoveryShare', of, custody),
    ]
    for (const use of uses) {
      await expect(use(thief.client.call as CallApi)).rejects.toThrowError(bound)
      // Its own device can use the same token.
      expect(await use(second.call)).toHaveProperty('sealedShare')
    }

    // Whole calls, proofs included, replayed: no response is a share.
    const releases = heard().filter(({ request }) => request.url.endsWith('/release'))
    expect(releases.length).toBeGreaterThan(2)
    for (const { request, body } of releases) {
      const { url, method, headers } = request
      const answer = await harness.fetch(url, { method, headers, body })
      expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('PROOF_')])
    }

    // A refresh token used by another device ends its session.
    const refreshToken = tokenIn(second.exchanges, 'refreshToken')
    const expired = refusal('SESSION_EXPIRED')
    await expect(thief.client.call('refreshSession', { refreshToken })).rejects.toThrowError(expired)
    await expect(second.call('refreshSession', { refreshToken })).rejects.toThrowError(expired)
  })

  test('nothing, also with all that was said on the line', async () => {
    const { record, heard } = await victim()
    const raw = runsIn(heard().flatMap(({ body, answer }) => [body, answer]))
    expect(raw.length).toBeGreaterThan(10)
    expect(await opensWith(record, { clear: raw, raw: [] })).toBe(false)
  })
})

describe('a copied IndexedDB', () => {
  /** Both origins' storage in this browser; `withKey`: with the keys that cannot be exported, as a copied profile has them. */
  const copyOf = async ({ vaultStorage, sessionStore }: Browser, withKey: 'with its key' | 'without its key') => {
    const contents = await vaultStorage.read()
    const storage = memoryStorage()
    await storage.update(() => (withKey === 'with its key' ? contents : { ...contents, device: null }))
    const browser = await openBrowser(harness, {
      email: 'eve@example.com',
      vaultStorage: storage,
      sessionStore: memorySessionStore(await sessionStore.read()),
    })
    return { browser, contents }
  }

  test('without its key: nothing, also for the api’s database and key', async () => {
    const { second, record } = await victim()
    const { browser, contents } = await copyOf(second, 'without its key')
    const used = browser.session.caller(browser.page).then((caller) => browser.session.unlock(caller))
    await expect(used).rejects.toThrow()
    const raw = [contents.ready?.wrappedDeviceShare ?? new Uint8Array()]
    const loot = together(await takeDatabaseAndKey(harness, 'api'), { clear: [], raw })
    expect(await opensWith(record, loot)).toBe(false)
    // The key would turn it into the missing share.
    const deviceShare = await unwrapDevice(contents, record)
    expect(await opensWith(record, together(loot, { clear: [deviceShare], raw: [] }))).toBe(true)
  })

  test('with its key, which is a copied profile: the wallet, until the device is revoked', async () => {
    const { first, second, caller } = await victim()
    const { browser } = await copyOf(second, 'with its key')
    const thief = await browser.session.caller(browser.page)
    expect(await browser.canSign(thief)).toBe(true)
    await first.session.call(caller, 'revokeDevice', { deviceId: await deviceOf(second) })
    await browser.session.lock()
    await expect(browser.canSign(thief)).rejects.toThrowError(refusal('SESSION_EXPIRED'))
  })
})

describe('a listed dapp during an email login in profile 4', () => {
  test('may relay the typed code into an attempt of its own, and no code of another attempt', async () => {
    await harness[Symbol.asyncDispose]()
    harness = await createHarness()
    const person = await openBrowser(harness, { email })
    const { address } = await person.signIn()
    harness.clock.advance(31)
    const dapp = await harness.device()
    // The user's own input belongs to their own attempt.
    const newcomer = await openBrowser(harness, { email })
    await newcomer.session.startEmail(newcomer.page, email)
    const typed = harness.mailbox.codeFor(email)
    harness.clock.advance(31)
    const { attemptId } = await dapp.startEmail(email)
    const mailed = harness.mailbox.codeFor(email)
    if (typed !== mailed) await expect(dapp.finishLogin(attemptId, typed)).rejects.toThrowError(refusal('OTP_INVALID'))
    // The code of the page's attempt, typed into the page.
    const relayed = await dapp.finishLogin(attemptId, mailed)
    expect(relayed.wallet?.addresses.eip155[0]).toBe(address)
  })
})

describe('script in the wallet frame, unlocked', () => {
  /** Everything that the document has kept of the api's releases, in the vault's input form. */
  const keptBy = ({ exchanges }: Browser) =>
    exchanges
      .filter(({ request }) => request.url.endsWith('/auth-share/release'))
      .map(({ body, answer }) => {
        const { nonce } = JSON.parse(body) as { nonce: string }
        const { sealedShare, wallet } = JSON.parse(answer) as { sealedShare: string; wallet: WalletRecord }
        return { sealedAuthShare: sealedShare, nonce, record: wallet }
      })
  /** The pair that its sign-in has recovered with. */
  const keptPairOf = ({ exchanges }: Browser, record: WalletRecord) => {
    const [custody, api] = ['/recovery-share/release', '/recovery-auth-share/release'].map((path) => {
      const exchange = exchanges.find(({ request }) => request.url.endsWith(path))
      return { ...JSON.parse(exchange?.body ?? '{}'), ...JSON.parse(exchange?.answer ?? '{}') } as {
        nonce: string
        sealedShare: string
        sessionId: string
      }
    })
    const { nonce = '', sessionId = '', sealedShare: sealedRecoveryAuthShare = '' } = api ?? {}
    return { record, sealedRecoveryShare: custody?.sealedShare ?? '', sealedRecoveryAuthShare, nonce, sessionId }
  }
  const locked = refusal('VAULT_LOCKED')
  const open = async ({ vault }: Browser, kept: ReturnType<typeof keptBy>): Promise<void> => {
    for (const share of kept) {
      await expect(vault.unlock(share)).rejects.toThrowError(locked)
      await expect(vault.revealKeys({ ...share, appearance: { mode: 'light' } })).rejects.toThrowError(locked)
      const { nonce } = await vault.expectShare(undefined)
      await expect(vault.unlock({ ...share, nonce })).rejects.toThrowError(refusal('SHARE_INVALID'))
    }
    expect((await vault.status(undefined)).unlocked).toBe(false)
  }

  test('signatures until lock: what it kept opens nothing again, what it asks for anew is the session’s', async () => {
    const { first, caller } = await victim()
    await first.session.lock()
    expect(await first.canSign(caller)).toBe(true)
    await first.session.revealKeys(caller, { appearance: { mode: 'light' } }).catch(() => undefined)
    const kept = keptBy(first)
    expect(kept).toHaveLength(2)
    await first.session.lock()
    await open(first, kept)
    // As the document itself does.
    expect(await first.canSign(caller)).toBe(true)
  })

  test('nothing once the device was revoked', async () => {
    const { first, second, caller } = await victim()
    const thief = await second.session.caller(second.page)
    await second.session.lock()
    expect(await second.canSign(thief)).toBe(true)
    const kept = keptBy(second)
    // Including an unused one.
    const record = await second.session.wallet(thief)
    const { walletId, generation } = record
    const { nonce } = await second.vault.expectShare(undefined)
    await second.session.call(thief, 'releaseAuthShare', { walletId, generation, use: 'unlock', nonce })
    await first.session.call(caller, 'revokeDevice', { deviceId: await deviceOf(second) })
    await second.session.lock()
    await open(second, keptBy(second))
    expect(keptBy(second)).toHaveLength(kept.length + 1)
    const pair = keptPairOf(second, record)
    expect(pair.nonce).toMatch(/^[\w-]{22}$/)
    await expect(second.vault.recoverWallet(pair)).rejects.toThrowError(locked)
    const fresh = await second.vault.expectShare(undefined)
    await expect(second.vault.recoverWallet({ ...pair, ...fresh })).rejects.toThrowError(refusal('SHARE_INVALID'))
    const again = second.session.call(thief, 'releaseAuthShare', { walletId, generation, use: 'unlock', nonce })
    await expect(again).rejects.toThrowError(refusal('SESSION_EXPIRED'))
  })
})

describe('script in the wallet frame during a login', () => {
  test('may enrol a vault of its own for that user', async () => {
    const { record } = await victim()
    // It has what the document has: the approved link, the code that is typed there, and the services' addresses.
    const script = await openBrowser(harness, { email })
    const caller = await script.signIn()
    expect(await script.session.wallet(caller)).toEqual(record)
    expect(await script.canSign(caller)).toBe(true)
  })
})

const dappOrigin = 'http://127.0.0.1:3000'

/** The last of this kind in a response. */
const tokenIn = (exchanges: Browser['exchanges'], name: 'accessToken' | 'refreshToken' | 'custodyToken'): string => {
  const found = exchanges.flatMap(({ answer }) => new RegExp(`"${name}":"([^"]+)"`).exec(answer)?.[1] ?? [])
  return found.at(-1) ?? ''
}
