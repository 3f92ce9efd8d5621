import { createEvmWallet, showWallet } from '@latchkey/testing'
import { expect, onTestFinished, test } from 'vitest'
import { malformedProvider } from '../../../../../packages/testing/src/page/malformedProvider.ts'
import type { Connector } from '../Connector.ts'
import { describeConnector } from '../connectorContract.fixture.ts'
import { createScriptedProvider, scriptedWallet } from '../eip1193/scriptedProvider.fixture.ts'
import { createAnnouncedSource } from './createAnnouncedSource.ts'

const icon = 'data:image/svg+xml,%3Csvg%3E%3C%2Fsvg%3E'
let made = 0
const info = (more: object = {}) => ({
  uuid: `350670db-19fa-4704-a166-e52e1${String(made++).padStart(7, '0')}`,
  name: 'Example',
  icon,
  rdns: 'com.example',
  ...more,
})

/** Announces a wallet, and again whenever the page asks (EIP-6963). Returns a function that stops it. */
const announce = (detail: unknown): (() => void) => {
  const say = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', say)
  say()
  return () => window.removeEventListener('eip6963:requestProvider', say)
}
const announceForTest = (detail: unknown): void => onTestFinished(announce(detail))
const provider = () => createScriptedProvider().provider

const discover = (): Connector[] => {
  const found: Connector[] = []
  onTestFinished(createAnnouncedSource()((connector) => found.push(connector)))
  return found
}

const connectorOf = (rdns: string): Connector => {
  const found: Connector[] = []
  createAnnouncedSource()((connector) => found.push(connector))()
  const connector = found.find((one) => one.rdns === rdns)
  if (connector === undefined) throw new Error(`Nobody announced ${rdns}`)
  return connector
}

describeConnector('An announced wallet', () => {
  const script = createScriptedProvider()
  const stop = announce({ info: info(), provider: script.provider })
  return scriptedWallet(script, () => connectorOf('com.example'), stop)
})

test('a wallet that was there before the page asks is found, with what it claims', () => {
  announceForTest({ info: info(), provider: provider() })
  expect(discover()).toMatchObject([
    {
      id: 'announced:com.example',
      type: 'announced',
      name: 'Example',
      icon,
      rdns: 'com.example',
      namespaces: ['eip155'],
    },
  ])
})

test('a wallet that comes later is found when it comes, and a frozen or proxied one like any other', () => {
  const found = discover()
  announceForTest(Object.freeze({ info: Object.freeze(info()), provider: Object.freeze(provider()) }))
  announceForTest(new Proxy({ info: info({ rdns: 'com.proxy' }), provider: new Proxy(provider(), {}) }, {}))
  expect(found.map(({ rdns }) => rdns)).toEqual(['com.example', 'com.proxy'])
})

test('nobody is found any more after discovery has stopped', () => {
  const found: Connector[] = []
  createAnnouncedSource()((connector) => found.push(connector))()
  announceForTest({ info: info(), provider: provider() })
  expect(found).toEqual([])
})

const throwing = (key: string, rest: object) =>
  Object.defineProperty({ ...rest }, key, {
    get() {
      throw new Error('looked at')
    },
  })
