import { AppError } from '@latchkey/protocol'
import { generatePrivateKey } from 'viem/accounts'
import type { Browser } from '../createBrowser.ts'
import type { Person } from '../createPerson.ts'
import { change, signedIn } from '../journeys.ts'

/** A user's actions around the backup, and the browsers that they return with afterwards, one after the other. */
export type User = {
  before?: (person: Person) => Promise<void>
  since?: (person: Person) => Promise<void>
  after: readonly ('known' | 'revoked' | 'second' | 'new')[]
}

const first = (person: Person): Browser => {
  const [browser] = person.browsers
  if (browser === undefined) throw new Error('no browser yet')
  return browser
}
const signIn = async (person: Person): Promise<void> => void (await signedIn(person))

/** The revoked browser is the second one. */
const revoke = async (person: Person): Promise<void> => {
  const browser = first(person)
  const caller = await person.enter(browser)
  await person.confirm(browser.frame(), caller)
  const { deviceId } = (await person.browsers[1]?.frame().vault.status(undefined)) ?? {}
  await browser.frame().session.revokeDevice(caller, deviceId ?? '')
}
const changed =
  (what: Parameters<typeof change>[3], at = 0) =>
  async (person: Person): Promise<void> => {
    const browser = person.browsers[at] ?? first(person)
    await change(person, browser, await person.enter(browser), what)
    await person.enter(browser)
  }

export const users = {
  'signed up before the backup': { before: signIn, after: ['known', 'new'] },
  'signed up since': { since: signIn, after: ['known', 'new'] },
  'signed up since, and comes with a new browser first': { since: signIn, after: ['new', 'known'] },
  'revoked a browser since': {
    before: async (person) => {
      await signIn(person)
      await signIn(person)
    },
    since: revoke,
    after: ['revoked', 'known'],
  },
  'imported an account since': {
    before: signIn,
    since: async (person) => {
      person.owner.imports = [generatePrivateKey()]
      await changed({ kind: 'import', from: 'evmKey' })(person)
    },
    after: ['known', 'new'],
  },
  'signed up since, and imported an account on a second browser': {
    since: async (person) => {
      await signIn(person)
      await signIn(person)
      person.owner.imports = [generatePrivateKey()]
      await changed({ kind: 'import', from: 'evmKey' }, 1)(person)
      // The first one receives the new record when it unlocks.
      const browser = first(person)
      browser.reload()
      await browser.frame().session.unlock(await person.enter(browser))
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
    since: async (person) => {
      await signIn(person)
      await changed({ kind: 'rotate' })(person)
    },
    after: ['known', 'new'],
  },
  'chose a passphrase and replaced the key since, and comes with a new browser first': {
    before: signIn,
    since: async (person) => {
      await changed({ kind: 'recovery', to: 'passphrase' })(person)
      await changed({ kind: 'rotate' })(person)
    },
    after: ['new', 'known', 'new'],
  },
} as const satisfies Record<string, User>
export type UserName = keyof typeof users

/** Returns the results of a returning browser: its session first, then a sign-in. */
export async function comeBack(
  person: Person,
  kind: User['after'][number],
  advanceTime: () => Promise<void>,
): Promise<string> {
  const shown = [...person.shown]
  await advanceTime()
  const browser =
    kind === 'new' ? person.newBrowser() : kind === 'revoked' || kind === 'second' ? person.browsers[1] : first(person)
  if (browser === undefined) throw new Error('no such browser')
  browser.reload()
  const { session, asked } = browser.frame()
  const isOver = await session
    .caller(person.page)
    .then((caller) => session.unlock(caller))
    .then(() => false)
    .catch(() => true)
  const prefix = kind === 'new' ? '' : isOver ? 'signs in: ' : 'goes on: '
  try {
    const { addresses } = await session.wallet(await person.enter(browser))
    const now = Object.values(addresses).flat()
    const isSame = shown.every((address) => now.includes(address))
    const how = asked.some((one) => one.kind === 'enterPassphrase') ? ' with the passphrase' : ''
    return `${prefix}${isSame ? 'same wallet' : 'another wallet'}${how}`
  } catch (error) {
    return `${prefix}${AppError.from(error).name}`
  }
}
