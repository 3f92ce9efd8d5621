import { expect, onTestFinished, test } from 'vitest'
import type { Connector } from '../Connector.ts'
import { describeConnector } from '../connectorContract.fixture.ts'
import { createScriptedProvider, scriptedWallet } from '../eip1193/scriptedProvider.fixture.ts'
import { createInjectedSource } from './createInjectedSource.ts'

const setEthereum = (descriptor: PropertyDescriptor): (() => void) => {
  Object.defineProperty(window, 'ethereum', { ...descriptor, configurable: true })
  return () => Reflect.deleteProperty(window, 'ethereum')
}
const inject = (value: unknown): void => onTestFinished(setEthereum({ value }))
const provider = (flags: object = {}) => Object.assign(createScriptedProvider().provider, flags)
const announce = (one: unknown): void => {
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Example', icon: 'data:,', rdns: 'com.example' }
  const say = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: one } }))
  window.addEventListener('eip6963:requestProvider', say)
  onTestFinished(() => window.removeEventListener('eip6963:requestProvider', say))
}
const discover = (): Connector[] => {
  const found: Connector[] = []
  onTestFinished(createInjectedSource()((connector) => found.push(connector)))
  return found
}

describeConnector('An injected wallet', () => {
  const script = createScriptedProvider()
  const remove = setEthereum({ value: Object.assign(script.provider, { isRabby: true }) })
  const load = () => {
    const found: Connector[] = []
    createInjectedSource()((connector) => found.push(connector))()
    const [connector] = found
    if (connector === undefined) throw new Error('No wallet was found')
    return connector
  }
  return scriptedWallet(script, load, remove)
})

test('a page without a wallet has none', () => {
  expect(discover()).toEqual([])
})

test.each([
  ['Rabby Wallet', 'injected:isRabby', { isMetaMask: true, isRabby: true }],
  ['Zeal', 'injected:isZeal', { isTrust: true, isZeal: true }],
  ['Browser Wallet', 'injected:unnamed', {}],
  ['Browser Wallet', 'injected:unnamed', { isMetaMask: true }],
  ['Browser Wallet', 'injected:unnamed', { isRabby: 'yes' }],
])('it is named by the flags that the directory knows: %s', (name, id, flags) => {
  inject(provider(flags))
  expect(discover()).toMatchObject([{ name, id, type: 'injected', rdns: null, icon: null, namespaces: ['eip155'] }])
})

test('several wallets behind one window.ethereum are several', () => {
  inject(
    Object.assign(provider(), { providers: [provider({ isRabby: true }), provider({ isZerion: true }), provider()] }),
  )
  expect(discover().map(({ name }) => name)).toEqual(['Rabby Wallet', 'Zerion', 'Browser Wallet'])
})

test('what is announced too is not found a second time', () => {
  const one = provider()
  inject(one)
  announce(one)
  expect(discover()).toEqual([])
})

test('a wallet that comes late is found when it says so, once', () => {
  const found = discover()
  inject(provider({ isRabby: true }))
  window.dispatchEvent(new Event('ethereum#initialized'))
  window.dispatchEvent(new Event('ethereum#initialized'))
  expect(found.map(({ name }) => name)).toEqual(['Rabby Wallet'])
})

const never = (): never => {
  throw new Error('looked at')
}
test.each<[string, PropertyDescriptor]>([
  ['text', { value: 'ethereum' }],
  ['null', { value: null }],
  ['an object without a request function', { value: {} }],
  ['a getter that throws', { get: never }],
  ['a proxy that throws', { value: new Proxy({}, { get: never }) }],
  ['rubbish as its wallets', { value: { providers: [null, 1, 'x', {}] } }],
  ['wallets that throw when they are listed', { value: { providers: new Proxy([1], { get: never }) } }],
])('%s as window.ethereum is no wallet', (_, descriptor) => {
  onTestFinished(setEthereum(descriptor))
  expect(discover()).toEqual([])
})

test('flags that throw when they are looked at say nothing', () => {
  const one = provider()
  inject(new Proxy(one, { get: (target, key) => (key === 'request' ? target.request : never()) }))
  expect(discover()).toMatchObject([{ name: 'Browser Wallet' }])
})
