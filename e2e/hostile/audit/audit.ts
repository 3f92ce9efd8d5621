import type { PageKit } from '@latchkey/conformance'
import type { Chain } from '@latchkey/local'
import { leakPath } from '../stage/serveSites.ts'
import type { Stage } from '../stage/startStage.ts'
import type { Realm, Tab } from '../stage/Tab.ts'
import { ask, okOf, openWallet, realmAt, signByHand, type TestUser } from '../stage/testUser.ts'
import { readState } from './readState.ts'

declare const kit: PageKit

/**
 * Invariants after every attack: nothing leaked, nothing signed, nothing changed, the honest page still served. Each function returns the
 * violations as text; a row expects none.
 */

/** State that only honest actions change. */
export type Untouched = { state: string; nonces: string }

const nonceOf = async ({ url }: Chain, address: string): Promise<string> => {
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionCount', params: [address, 'pending'] }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await response.json()) as { result: string }).result
}

const noncesOf = async ({ stack }: Stage, { address }: TestUser): Promise<string> =>
  (await Promise.all([stack.chainA, stack.chainB].map((chain) => nonceOf(chain, address)))).join(' ')

/** Opens the listed page as an honest user would. */
const openHonestly = (stage: Stage, tab: Tab): Promise<Realm> =>
  openWallet(stage, tab).then(() => realmAt(tab, stage.urls.wallet))

/** Records everything that must be unchanged later. */
export const lookBefore = async (stage: Stage, honest: Tab, testUser: TestUser): Promise<Untouched> => {
  const wallet = await openHonestly(stage, honest)
  okOf(await ask(honest, 'IS_CONNECTED'))
  return { state: await readState(wallet), nonces: await noncesOf(stage, testUser) }
}

/** Returns transactions on a chain, changes, and failures for an honest page. */
export const auditService = async (
  stage: Stage,
  honest: Tab,
  testUser: TestUser,
  before: Untouched,
): Promise<string[]> => {
  const wallet = await openHonestly(stage, honest)
  const wrong: string[] = []
  const connected = await ask(honest, 'IS_CONNECTED')
  if (JSON.stringify(connected) !== '{"ok":{"isConnected":true}}')
    wrong.push(`not served: IS_CONNECTED is ${JSON.stringify(connected)}`)
  const user = await ask(honest, 'GET_USER')
  if (!('ok' in user) || (user.ok as { address: string }).address !== testUser.address)
    wrong.push(`not served: GET_USER is ${JSON.stringify(user)}`)
  if ((await readState(wallet)) !== before.state) wrong.push('changed: what the wallet stores')
  if ((await noncesOf(stage, testUser)) !== before.nonces) wrong.push('signed: a transaction is on a chain')
  return wrong
}

/** Checks that the honest page, which `auditService` has opened, gets its signature. */
export const auditSigning = async (stage: Stage, honest: Tab, testUser: TestUser): Promise<string[]> => {
  const signer = await signByHand(stage, honest, testUser.address)
  return signer === testUser.address ? [] : [`not served: signed by ${signer}`]
}

const signature = /0x[0-9a-f]{130}/i

/** Returns what the documents of an attacker's tabs have received but should not have. */
export const auditTabs = async (stage: Stage, tabs: readonly Tab[], testUser: TestUser): Promise<string[]> => {
  const { wallet, vault, listed, otherListed } = stage.urls
  const wrong: string[] = []
  for (const realm of tabs.flatMap((tab) => tab.realms())) {
    if ([wallet, vault].some((origin) => realm.url().startsWith(`${origin}/`))) continue
    // A page that the browser refused to show, or that is being closed, has no kit and received nothing.
    const { origin, heard } = await realm
      .evaluate(() => ({ origin: self.origin, heard: 'kit' in globalThis ? kit.said() : [] }), undefined)
      .catch(() => ({ origin: '', heard: [] as ReturnType<PageKit['said']> }))
    const isListed = origin === listed || origin === otherListed
    for (const { from, text } of heard) {
      const fromUs = from === wallet || from === vault || from === 'port'
      if (signature.test(text)) wrong.push(`signed: ${origin} was told ${text}`)
      if (fromUs && !isListed) wrong.push(`leaked: ${origin} was told ${text.slice(0, 200)}`)
      if (text.includes(testUser.code)) wrong.push(`leaked: ${origin} was told a code`)
    }
  }
  return wrong
}

/** Returns one browser's requests to the sites since `from` that reveal anything. */
export const auditVisits = (stage: Stage, from: number, testUser: TestUser, isFirefox = false): string[] => {
  const { listed, otherListed } = stage.urls
  const hosts = [listed, otherListed].map((origin) => new URL(origin).host)
  const secrets = [testUser.email, testUser.address, testUser.address.toLowerCase()]
  return stage.sites.visits.slice(from).flatMap(({ host, path, text, isOfFirefox }) => {
    if (isOfFirefox !== isFirefox) return []
    if (path.startsWith(leakPath)) return [`leaked: ${host} was asked for ${path}`]
    const isTold = !hosts.includes(host) && secrets.some((secret) => text.includes(secret))
    return isTold ? [`leaked: ${host} was told who the user is`] : []
  })
}
