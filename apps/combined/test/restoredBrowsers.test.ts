/** A restore, for users who have done several things since the backup: what their browser has is in force again, whatever it is. */
import { beginEpoch } from '@latchkey/service-kit/db/epoch/beginEpoch'
import { openAuthorityKeyring } from '@latchkey/service-kit/keys/authorityKeyring'
import {
  prepareAuthorityKey,
  retireAuthorityKey,
  rotateAuthorityKey,
} from '@latchkey/service-kit/keys/rotateAuthorityKey'
import { signToken } from '@latchkey/service-kit/keys/tokens'
import { describe, expect, test } from 'vitest'
import { type Caller, createEmailChange, memorySessionStore } from '../../secure-frame/test/index.ts'
import { memoryStorage, type WalletChange } from '../../vault/test/index.ts'
import { createHarness, type Harness } from './harness.ts'
import { createSocialHarness, ownPage, prove, type SocialHarness } from './social/socialLogin.ts'
import { somebody } from './social/startProviders.ts'
import { newShareNonce, type TestDevice } from './testDevice.ts'
import { type Browser, openBrowser } from './threats/browser.fixture.ts'

const email = 'ada@example.com'
const newEmail = 'ada@new.example'

/** Copies both authorities' tables, or custody's alone, and returns what puts the copies back and begins an epoch. */
const backUp = async (harness: Harness, custodyAlone = false): Promise<() => Promise<void>> => {
  const { database, clock } = harness
  const tables = await database.migrate<{ schema: string; name: string; columns: string }>([
    `SELECT table_schema AS schema, table_name AS name, string_agg(quote_ident(column_name), ',') AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema IN (${custodyAlone ? '' : "'latchkey_api', "}'latchkey_custody') AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
    GROUP BY 1, 2`,
  ])
  const pairs = tables.map(({ schema, name, columns }) => ({
    own: `${schema}."${name}"`,
    copy: `backup."${schema}_${name}"`,
    columns,
  }))
  await database.migrate([
    'DROP SCHEMA IF EXISTS backup CASCADE',
    'CREATE SCHEMA backup',
    ...pairs.map(({ own, copy }) => `CREATE TABLE ${copy} AS TABLE ${own}`),
  ])
  return async () => {
    await database.migrate([
      'SET LOCAL session_replication_role = replica',
      `TRUNCATE ${pairs.map(({ own }) => own).join(', ')} CASCADE`,
      ...pairs.map(
        ({ own, copy, columns }) =>
          `INSERT INTO ${own} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copy}`,
      ),
    ])
    clock.advance(60)
    await beginEpoch(database, clock.now())
    await harness.restart()
  }
}

const rotate: WalletChange = { kind: 'rotate' }
const toPassphrase: WalletChange = { kind: 'recovery', to: 'passphrase' }

/** A user whose browser has made these changes since the backup; and, where `signsUp`, the wallet too. */
const changedSince = async (
  harness: Harness,
  changes: readonly WalletChange[],
  signsUp = false,
  custodyAlone = false,
) => {
  const profile = { email, vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }
  const known = () => openBrowser(harness, profile)
  const browser = await known()
  const signedUp = signsUp ? null : await browser.signIn()
  const restore = await backUp(harness, custodyAlone)
  const caller = signedUp ?? (await browser.signIn())
  for (const change of changes) await browser.change(caller, change)
  const { wallet, sent = [] } = await browser.vault.status({ with: 'sent' })
  await restore()
  return { known, address: caller.address, record: wallet?.record, sent }
}
const fresh = (harness: Harness) => openBrowser(harness, { email })
/** The address that a browser signs in with, having signed; or why it does not. */
const outcome = async (browser: Browser): Promise<string> => {
  try {
    const caller = await browser.signIn()
    expect(await browser.canSign(caller)).toBe(true)
    return caller.address
  } catch (error) {
    if (error instanceof Error && /^[A-Z_]+$/.test(error.name)) return error.name
    throw error
  }
}
const newest = async (browser: Browser) => (await browser.vault.status(undefined)).wallet?.record

