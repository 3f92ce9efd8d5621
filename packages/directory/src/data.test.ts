import { walletFields } from '@latchkey/api-client'
import { chainNamespaces, networks, parseCaip2 } from '@latchkey/chains'
import { expect, test } from 'vitest'
import { plainSvg } from '../scripts/readIcons.ts'
import { iconSource, walletSources } from '../scripts/sources.ts'
import { networkImages, tokenImages, walletImages, wallets } from './data.ts'
import { initialsImage } from './initialsImage.ts'
import { popularWallets } from './popular.ts'
import { walletFlags } from './walletFlags.ts'

test('there are at least 60 wallets, each once and each with a name of its own', () => {
  expect(wallets.length).toBeGreaterThanOrEqual(60)
  expect(new Set(wallets.map(({ id }) => id)).size).toBe(wallets.length)
  expect(new Set(wallets.map(({ name }) => name.toLowerCase())).size).toBe(wallets.length)
  const announced = wallets.flatMap(({ rdns }) => rdns ?? [])
  expect(new Set(announced).size).toBe(announced.length)
})

test('each row fits the contract, says its chains and where to get the wallet', () => {
  for (const wallet of wallets) {
    expect([wallet.id, walletFields.safeParse(wallet).success]).toEqual([wallet.id, true])
    for (const chain of wallet.chains) expect(parseCaip2(chain).namespace).toBe(chain.split(':')[0])
    expect([wallet.id, wallet.homepage ?? wallet.chrome_store]).not.toContain(null)
    expect(wallet.id).toMatch(/^[a-z0-9-]+$/)
  }
})

test('each row names its sources, and these are in the table with a permissive licence', () => {
  const known = new Map([...walletSources, iconSource].map((source) => [`${source.name}@${source.version}`, source]))
  for (const { id, sources, certified, image_id } of wallets) {
    const named = sources.map((source) => known.get(/^@?[^@]+@[^/]+/.exec(source)?.[0] ?? ''))
    expect([id, named.map((source) => source?.licence)]).toEqual([
      id,
      named.map(() => expect.stringMatching(/^(MIT|Apache-2\.0)$/)),
    ])
    const lists = named.filter((source) => source !== iconSource).length
    expect([id, lists > 0, lists > 1]).toEqual([id, true, certified])
    expect([id, named.includes(iconSource)]).toEqual([id, Object.hasOwn(walletImages, image_id ?? '')])
  }
})

test('no source is of a kind that this project does not read', () => {
  for (const { name } of walletSources) expect(name).not.toMatch(/^@(reown|walletconnect)\//)
})

test('every namespace that a connector of ours speaks has wallets, also without a server', () => {
  const served = (list: typeof popularWallets) =>
    new Set(list.flatMap(({ chains }) => chains).map((chain) => chain.split(':')[0]))
  // Sui wallets only use WalletConnect and the Wallet Standard: no source lists them with their chain.
  const namespaces = chainNamespaces.filter((namespace) => namespace !== 'sui')
  expect(namespaces.filter((namespace) => !served(wallets).has(namespace))).toEqual([])
  expect(namespaces.filter((namespace) => !served(popularWallets).has(namespace))).toEqual([])
})

test('each flag is of one wallet of the directory, and is the name of a property', () => {
  for (const { flag, name } of walletFlags) {
    expect(flag).toMatch(/^is[A-Za-z0-9]+$/)
    expect(wallets.find((wallet) => wallet.name === name)?.injected).toContainEqual({
      namespace: 'eip155',
      injected_id: flag,
    })
  }
  expect(walletFlags.length).toBeGreaterThan(20)
  expect(new Set(walletFlags.map(({ flag }) => flag)).size).toBe(walletFlags.length)
})

test('pictures are shapes and nothing else', () => {
  const initials = wallets.map(({ name, id }) => initialsImage(name, id))
  for (const svg of [walletImages, networkImages, tokenImages].flatMap((images) => Object.values(images))) {
    expect(plainSvg(svg, 'a picture')).toBe(svg)
  }
  for (const svg of initials)
    expect(svg).toMatch(/^<svg [^<]+<rect [^<]+<text [^<]+>[\p{L}\p{N}]{1,2}<\/text><\/svg>$/u)
})

test.each([
  '<svg><script>alert(1)</script></svg>',
  '<svg onload="alert(1)"><path/></svg>',
  '<svg><foreignObject/></svg>',
  '<svg><use href="https://a.example/b.svg#c"/></svg>',
  '<svg><path fill="url(https://a.example)"/></svg>',
  '<svg><image href="a.png"/></svg>',
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
  '<svg><style>@import "a"</style></svg>',
])('%s is no picture', (svg) => {
  expect(() => plainSvg(svg, 'a picture')).toThrow('a picture')
})

test('every network of the registry has a picture', () => {
  const ids = networks.flatMap(({ assets }) => assets.imageId ?? [])
  expect(ids.filter((id) => !Object.hasOwn(networkImages, id))).toEqual([])
})

test.each([
  ['Trust Wallet', 'TW'],
  ['imToken', 'I'],
  ['1inch Wallet', '1W'],
  ['Polkadot{.js}', 'PJ'],
  ['<b>&"', 'B'],
  ['', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initialsImage(name, 'id')).toContain(`>${letters}</text>`)
})