const never = (): never => {
  throw new Error('looked at')
}
const rubbish: [string, () => unknown][] = [
  ['nothing', () => undefined],
  ['null', () => null],
  ['text', () => 'provider'],
  ['no info', () => ({ provider: provider() })],
  ['info of another type', () => ({ info: 'com.example', provider: provider() })],
  ['no provider', () => ({ info: info() })],
  ['a provider without a request function', () => ({ info: info(), provider: { request: 'x' } })],
  ['no uuid', () => ({ info: info({ uuid: undefined }), provider: provider() })],
  ['a uuid of megabytes', () => ({ info: info({ uuid: 'a'.repeat(5_000_000) }), provider: provider() })],
  ['no reverse-domain name', () => ({ info: info({ rdns: undefined }), provider: provider() })],
  ['a number for it', () => ({ info: info({ rdns: 1 }), provider: provider() })],
  ['markup for it', () => ({ info: info({ rdns: '<img src=x>' }), provider: provider() })],
  ['a long one', () => ({ info: info({ rdns: 'a.'.repeat(200) }), provider: provider() })],
  ['a getter that throws', () => throwing('info', { provider: provider() })],
  ['a getter that throws inside', () => ({ info: throwing('rdns', info()), provider: provider() })],
  ['a provider that throws when it is looked at', () => ({ info: info(), provider: throwing('request', {}) })],
  ['a proxy that throws', () => new Proxy({}, { get: never, has: never, getPrototypeOf: never })],
]
test.each(rubbish)('who announces %s is ignored, and who comes after is not', (_, detail) => {
  const found = discover()
  announceForTest(detail())
  announceForTest({ info: info({ rdns: 'org.after' }), provider: provider() })
  expect(found.map(({ rdns }) => rdns)).toEqual(['org.after'])
})

test('the first of a uuid, of a reverse-domain name and of a provider stays the only one', () => {
  const first = info()
  const one = provider()
  announceForTest({ info: first, provider: one })
  const found = discover()
  announceForTest({ info: { ...first, rdns: 'com.other' }, provider: provider() })
  announceForTest({ info: info({ name: 'Twin' }), provider: provider() })
  announceForTest({ info: info({ name: 'Capitals', rdns: 'COM.Example' }), provider: provider() })
  announceForTest({ info: info({ rdns: 'com.mask' }), provider: one })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(found.map(({ name }) => name)).toEqual(['Example'])
})

test('a flood of wallets ends, and those that were there before are in the list', () => {
  announceForTest({ info: info(), provider: provider() })
  const found = discover()
  for (let count = 0; count < 500; count++)
    announceForTest({ info: info({ rdns: `flood.w${count}` }), provider: provider() })
  expect(found[0]?.rdns).toBe('com.example')
  expect(found.length).toBe(100)
})

test.each([
  ['WalletConnect', 'com.example'],
  ['Latch\u200bkey', 'com.example'],
  [undefined, 'com.example'],
  [42, 'com.example'],
  ['  Me\u202eta\n', 'Meta'],
  ['a'.repeat(500), 'a'.repeat(64)],
])('a wallet that calls itself %j is shown as %s, and never with an id of ours', (name, shown) => {
  announceForTest({ info: info({ name }), provider: provider() })
  expect(discover()).toMatchObject([{ name: shown, id: 'announced:com.example', type: 'announced' }])
})

test('a picture with script is not shown; the wallet is', () => {
  announceForTest({ info: info({ icon: 'data:image/svg+xml,<svg onload="x()"></svg>' }), provider: provider() })
  expect(discover()).toMatchObject([{ rdns: 'com.example', icon: null }])
})

test('finding wallets asks them nothing', () => {
  const script = createScriptedProvider()
  announceForTest({ info: info(), provider: script.provider })
  expect(discover().length).toBe(1)
  expect([script.calls, script.listeners()]).toEqual([[], 0])
})

test('among the rubbish that packages/testing announces, everything that is shown can be shown, and wallets are found', () => {
  malformedProvider()
  onTestFinished(showWallet(createEvmWallet({ name: 'Fox', chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:9' }] })))
  const found = discover()
  expect(found.map(({ name }) => name)).toContain('Fox')
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  for (const { id, name, icon } of found) {
    expect(id).toMatch(/^announced:[\w.-]+$/)
    expect(name).toMatch(/^[^\p{Cc}\p{Cf}]{1,64}$/u)
    expect(icon ?? 'data:image/').toMatch(/^data:image\/[^"'<>\s]*$/)
  }
  expect(Reflect.get(globalThis, 'latchkeyRubbishRan')).toBeUndefined()
})
