import { expect, test } from 'vitest'
import type { NetworkId, ViewName } from '../Modal.ts'
import {
  back,
  closedRouter,
  frontRoute,
  isUnsupported,
  leaveNetworks,
  type Opening,
  openAt,
  push,
  type Route,
  type Router,
  replace,
  reset,
  routeToOpen,
  type SupportSettings,
  type SwitchStep,
  type SwitchWish,
  switchStep,
} from './routeRules.ts'

const route = (view: ViewName): Route =>
  view === 'SwitchNetwork' || view === 'SwitchActiveChain' ? { view, network: 'eip155:1' } : { view }
const at = (...views: ViewName[]): Router => ({ ...closedRouter, open: true, history: views.map(route) })
const shown = (router: Router) => (router.open ? router.history.map(({ view }) => view) : 'closed')

const opening: Opening = {
  wish: undefined,
  hasAccount: false,
  isBasic: false,
  isMobile: false,
  isUnsupported: false,
}
const connected = { hasAccount: true }
const basic = { isBasic: true }
const mobile = { isMobile: true }

test.each<[string, Partial<Opening>, ViewName]>([
  ['no address', {}, 'Connect'],
  ['an address', connected, 'Account'],
  ['an address on mobile', { ...connected, ...mobile }, 'Account'],
  ['an address on an unsupported chain', { ...connected, isUnsupported: true }, 'UnsupportedChain'],
  ['a view, with no address', { wish: 'Networks' }, 'Networks'],
  ['a view, with an address', { wish: 'Connect', ...connected }, 'Connect'],
  ['a view, on an unsupported chain', { wish: 'Networks', ...connected, isUnsupported: true }, 'Networks'],
  ['Account, with an address', { wish: 'Account', ...connected }, 'Account'],
  ['Account, with none', { wish: 'Account' }, 'Connect'],
  ['the wallets of a profile, with none', { wish: 'ProfileWallets' }, 'Connect'],
  ['the wallets of a profile', { wish: 'ProfileWallets', ...connected }, 'ProfileWallets'],
  ['buying, with none', { wish: 'OnRampProviders' }, 'Connect'],
  ['buying', { wish: 'OnRampProviders', ...connected }, 'OnRampProviders'],
  ['basic mode', basic, 'ConnectingWalletConnectBasic'],
  ['basic mode on mobile', { ...basic, ...mobile }, 'AllWallets'],
  ['basic mode with an address', { ...basic, ...connected }, 'ConnectingWalletConnectBasic'],
  ['basic mode with a view', { ...basic, wish: 'Networks' }, 'Networks'],
  ['basic mode with Account', { ...basic, ...connected, wish: 'Account' }, 'Account'],
  ['basic mode with Account and no address', { ...basic, wish: 'Account' }, 'ConnectingWalletConnectBasic'],
  ['basic mode with Connect', { ...basic, wish: 'Connect' }, 'ConnectingWalletConnectBasic'],
])('opening with %s', (_, wish, view) => {
  expect(routeToOpen({ ...opening, ...wish }).view).toBe(view)
})

test('opening starts a history of its own', () => {
  expect(shown(openAt(at('Account', 'Networks'), { view: 'Connect' }))).toEqual(['Connect'])
})

test.each<[ViewName[], boolean, ViewName[] | 'closed']>([
  [['Connect'], false, 'closed'],
  [['Account'], true, 'closed'],
  [['Connect', 'EmailLogin'], false, ['Connect']],
  [['Connect', 'EmailLogin'], true, ['Account']],
  [['Account', 'Networks', 'SwitchNetwork'], true, ['Account', 'Networks']],
  [['ApproveTransaction'], true, 'closed'],
  [['Account', 'ApproveTransaction'], true, ['Account']],
])('back from %j with an account: %s, leads to %j', (views, hasAccount, expected) => {
  expect(shown(back(at(...views), hasAccount))).toEqual(expected)
})

