import { expect, test } from 'vitest'
import type { NetworkId, ViewName } from '../Modal.ts'
import {
  back,
  closedRouter,
  frontRoute,
  isUnsupported,
  leaveNetworks,
  openAt,
  push,
  type Route,
  type Router,
  replace,
  reset,
  routeToOpen,
  switchStep,
} from './routeRules.ts'

const route = (view: ViewName): Route =>
  view === 'SwitchNetwork' || view === 'SwitchActiveChain' ? { view, network: 'eip155:1' } : { view }
const at = (...views: ViewName[]): Router => ({ ...closedRouter, open: true, history: views.map(route) })
const shown = (router: Router) => (router.open ? router.history.map(({ view }) => view) : 'closed')

test.each([
  [undefined, false, 'Connect'],
  [undefined, true, 'Account'],
  ['Connect', true, 'Connect'],
  ['Networks', false, 'Networks'],
  ['Account', true, 'Account'],
  ['Account', false, 'Connect'],
] as const)('opening on %s with an account: %s, shows %s', (wish, hasAccount, view) => {
  expect(routeToOpen(wish, hasAccount).view).toBe(view)
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
  [['UnsupportedChain', 'SwitchNetwork'], 'closed'],
])('after a network was chosen in %j the visitor is at %j', (views, expected) => {
  expect(shown(leaveNetworks(at(...views)))).toEqual(expected)
})

test.each<[NetworkId, NetworkId, boolean, string]>([
  ['eip155:1', 'eip155:1', true, 'nothing'],
  ['eip155:1', 'eip155:1', false, 'nothing'],
  ['eip155:1', 'eip155:10', true, 'SwitchNetwork'],
  ['eip155:1', 'eip155:10', false, 'set'],
])('switching to %s from %s with an account: %s, is %s', (target, active, hasAccount, step) => {
  expect(switchStep(target, active, hasAccount)).toBe(step)
})

test.each<[NetworkId, boolean, boolean, boolean]>([
  ['eip155:1', true, false, false],
  ['eip155:10', true, false, true],
  ['eip155:10', false, false, false],
  ['eip155:10', true, true, false],
])(
  'on %s with switching %s and unsupported allowed %s, UnsupportedChain is due: %s',
  (active, enableNetworkSwitch, allowUnsupportedChain, expected) => {
    expect(
      isUnsupported(active, { networks: ['eip155:1'], enableNetworkSwitch, allowUnsupportedChain, isBasic: false }),
    ).toBe(expected)
  },
)
