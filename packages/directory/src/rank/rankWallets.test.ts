import type { Wallet } from '@latchkey/api-client'
import { describe, expect, test } from 'vitest'
import { type RankInput, rankWallets, walletGroups } from './rankWallets.ts'
import type { WalletConnector } from './walletConnector.ts'

const wallet = (id: string, more: Partial<Wallet> = {}): Wallet => ({
  id,
  name: id.toUpperCase(),
  rdns: `com.${id}`,
  chains: ['eip155:1'],
  mobile_link: `${id}://`,
  ...more,
})
const announced = (id: string, more: Partial<WalletConnector> = {}): WalletConnector => ({
  id,
  name: id.toUpperCase(),
  type: 'announced',
  namespaces: ['eip155'],
  rdns: `com.${id}`,
  ...more,
})
const walletConnect = announced('wc', { name: 'WalletConnect', type: 'walletConnect', rdns: null })
const injected = (name: string, more: Partial<WalletConnector> = {}) =>
  announced(name.toLowerCase(), { name, type: 'injected', rdns: null, ...more })
const auth = (name = 'Email', namespace = 'eip155') =>
  announced('auth', { name, type: 'auth', rdns: null, namespaces: [namespace] })
const external = announced('ext', { type: 'external', rdns: null })

const base: RankInput<WalletConnector> = {
  connectors: [walletConnect],
  directory: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => wallet(id)),
  namespaces: ['eip155', 'solana'],
  device: 'desktop',
  isProviderInPage: false,
}
const noLink = { mobile_link: null }
const solana = { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }
const unnamed = injected('Browser Wallet', { id: 'injected:unnamed' })

type Row = [rule: string, input: Partial<RankInput<WalletConnector>>, connect: string, all?: string]

/** Returns names in list order; `+` marks an installed wallet. */
const shown = (input: Partial<RankInput<WalletConnector>>) => {
  const { connect, all } = rankWallets({ ...base, ...input })
  const told = (list: typeof connect) =>
    list.map(({ name, isInstalled }) => `${name}${isInstalled ? '+' : ''}`).join(' ')
  return { connect: told(connect), all: told(all) }
}

const everyGroup: Partial<RankInput<WalletConnector>> = {
  connectors: [external, announced('x'), walletConnect],
  custom: [wallet('own')],
  recent: ['f'],
  featured: ['e'],
}

describe('order', () => {
  test.each<Row>([
    ['§2: WalletConnect, then recommended', {}, 'WalletConnect A B C D', 'A B C D E F'],
    [
      '§2: WalletConnect, recent, injected, featured, custom, external',
      everyGroup,
      'WalletConnect F X+ E OWN EXT',
      'X+ E OWN EXT A B C D F',
    ],
    [
      '§2: unless configuration overrides the order; groups that it does not name follow',
      { ...everyGroup, order: ['external', 'custom', 'walletConnect'] },
      'EXT OWN WalletConnect F X+ E',
    ],
    [
      '§2: an order that names a group twice shows it once',
      { order: ['recommended', 'recommended'] },
      'A B C D WalletConnect',
    ],
    ['§9: recent wallets at most 2, the last used first', { recent: ['c', 'f', 'a'] }, 'WalletConnect C F A B'],
    ['§9: a recent wallet that nobody knows takes no place', { recent: ['gone', 'f'] }, 'WalletConnect F A B C'],
    ['§9: recommended to a total of four, recent ones counted', { recent: ['f'] }, 'WalletConnect F A B C'],
    ['§9: … installed ones counted', { connectors: [walletConnect, announced('x')] }, 'WalletConnect X+ A B C'],
    ['§9: … featured ones counted', { featured: ['f', 'e', 'd'] }, 'WalletConnect F E D A', 'F E D A B C'],
    ['§9: … and none above four', { featured: ['f', 'e', 'd', 'c', 'b'] }, 'WalletConnect F E D C B'],
    ['§2: featured in the order of the dapp', { featured: ['b', 'a'] }, 'WalletConnect B A C D', 'B A C D E F'],
    ['§2: featured twice is shown once', { featured: ['b', 'b'] }, 'WalletConnect B A C D'],
    ['without WalletConnect there is no row of it', { connectors: [] }, 'A B C D'],
    ['with nothing there is nothing', { connectors: [], directory: [] }, '', ''],
  ])('%s', (_, input, connect, all) => {
    const lists = shown(input)
    expect(lists).toEqual({ connect, all: all ?? lists.all })
  })
})