test('the way of travel follows the history', () => {
  const forward = push(at('Account'), { view: 'Networks' })
  expect(forward.direction).toBe('forward')
  expect(back(forward, true).direction).toBe('back')
})

test('a view that is in front already is not put on itself', () => {
  const router = push(at('Account', 'SwitchNetwork'), { view: 'SwitchNetwork', network: 'eip155:1337' })
  expect(shown(router)).toEqual(['Account', 'SwitchNetwork'])
  expect(frontRoute(router)).toEqual({ view: 'SwitchNetwork', network: 'eip155:1337' })
})

test('replacing keeps the way back, starting over forgets it', () => {
  expect(shown(replace(at('Connect', 'EmailLogin'), { view: 'UnsupportedChain' }))).toEqual([
    'Connect',
    'UnsupportedChain',
  ])
  expect(shown(reset(at('Account', 'Networks'), { view: 'Connect' }))).toEqual(['Connect'])
})

test.each<[ViewName[], ViewName[] | 'closed']>([
  [['Account', 'Networks', 'SwitchNetwork'], ['Account']],
  [['Account', 'Networks'], ['Account']],
  [['Networks', 'SwitchNetwork'], 'closed'],
])('after a network was chosen in %j the user is at %j', (views, expected) => {
  expect(shown(leaveNetworks(at(...views)))).toEqual(expected)
})

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const wish: SwitchWish = {
  target: 'eip155:10',
  active: 'eip155:1',
  isConfirmed: false,
  isAuthServed: false,
  hasAccount: true,
  hasTargetAccount: true,
}
const elsewhere = { target: solana, hasTargetAccount: false } as const
const alone = { hasAccount: false, hasTargetAccount: false }

test.each<[string, Partial<SwitchWish>, SwitchStep]>([
  ['to the network that is active', { target: 'eip155:1' }, 'nothing'],
  ['to the network that is active, with nobody', { target: 'eip155:1', ...alone }, 'nothing'],
  ['to the network that is active, confirmed', { target: 'eip155:1', isConfirmed: true }, 'nothing'],
  ['in a namespace', {}, 'SwitchNetwork'],
  ['in a namespace, by email', { isAuthServed: true }, 'SwitchNetwork'],
  ['to another namespace without an account', elsewhere, 'SwitchActiveChain'],
  ['to another namespace without an account, confirmed', { ...elsewhere, isConfirmed: true }, 'SwitchNetwork'],
  ['to another namespace that the email wallet serves', { ...elsewhere, isAuthServed: true }, 'SwitchNetwork'],
  ['to another namespace with an account', { target: solana }, 'SwitchNetwork'],
  ['from nobody to a namespace with an account', { target: solana, hasAccount: false }, 'SwitchNetwork'],
  ['with nobody anywhere', alone, 'SwitchNetwork'],
  ['to another namespace, with nobody anywhere', { ...elsewhere, ...alone }, 'SwitchNetwork'],
])('switching %s', (_, change, step) => {
  expect(switchStep({ ...wish, ...change })).toBe(step)
})

const support: SupportSettings = {
  networks: ['eip155:1', solana],
  enableNetworkSwitch: true,
  allowUnsupportedChain: false,
  isBasic: false,
}

test.each<[string, NetworkId, Partial<SupportSettings>, boolean]>([
  ["one of the site's", 'eip155:1', {}, false],
  ["one of the site's, of another namespace", solana, {}, false],
  ['another', 'eip155:10', {}, true],
  ['another, and it cannot be switched', 'eip155:10', { enableNetworkSwitch: false }, false],
  ['another, which is allowed', 'eip155:10', { allowUnsupportedChain: true }, false],
  ['another, in basic mode', 'eip155:10', { isBasic: true }, false],
])('UnsupportedChain on %s', (_, active, settings, expected) => {
  expect(isUnsupported(active, { ...support, ...settings })).toBe(expected)
})