describe('everything that a browser has done since the backup is there again once it signs in', () => {
  test.each<[string, readonly WalletChange[], boolean]>([
    ['two new keys', [rotate, rotate], false],
    ['a passphrase, then a new key', [toPassphrase, rotate], false],
    ['a new key, a passphrase and another one', [rotate, toPassphrase, toPassphrase], false],
    ['the wallet and a passphrase', [toPassphrase], true],
    ['the wallet and a new key', [rotate], true],
    ['the wallet, a new key, a passphrase and another key', [rotate, toPassphrase, rotate], true],
  ])('%s', async (_, changes, signsUp) => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const { known, address, record } = await changedSince(harness, changes, signsUp)
    const browser = await known()
    expect(await outcome(browser)).toBe(address)
    expect(await newest(browser)).toEqual(record)

    const other = await fresh(harness)
    expect(await outcome(other)).toBe(address)
    expect(await newest(other)).toEqual(record)
    expect(other.entered()).toBe(record?.recovery.kind === 'passphrase' ? 1 : 0)
  })
})

describe('a sign-out', () => {
  const imports: WalletChange = { kind: 'import', from: 'evmKey' }
  test.each<[string, readonly WalletChange[], boolean]>([
    ['a new key', [rotate], false],
    ['a passphrase', [toPassphrase], false],
    ['an account', [imports], false],
    ['the wallet', [], true],
    ['the wallet, a passphrase, an account and a new key', [toPassphrase, imports, rotate], true],
  ])('right after the restore loses nothing that only this browser has: %s', async (_, changes, signsUp) => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const { known, address, record } = await changedSince(harness, changes, signsUp)
    const leaving = await known()
    await leaving.session.signOut(leaving.page)
    expect(await leaving.session.isConnected(leaving.page)).toBe(false)
    expect(await newest(leaving)).toBeUndefined()

    for (const browser of [await known(), await fresh(harness)]) {
      expect(await outcome(browser)).toBe(address)
      expect(await newest(browser)).toEqual(record)
    }
  })

  test('before the restore, while the services are away, loses nothing either', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const restore = await backUp(harness)
    const profile = { email, vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }
    let isAway = false
    const fetch: Harness['fetch'] = async (...input) =>
      isAway ? new Response(null, { status: 503 }) : harness.fetch(...input)
    const leaving = await openBrowser({ ...harness, fetch }, profile)
    const { address } = await leaving.signIn()
    isAway = true
    await leaving.session.signOut(leaving.page)
    await restore()
    expect(await outcome(await openBrowser(harness, profile))).toBe(address)
    expect(await outcome(await fresh(harness))).toBe(address)
  })

  test('while the services are away leaves no device share: the mailbox at that computer needs the passphrase', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const profile = { email, vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }
    let isAway = false
    const fetch: Harness['fetch'] = async (...input) =>
      isAway ? new Response(null, { status: 503 }) : harness.fetch(...input)
    const leaving = await openBrowser({ ...harness, fetch }, profile)
    const caller = await leaving.signIn()
    await leaving.change(caller, toPassphrase)
    isAway = true
    await leaving.session.signOut(leaving.page)
    isAway = false
    const guessing = await openBrowser(harness, { ...profile, passphrase: 'a guess' })
    await expect(guessing.signIn()).rejects.toThrowError('The passphrase was wrong')
    expect(await outcome(await openBrowser(harness, profile))).toBe(caller.address)
  })

  test.each([false, true])(
    'leaves nothing in the browser where the services have all of it, custody’s key rotated: %s',
    async (isRotated) => {
      await using harness = await createHarness({ deviceLink: 'always' })
      const profile = { email, vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }
      const first = await openBrowser(harness, profile)
      await first.change(await first.signIn(), toPassphrase)
      if (isRotated) {
        const { database, clock, kms } = harness
        const deps = { authority: 'custody' as const, database, clock, kms: kms('custody') }
        await prepareAuthorityKey(deps, 'hpke')
        clock.advance(300)
        await rotateAuthorityKey(deps, { purpose: 'hpke', leaked: false })
        clock.advance(90_000)
        await retireAuthorityKey(deps, { purpose: 'hpke', leaked: false })
        clock.advance(60)
        await harness.restart()
      }
      const browser = await openBrowser(harness, profile)
      if (isRotated) await browser.signIn()
      const { deviceId } = await browser.vault.status(undefined)
      await browser.session.signOut(browser.page)
      expect(await browser.vaultStorage.read()).toMatchObject({ ready: null, pending: null })
      expect(await browser.vaultStorage.read()).not.toHaveProperty('others')
      expect((await browser.vault.status(undefined)).deviceId).not.toBe(deviceId)
    },
  )
})