describe('what is installed', () => {
  const a = announced('a')
  test.each<Row>([
    ['comes first in AllWallets', { connectors: [announced('f')] }, 'F+ A B C', 'F+ A B C D E'],
    ['is not recommended once more', { connectors: [a] }, 'A+ B C D', 'A+ B C D E F'],
    [
      'and recent is in its recent place, ready to connect',
      { connectors: [a, announced('b')], recent: ['b'] },
      'B+ A+ C D',
    ],
    [
      'and featured stands where it stands first',
      { connectors: [a], featured: ['f', 'a'] },
      'A+ F B C',
      'A+ F B C D E',
    ],
    [
      'is known by its reverse-domain name, whatever it calls itself',
      { connectors: [announced('z', { rdns: 'com.a' })] },
      'Z+ B C D',
    ],
    [
      'is not taken for a wallet whose name it has with another reverse-domain name',
      { connectors: [announced('a', { rdns: 'evil' })] },
      'A+ A B C',
    ],
    ['is known by its name where it announces nothing else', { connectors: [injected('A')] }, 'A+ B C D'],
    [
      'is known by what its namespace calls it',
      {
        connectors: [injected('Al', { namespaces: ['solana'] })],
        directory: [wallet('a', { ...solana, injected: [{ namespace: 'solana', injected_id: 'Al' }] })],
      },
      'Al+',
      'Al+',
    ],
    [
      'of another namespace than the dapp uses is not shown',
      { connectors: [announced('x', { namespaces: ['sui'] })] },
      'A B C D',
    ],
  ])('%s', (_, input, connect, all) => {
    const lists = shown(input)
    expect(lists).toEqual({ connect, all: all ?? lists.all })
  })
})

describe('same name', () => {
  const both = [announced('a'), announced('a', { id: 'a2', namespaces: ['solana'], rdns: null })]
  test.each<Row>([
    ['§4: connectors of one name and several namespaces are one entry', { connectors: both }, 'A+ B C D'],
    [
      '§4: the auth connector merges as AUTH, which is no wallet of this list',
      { connectors: [auth(), auth('Email', 'solana')] },
      'A B C D',
    ],
    [
      '§4: a wallet with the name of the auth connector stays a wallet',
      { connectors: [auth(), announced('x', { name: 'Email' })] },
      'Email+ A B C',
    ],
    [
      'two wallets of one name in one namespace are two',
      { connectors: [announced('x'), announced('x', { id: 'y', rdns: 'com.y' })] },
      'X+ X+ A B',
    ],
    [
      'a wallet that announces itself twice is one',
      { connectors: [announced('x'), announced('x', { id: 'x2' })] },
      'X+ A B C',
    ],
    ['what it left in the page is not a second one', { connectors: [injected('X'), announced('x')] }, 'X+ A B C'],
  ])('%s', (_, input, connect) => {
    expect(shown(input).connect).toBe(connect)
  })

  test('the entry has the connector of each namespace', () => {
    const [entry] = rankWallets({ ...base, connectors: both }).connect
    expect([entry?.wallet?.id, entry?.connectors.flatMap(({ namespaces }) => namespaces)]).toEqual([
      'a',
      ['eip155', 'solana'],
    ])
  })
})

describe('hiding', () => {
  test.each<Row>([
    ['§2: Browser Wallet is hidden on desktop', { connectors: [unnamed], isProviderInPage: true }, 'A B C D'],
    ['§2: … in any language', { connectors: [{ ...unnamed, name: 'Browser-Wallet' }] }, 'A B C D'],
    ['§2: … and a wallet of that name is not', { connectors: [injected('Browser Wallet')] }, 'Browser Wallet+ A B C'],
    ['§2: … also with a reverse-domain name', { connectors: [{ ...unnamed, rdns: 'com.x' }] }, 'A B C D'],
    [
      '§2: … on mobile without a reverse-domain name when no wallet is installed',
      { connectors: [unnamed], device: 'mobile' },
      'A B C D',
    ],
    [
      '§2: … and not on mobile in the browser of a wallet',
      { connectors: [unnamed], device: 'mobile', isProviderInPage: true },
      'Browser Wallet+ A B C',
    ],
    [
      '§2: … nor on mobile with a reverse-domain name',
      { connectors: [{ ...unnamed, rdns: 'com.x' }], device: 'mobile' },
      'Browser Wallet+ A B C',
    ],
    [
      '§2: excluded wallets are hidden by reverse-domain name',
      { connectors: [announced('z', { rdns: 'com.a' })], exclude: ['a'] },
      'B C D E',
      'B C D E F',
    ],
    ['§2: … by name', { connectors: [injected('A')], exclude: ['a'] }, 'B C D E', 'B C D E F'],
    [
      '§2: … also when the directory does not know them',
      { connectors: [announced('x')], exclude: ['com.x'] },
      'A B C D',
    ],
    [
      '§2: … wherever they would stand',
      { exclude: ['a', 'own'], recent: ['a'], featured: ['a'], custom: [wallet('own')] },
      'WalletConnect B C D E',
      'B C D E F',
    ],
    ['excluding nothing by an empty text hides nothing', { exclude: ['', ' '] }, 'WalletConnect A B C D'],
    ['included: of the directory these alone', { include: ['c', 'e'] }, 'WalletConnect C E', 'C E'],
    ['included and excluded is excluded', { include: ['c', 'e'], exclude: ['c'] }, 'WalletConnect E', 'E'],
    [
      'included does not hide what is installed or featured',
      { include: ['c'], connectors: [announced('x')], featured: ['f'] },
      'X+ F C',
      'X+ F C',
    ],
    [
      'wallets that serve no namespace of the dapp',
      { directory: [wallet('a', { chains: ['sui:mainnet'] }), wallet('b', solana)] },
      'WalletConnect B',
      'B',
    ],
  ])('%s', (_, input, connect, all) => {
    const lists = shown(input)
    expect(lists).toEqual({ connect, all: all ?? lists.all })
  })
})

