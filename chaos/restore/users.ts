import { AppError } from '@latchkey/protocol'
import { generatePrivateKey } from 'viem/accounts'
import type { Browser } from '../createBrowser.ts'
import type { TestUser } from '../createTestUser.ts'
import { change, signedIn } from '../journeys.ts'

/** A user's actions around the backup, and the browsers that they return with afterwards, one after the other. */
export type User = {
  before?: (testUser: TestUser) => Promise<void>
  since?: (testUser: TestUser) => Promise<void>
  after: readonly ('known' | 'revoked' | 'second' | 'new')[]
}

const first = (testUser: TestUser): Browser => {
  const [browser] = testUser.browsers
  if (browser === undefined) throw new Error('no browser yet')
  return browser
}
const signIn = async (testUser: TestUser): Promise<void> => void (await signedIn(testUser))

/** The revoked browser is the second one. */
const revoke = async (testUser: TestUser): Promise<void> => {
  const browser = first(testUser)
  const caller = await testUser.enter(browser)
  await testUser.confirm(browser.frame(), caller)
  const { deviceId } = (await testUser.browsers[1]?.frame().vault.status(undefined)) ?? {}
  await browser.frame().session.revokeDevice(caller, deviceId ?? '')
}
const changed =
  (what: Parameters<typeof change>[3], at = 0) =>
  async (testUser: TestUser): Promise<void> => {
    const browser = testUser.browsers[at] ?? first(testUser)
    await change(testUser, browser, await testUser.enter(browser), what)
    await testUser.enter(browser)
  }

export const users = {
  'signed up before the backup': { before: signIn, after: ['known', 'new'] },
  'signed up since': { since: signIn, after: ['known', 'new'] },
  'signed up since, and comes with a new browser first': { since: signIn, after: ['new', 'known'] },
  'revoked a browser since': {
    before: async (testUser) => {
      await signIn(testUser)
      await signIn(testUser)
    },
    since: revoke,
    after: ['revoked', 'known'],
  },
  'imported an account since': {
    before: signIn,
    since: async (testUser) => {
      testUser.owner.imports = [generatePrivateKey()]
      await changed({ kind: 'import', from: 'evmKey' })(testUser)
    },
    after: ['known', 'new'],
  },
  'signed up since, and imported an account on a second browser': {
    since: async (testUser) => {
      await signIn(testUser)
      await signIn(testUser)
      testUser.owner.imports = [generatePrivateKey()]
      await changed({ kind: 'import', from: 'evmKey' }, 1)(testUser)
      // The first one receives the new record when it unlocks.
      const browser = first(testUser)
      browser.reload()
      await browser.frame().session.unlock(await testUser.enter(browser))
    },
    after: ['second', 'known', 'second'],
  },
  'replaced the key since': { before: signIn, since: changed({ kind: 'rotate' }), after: ['known', 'new'] },
  'chose a passphrase since': {
    before: signIn,
    since: changed({ kind: 'recovery', to: 'passphrase' }),
    after: ['known', 'new'],
  },
  'signed up and replaced the key since': {
    since: async (testUser) => {
      await signIn(testUser)
      await changed({ kind: 'rotate' })(testUser)
    },
    after: ['known', 'new'],
  },
  'chose a passphrase and replaced the key since, and comes with a new browser first': {
    before: signIn,
    since: async (testUser) => {
      await changed({ kind: 'recovery', to: 'passphrase' })(testUser)
      await changed({ kind: 'rotate' })(testUser)
    },
    after: ['new', 'known', 'new'],
  },
} as const satisfies Record<string, User>
export type UserName = keyof typeof users

/** Returns the results of a returning browser: its session first, then a sign-in. */
export async function comeBack(
  testUser: TestUser,
  kind: User['after'][number],
  advanceTime: () => Promise<void>,
): Promise<string> {
  const shown = [...testUser.shown]
  await advanceTime()
  const browser =
    kind === 'new'
      ? testUser.newBrowser()
      : kind === 'revoked' || kind === 'second'
        ? testUser.browsers[1]
        : first(testUser)
  if (browser === undefined) throw new Error('no such browser')
  browser.reload()
  const { session, asked } = browser.frame()
  const isOver = await session
    .caller(testUser.page)
    .then((caller) => session.unlock(caller))
    .then(() => false)
    .catch(() => true)
  const prefix = kind === 'new' ? '' : isOver ? 'signs in: ' : 'goes on: '
  try {
    const { addresses } = await session.wallet(await testUser.enter(browser))
    const now = Object.values(addresses).flat()
    const isSame = shown.every((address) => now.includes(address))
    const how = asked.some((one) => one.kind === 'enterPassphrase') ? ' with the passphrase' : ''
    return `${prefix}${isSame ? 'same wallet' : 'another wallet'}${how}`
  } catch (error) {
    return `${prefix}${AppError.from(error).name}`
  }
}