describe('a new browser that comes before it', () => {
  test('has the wallet of the backup, and does not stand in the way', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const { known, address, record } = await changedSince(harness, [toPassphrase, rotate])
    expect(await outcome(await fresh(harness))).toBe(address)
    expect(await outcome(await known())).toBe(address)
    const other = await fresh(harness)
    expect(await outcome(other)).toBe(address)
    expect([await newest(other), other.entered()]).toEqual([record, 1])
  })

  test('and changes the wallet: what the other one has can’t follow, and new browsers wait for 14 days at most', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const { known, address } = await changedSince(harness, [rotate, rotate])
    const first = await fresh(harness)
    const caller = await first.signIn()
    await first.change(caller, toPassphrase)
    expect(await outcome(await known())).toBe('WALLET_ONLY_HERE')
    expect(await outcome(await fresh(harness))).toBe('WALLET_OUTDATED')
    harness.clock.advance(14 * 24 * 60 * 60)
    expect(await outcome(await known())).toBe('WALLET_ONLY_HERE')
    expect(await outcome(await fresh(harness))).toBe(address)
  })

  test('and is the first to have a wallet: it makes another one, and the one that was lost stays in its browser', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const { known, address, record } = await changedSince(harness, [rotate], true)
    expect(await outcome(await fresh(harness))).not.toBe(address)
    const browser = await known()
    expect(await outcome(browser)).toBe('WALLET_ONLY_HERE')
    expect(await newest(browser)).toEqual(record)
  })
})

describe('somebody with the mailbox, the genuine signed records and false halves', () => {
  const refused = expect.objectContaining({ name: 'SHARE_INVALID' })
  const comes = async (harness: Harness) => {
    const thief = await harness.device()
    harness.clock.advance(31)
    const { attemptId } = await thief.startEmail(email)
    return { thief, login: await thief.finishLogin(attemptId, harness.mailbox.codeFor(email)) }
  }
  const staysWhole = async (harness: Harness, { known, address }: Awaited<ReturnType<typeof changedSince>>) => {
    expect(await outcome(await known())).toBe(address)
    const other = await fresh(harness)
    expect(await outcome(other)).toBe(address)
    expect(other.entered()).toBe(1)
  }

  test.each<[string, boolean]>([
    ['a passphrase', false],
    ['the wallet and a passphrase', true],
  ])('has no authority keep them after a restore that lost %s', async (_, signsUp) => {
    await using harness = await createHarness()
    const changed = await changedSince(harness, [toPassphrase], signsUp)
    const [created, passphrase] = changed.sent
    if (created?.upload.kind !== 'created' || passphrase?.upload.kind !== 'changed') throw new Error('two records')
    const { record } = passphrase
    const { thief, login } = await comes(harness)
    await expect(thief.offerAnything(record, login.custodyToken)).rejects.toThrowError(refused)

    // Nor does the api, should custody have kept one.
    const custody = await openAuthorityKeyring('custody', harness.database, harness.kms('custody'))
    const { userId, walletId, generation, recoveryShareId, revision } = record
    const of = { sub: userId, wallet_id: walletId, generation, recovery_share_id: recoveryShareId, revision }
    const receipt = await signToken('receipt', of, custody.signing, harness.clock)
    const junk = crypto.getRandomValues(new Uint8Array(33))
    const sealedAuthShare = await thief.sealFor('api', 'auth', record, junk)
    const sealedRecoveryAuthShare = await thief.sealFor('api', 'recovery-auth', record, junk)
    const change = { record, signature: passphrase.upload.signature }
    const { addressProofs = [] } = created.upload
    const sent = signsUp
      ? thief.client.call(
          'createWallet',
          {
            record: created.record,
            addressProofs,
            sealedAuthShare,
            sealedRecoveryAuthShare,
            receipt,
            changes: [change],
          },
          login,
        )
      : thief.client.call('replaceWallet', { ...change, recovery: { sealedRecoveryAuthShare, receipt } }, login)
    await expect(sent).rejects.toThrowError(refused)
    await staysWhole(harness, changed)
  })

  test('is told no signature by the api, neither for recovery nor with an auth share of their own making', async () => {
    await using harness = await createHarness()
    const browser = await fresh(harness)
    const caller = await browser.signIn()
    for (const change of [rotate, toPassphrase]) await browser.change(caller, change)
    const { wallet, sent = [] } = await browser.vault.status({ with: 'sent' })
    const { thief, login } = await comes(harness)
    if (wallet === null) throw new Error('a wallet')
    const { walletId, generation, revision } = wallet.record
    const of = { walletId, generation }
    const released = await thief.client.call('releaseRecoveryAuthShare', { ...of, nonce: newShareNonce() }, login)
    const share = crypto.getRandomValues(new Uint8Array(33))
    const sealedShare = await thief.sealFor('api', 'auth', wallet.record, share, released.sessionId)
    await thief.client.call('putAuthShare', { ...of, sealedShare }, login)
    const answers: unknown[] = [released]
    for (let since = 1; since <= revision; since++)
      answers.push(
        await thief.client.call('releaseAuthShare', { ...of, use: 'unlock', nonce: newShareNonce(), since }, login),
      )
    const signatures = sent.flatMap(({ upload }) => (upload.kind === 'changed' ? [upload.signature] : []))
    expect(signatures).toHaveLength(2)
    for (const text of answers.map((answer) => JSON.stringify(answer))) {
      expect(text).toContain('signatureDigest')
      for (const signature of signatures) expect(text).not.toContain(signature)
    }
  })

  test('has custody keep none when custody alone was restored', async () => {
    await using harness = await createHarness()
    const changed = await changedSince(harness, [toPassphrase], false, true)
    const { thief, login } = await comes(harness)
    if (changed.record === undefined) throw new Error('a wallet')
    expect(login.wallet).toEqual(changed.record)
    await expect(thief.offerAnything(changed.record, login.custodyToken)).rejects.toThrowError(refused)
    await staysWhole(harness, changed)
  })
})

