/** A restore, for users who have made several changes since the backup: their browser's state takes effect again, whatever it is. */
import { describe, expect, test } from 'vitest'
import { type Caller, createEmailChange, memorySessionStore } from '../../secure-frame/test/index.ts'
import { memoryStorage, type WalletChange } from '../../vault/test/index.ts'
import { createHarness } from './harness.ts'
import {
  backUp,
  changedSince,
  email,
  fresh,
  newest,
  outcome,
  rotate,
  toPassphrase,
} from './restoredBrowsers.fixture.ts'
import { createSocialHarness, ownPage, prove, type SocialHarness } from './social/socialLogin.ts'
import { providerUser } from './social/startProviders.ts'
import type { TestDevice } from './testDevice.ts'
import { type Browser, openBrowser } from './threats/browser.fixture.ts'

const newEmail = 'ada@new.example'

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

type Here = { harness: SocialHarness; browser: Browser & { email: string }; caller: Caller }

/** A user's actions in a browser, right after a sign-in there. */
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
    const { started, finished } = await prove(harness, device, 'google', providerUser(), {
      purpose: 'link',
      ...ownPage,
    })
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

/** Every account that was shown; a browser that has fewer, or another wallet, changes the count. */
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