describe('mobile', () => {
  const directory = [
    wallet('a', noLink),
    wallet('b', { ...noLink, webapp_link: 'https://b.example/' }),
    wallet('c'),
    wallet('phantom', noLink),
    wallet('d', { ...noLink, desktop_link: 'd://' }),
  ]
  test.each<Row>([
    [
      '§2: wallets without a mobile or web link are filtered out, except a built-in set',
      { directory, device: 'mobile' },
      'WalletConnect B C PHANTOM',
      'B C PHANTOM',
    ],
    [
      '§2: … also recent and featured ones',
      { directory, device: 'mobile', recent: ['a'], featured: ['d'] },
      'WalletConnect B C PHANTOM',
    ],
    [
      '§2: … not what is installed',
      { directory, device: 'mobile', connectors: [announced('a')] },
      'A+ B C PHANTOM',
      'A+ B C PHANTOM',
    ],
    ['on desktop they are shown', { directory }, 'WalletConnect A B C PHANTOM', 'A B C PHANTOM D'],
  ])('%s', (_, input, connect, all) => {
    const lists = shown(input)
    expect(lists).toEqual({ connect, all: all ?? lists.all })
  })
})

describe('search', () => {
  const directory = [
    wallet('a', { name: 'Alpha' }),
    wallet('phantom', { name: 'Phantom' }),
    wallet('b', { name: 'Al Two' }),
  ]
  test.each<[string, Partial<RankInput<WalletConnector>>, string]>([
    ['§2: is trimmed', { search: '  al ' }, 'Alpha Al Two'],
    ['does not mind capitals', { search: 'PHAN' }, 'Phantom'],
    ['of blanks is none', { search: '   ' }, 'Alpha Phantom Al Two'],
    ['finds nothing', { search: 'zzz' }, ''],
    ['is text, not a pattern', { search: '.*' }, ''],
    [
      'finds what is installed first',
      { search: 'al', connectors: [announced('b', { name: 'Al Two' })] },
      'Al Two+ Alpha',
    ],
    ['§2: a built-in set of wallets is excluded in basic mode', { search: 'a', mode: 'basic' }, 'Alpha Al Two'],
  ])('%s', (_, input, all) => {
    expect(shown({ directory, ...input }).all).toBe(all)
  })

  test('leaves the list of Connect alone', () => {
    expect(shown({ search: 'f' }).connect).toBe('WalletConnect A B C D')
  })
})

test('basic mode connects by WalletConnect alone', () => {
  expect(shown({ connectors: [walletConnect, announced('x'), external], mode: 'basic' }).connect).toBe(
    'WalletConnect A B C D',
  )
})

test('whatever is given, no key stands twice in a list, and the arguments stay as they are', () => {
  const input: RankInput<WalletConnector> = Object.freeze({
    ...base,
    connectors: Object.freeze([
      announced('a'),
      announced('a'),
      announced('a', { rdns: 'b' }),
      injected('A'),
      injected('A'),
      external,
      external,
    ]),
    directory: Object.freeze([...base.directory, ...base.directory]),
    recent: ['a', 'a'],
    featured: ['a', 'b', 'b'],
    custom: [wallet('a'), wallet('own')],
    order: walletGroups,
  })
  for (const list of Object.values(rankWallets(input))) {
    const keys = list.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  }
})