type Here = { harness: SocialHarness; browser: Browser & { email: string }; caller: Caller }

/** What a user does in a browser, right after a sign-in there. */
const actions = {
  'signs in': async () => undefined,
  imports: ({ browser, caller }) => browser.change(caller, { kind: 'import', from: 'evmKey' }),
  'replaces the key': ({ browser, caller }) => browser.change(caller, rotate),
  'takes a passphrase': ({ browser, caller }) => browser.change(caller, toPassphrase),
  'renames the browser': async ({ browser, caller }) => {
    const { deviceId } = await browser.vault.status(undefined)
    await browser.session.call(caller, 'renameDevice', { deviceId: deviceId ?? '', name: 'Desk' })
  },
  'upgrades to a smart account': ({ browser }) => browser.session.preferAccount(browser.page, 'smartAccount'),
  'links Google': async ({ harness, browser, caller }) => {
    const { clock, mailbox } = harness
    clock.advance(31)
    await browser.stepUp.mailCode(caller)
    await browser.stepUp.confirm(caller, mailbox.codeFor(browser.email))
    const device = { client: { call: browser.call as TestDevice['client']['call'] } }
    const { started, finished } = await prove(harness, device, 'google', somebody(), { purpose: 'link', ...ownPage })
    const login = { provider: 'google', codeChallenge: started.codeChallenge, proof: finished.proof } as const
    const { apiGrant } = await browser.stepUp.callCustody('linkIdentity', login)
    await browser.session.call(caller, 'linkLogin', { apiGrant })
    expect((await browser.session.call(caller, 'listLogins', {})).logins).toHaveLength(1)
  },
  'changes the email': async ({ harness: { clock, mailbox }, browser, caller }) => {
    const { call: api, sessionStore: store, session } = browser
    const changing = createEmailChange({ api, store, pause: () => Promise.resolve(), session })
    clock.advance(31)
    await changing.begin(browser.page, caller, newEmail)
    await changing.mailOld(caller)
    await changing.proveOld(caller, mailbox.codeFor(email))
    await api('approveEmailChange', { token: mailbox.linkTokenFor(newEmail) })
    await changing.agreement(caller, new AbortController().signal)
    await changing.proveNew(caller, mailbox.codeFor(newEmail))
  },
} satisfies Record<string, (here: Here) => Promise<unknown>>

type Step = [browser: string, action: keyof typeof actions]
type Comes = [browser: string, sees: string, then?: keyof typeof actions]
type Row = { before?: Step[]; since: Step[]; after: Comes[] }

/** Every account that was shown; with a browser that has fewer, or another wallet, the count says so. */
const all = 'all accounts'
const both: Step[] = [
  ['A', 'signs in'],
  ['B', 'signs in'],
]

describe('browsers of one user lose no account, in whatever order they come back', () => {
  test.each<[string, Row]>([
    [
      'an account that the second one imported, with the wallet itself: the first one has the recovery pair',
      {
        since: [...both, ['B', 'imports'], ['A', 'signs in']],
        after: [
          ['B', 'WALLET_ONLY_HERE'],
          ['A', all],
          ['B', all],
          ['new', all],
        ],
      },
    ],
    [
      'a passphrase that the second one took, with the wallet itself',
      {
        since: [...both, ['B', 'takes a passphrase'], ['A', 'signs in']],
        after: [
          ['A', 'WALLET_ONLY_HERE'],
          ['B', all],
          ['A', all],
          ['new', all],
        ],
      },
    ],
    [
      'a passphrase, and an account that the other browser imported afterwards: the one with the passphrase has not received it',
      {
        since: [...both, ['A', 'takes a passphrase'], ['B', 'imports']],
        after: [
          ['B', 'WALLET_ONLY_HERE'],
          ['A', '1 of 2 accounts'],
          ['B', all],
          ['A', all],
        ],
      },
    ],
    [
      'accounts that both imported in turn: the browser that has received all sends all',
      {
        before: both,
        since: [
          ['A', 'imports'],
          ['B', 'imports'],
          ['A', 'imports'],
          ['B', 'signs in'],
        ],
        after: [
          ['B', all],
          ['new', all],
          ['A', all],
        ],
      },
    ],
    [
      'accounts that both imported in turn, and neither browser has received all',
      {
        before: both,
        since: [
          ['A', 'imports'],
          ['B', 'imports'],
        ],
        after: [
          ['A', '2 of 3 accounts'],
          ['B', all],
          ['A', all],
        ],
      },
    ],
    [
      'new keys of both in turn, with an account between',
      {
        before: both,
        since: [
          ['A', 'replaces the key'],
          ['B', 'imports'],
          ['B', 'replaces the key'],
          ['A', 'signs in'],
        ],
        after: [
          ['A', 'WALLET_ONLY_HERE'],
          ['new', 'WALLET_OUTDATED'],
          ['B', all],
          ['A', all],
          ['new', all],
        ],
      },
    ],
    [
      'the wallet, a new key of the first one, and an account of the second one under it',
      {
        since: [...both, ['A', 'replaces the key'], ['B', 'imports'], ['A', 'signs in']],
        after: [
          ['B', 'WALLET_ONLY_HERE'],
          ['A', all],
          ['B', all],
        ],
      },
    ],
    [
      'a linked login, and an account',
      {
        before: both,
        since: [
          ['A', 'links Google'],
          ['A', 'imports'],
          ['B', 'signs in'],
        ],
        after: [
          ['B', all],
          ['A', all],
          ['A', all, 'links Google'],
        ],
      },
    ],
    [
      'a new email, which takes a new key, and an account before it',
      {
        before: both,
        since: [
          ['B', 'imports'],
          ['A', 'changes the email'],
        ],
        after: [
          ['B', all],
          ['A', all],
          ['B', all],
          ['new', all],
        ],
      },
    ],
    [
      'another account type, a name, and an account of the other browser',
      {
        before: both,
        since: [
          ['A', 'upgrades to a smart account'],
          ['A', 'renames the browser'],
          ['B', 'imports'],
          ['A', 'signs in'],
        ],
        after: [
          ['new', '1 of 2 accounts'],
          ['A', all],
          ['B', all],
          ['new', all],
        ],
      },
    ],
    [
      'an account, where a new browser had the wallet of the backup first, and took a passphrase: the accounts stay with their browser',
      {
        before: both,
        since: [['A', 'imports']],
        after: [
          ['new', '1 of 2 accounts', 'takes a passphrase'],
          ['A', 'WALLET_ONLY_HERE'],
          ['B', '1 of 2 accounts'],
        ],
      },
    ],
    [
      'an account, where the other browser imported another one first',
      {
        before: both,
        since: [['A', 'imports']],
        after: [
          ['B', '1 of 2 accounts', 'imports'],
          ['A', 'WALLET_ONLY_HERE'],
          ['B', '2 of 3 accounts', 'imports'],
          ['A', 'WALLET_ONLY_HERE'],
        ],
      },
    ],
    [
      'a passphrase, where the other browser imported an account first: recovery doesn’t become automatic again without a message',
      {
        before: both,
        since: [['A', 'takes a passphrase']],
        after: [
          ['B', all, 'imports'],
          ['A', 'WALLET_ONLY_HERE'],
        ],
      },
    ],
    [
      'two accounts, where the other browser took a passphrase first: one that is ahead stops too',
      {
        before: both,
        since: [
          ['A', 'imports'],
          ['A', 'imports'],
        ],
        after: [
          ['B', '1 of 3 accounts', 'takes a passphrase'],
          ['A', 'WALLET_ONLY_HERE'],
        ],
      },
    ],
    [
      'a passphrase and an account, where the other browser imported an account first',
      {
        before: both,
        since: [
          ['A', 'takes a passphrase'],
          ['A', 'imports'],
        ],
        after: [
          ['B', '1 of 2 accounts', 'imports'],
          ['A', 'WALLET_ONLY_HERE'],
        ],
      },
    ],
    [
      'a new key, where the other browser replaced it too',
      {
        before: both,
        since: [['A', 'replaces the key']],
        after: [
          ['B', all, 'replaces the key'],
          ['A', 'WALLET_ONLY_HERE'],
          ['B', all],
        ],
      },
    ],
    [
      'the wallet and an account, where a new browser made another wallet first',
      {
        since: [...both, ['B', 'imports'], ['A', 'signs in']],
        after: [
          ['new', '0 of 2 accounts'],
          ['A', 'WALLET_ONLY_HERE'],
          ['B', 'WALLET_ONLY_HERE'],
        ],
      },
    ],
  ])('%s', async (_, { before = [], since, after }) => {
    await using harness = await createSocialHarness({ deviceLink: 'always' })
    const profiles = new Map<string, Pick<Browser, 'vaultStorage' | 'sessionStore'>>()
    const shown = new Set<string>()
    let signsInAs = email
    const open = async (name: string) => {
      const profile = profiles.get(name) ?? { vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }
      if (name !== 'new') profiles.set(name, profile)
      return { ...(await openBrowser(harness, { email: signsInAs, ...profile })), email: signsInAs }
    }
    const accountsOf = async (browser: Browser) => (await newest(browser))?.addresses.eip155 ?? []
    const act = async (name: string, action: Step[1]) => {
      const browser = await open(name)
      await actions[action]({ harness, browser, caller: await browser.signIn() })
      if (action === 'changes the email') signsInAs = newEmail
      for (const address of await accountsOf(browser)) shown.add(address)
    }
    for (const step of before) await act(...step)
    const restore = await backUp(harness)
    for (const step of since) await act(...step)
    await restore()
    signsInAs = email

    const seen: Comes[] = []
    for (const [name, , then] of after) {
      const browser = await open(name)
      const held = await accountsOf(browser)
      const end = await outcome(browser)
      const own = await accountsOf(browser)
      expect(own).toEqual(expect.arrayContaining(held))
      const found = [...shown].filter((address) => own.includes(address)).length
      const accounts = found === shown.size ? all : `${found} of ${shown.size} accounts`
      seen.push([name, end.startsWith('0x') ? accounts : end, ...(then === undefined ? [] : [then])] as Comes)
      if (then !== undefined) await act(name, then)
    }
    expect(seen).toEqual(after)
  })

  test('an account, with a wallet of an earlier release, which kept no records: a browser that recovered it since', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const first = await fresh(harness)
    const caller = await first.signIn()
    await harness.database.migrate([`UPDATE latchkey_api.wallets SET history = '[]'`])
    const restore = await backUp(harness)
    const record = await first.change(caller, { kind: 'import', from: 'evmKey' })
    const profile = { email, vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }
    await (await openBrowser(harness, profile)).signIn()
    await restore()
    for (const browser of [await openBrowser(harness, profile), await fresh(harness)]) {
      await browser.signIn()
      expect(await newest(browser)).toEqual(record)
    }
  })

  test('after two restores of one backup, with an account of each browser between them', async () => {
    await using harness = await createHarness({ deviceLink: 'always' })
    const profiles = [0, 1].map(() => ({ email, vaultStorage: memoryStorage(), sessionStore: memorySessionStore() }))
    const [a, b] = profiles.map((profile) => () => openBrowser(harness, profile))
    const imports = async (browser: Browser) =>
      browser.change(await browser.signIn(), { kind: 'import', from: 'evmKey' })
    if (a === undefined || b === undefined) throw new Error('two browsers')
    for (const browser of [a, b]) await (await browser()).signIn()
    const restore = await backUp(harness)
    await imports(await a())
    await restore()
    await (await a()).signIn()
    const record = await imports(await b())
    expect(record.addresses.eip155).toHaveLength(3)
    await restore()
    for (const open of [b, a, () => fresh(harness)]) {
      const browser = await open()
      await browser.signIn()
      expect(await newest(browser)).toEqual(record)
    }
  })
})
