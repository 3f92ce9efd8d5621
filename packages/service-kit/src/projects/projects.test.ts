import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailBrandOf, openProjects } from './projects.ts'

const demo = { id: 'demo', name: 'Demo', origins: ['https://a.example'], approvals: 'popup' }

const sponsorship = {
  networks: ['eip155:31337'],
  contracts: ['0x5FbDB2315678afecb367f032d93F642f64180aa3'],
  perPersonPerDayWei: '1000000000000000',
  perDayWei: '1000000000000000000',
}

const client = { clientId: 'shop', secretSha256: 'ab'.repeat(32), redirectUris: ['https://shop.example/callback'] }
const page = { clientId: 'page', public: true, redirectUris: ['http://localhost:5173/', 'http://[::1]:80/back'] }

const makeFile = (content: unknown) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  const file = join(folder, 'projects.json')
  const write = (next: unknown) => {
    const text = typeof next === 'string' ? next : JSON.stringify(next)
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
  write(content)
  return { file, write, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('finds a project, and asks for one of its origins', () => {
  using at = makeFile([demo])
  const projects = openProjects(at.file, () => {})
  expect(projects.find('demo')).toEqual(demo)
  expect(projects.requireOrigin('demo', 'https://a.example')).toEqual(demo)
  expect(() => projects.requireOrigin('demo', 'https://b.example')).toThrow('origin not allowed')
  for (const id of ['nope', '', 'constructor', '__proto__']) expect(() => projects.find(id)).toThrow('invalid key')
})

test('has the apps that sign in by OpenID Connect', () => {
  const oidc = { clients: [client, page] }
  using at = makeFile([
    { ...demo, oidc },
    { ...demo, id: 'other', oidc: { clients: [{ ...page, clientId: 'other' }] } },
  ])
  expect(openProjects(at.file, () => {}).find('demo').oidc).toEqual(oidc)
})

test('leaves it to the browser where people decide, unless the project says where', () => {
  const { approvals, ...silent } = demo
  using at = makeFile([demo, { ...silent, id: 'silent' }])
  const projects = openProjects(at.file, () => {})
  expect(projects.find('demo').approvals).toBe(approvals)
  expect(projects.find('silent').approvals).toBe('auto')
})

test('tells what is on in the pages of a project, where the project says so', () => {
  const features = [
    { id: 'social_login', isEnabled: true, config: ['email', 'google'] },
    { id: 'swap', isEnabled: false, config: null },
    { id: 'onramp', isEnabled: true, config: [] },
  ]
  using at = makeFile([demo, { ...demo, id: 'told', features }])
  const projects = openProjects(at.file, () => {})
  expect(projects.find('told').features).toEqual(features)
  expect(projects.find('demo').features).toBeUndefined()
})

test('tells which wallets its pages show first and hide; an id that is none is an error', () => {
  const wallets = { featured: ['metamask'], excluded: ['com.example.bad'] }
  using at = makeFile([{ ...demo, wallets }])
  expect(openProjects(at.file, () => {}).find('demo').wallets).toEqual(wallets)
  using bad = makeFile([{ ...demo, wallets: { featured: ['a,b'] } }])
  expect(() => openProjects(bad.file, () => {})).toThrow('wallets.featured.0')
})

test('has a notice for the users of its pages, of one line', () => {
  const notice = { variant: 'warning', text: 'Sign-in is down tonight.' }
  using at = makeFile([{ ...demo, notice }])
  expect(openProjects(at.file, () => {}).find('demo').notice).toEqual(notice)
  using bad = makeFile([{ ...demo, notice: { ...notice, text: 'two\nlines' } }])
  expect(() => openProjects(bad.file, () => {})).toThrow('notice.text')
})

test('tells which profiles of the wire its pages may speak, where the project says so', () => {
  using at = makeFile([demo, { ...demo, id: 'strict', profiles: [5] }])
  const projects = openProjects(at.file, () => {})
  expect(projects.find('strict').profiles).toEqual([5])
  expect(projects.find('demo').profiles).toBeUndefined()
})

test('tells where its people may have smart accounts, and what it pays for them', () => {
  using at = makeFile([demo, { ...demo, id: 'smart', smartAccounts: ['eip155:31337', 'eip155:1337'], sponsorship }])
  const projects = openProjects(at.file, () => {})
  expect(projects.find('smart')).toMatchObject({ smartAccounts: ['eip155:31337', 'eip155:1337'], sponsorship })
  expect(projects.find('demo')).toEqual(demo)
})

test('tells how a project looks, and says which part of that is wrong', () => {
  const brand = { name: 'Demo Shop', color: '#0b6e4f', links: { terms: 'https://a.example/terms' } }
  using at = makeFile([{ ...demo, brand }])
  const projects = openProjects(at.file, () => {})
  expect(projects.find('demo').brand).toEqual(brand)
  expect(mailBrandOf(projects.find('demo'))).toEqual({ projectName: 'Demo Shop', brand })
  using script = makeFile([{ ...demo, brand: { ...brand, links: { terms: 'javascript:alert(1)' } } }])
  expect(() => openProjects(script.file, () => {})).toThrow('see 0.brand.links.terms')
})

test('says which field of a list is wrong', () => {
  using dotted = makeFile([{ ...demo, id: 'my.shop' }])
  expect(() => openProjects(dotted.file, () => {})).toThrow('see 0.id')
  using at = makeFile([demo, { ...demo, sponsorship: { ...sponsorship, perDayWei: 'all' } }])
  expect(() => openProjects(at.file, () => {})).toThrow('see 1.sponsorship.perDayWei')
})

test('sees an edit, also one that takes a project away', () => {
  using at = makeFile([demo])
  const projects = openProjects(at.file, () => {})
  at.write([{ ...demo, origins: ['https://b.example'] }])
  expect(projects.requireOrigin('demo', 'https://b.example').id).toBe('demo')
  at.write([])
  expect(() => projects.find('demo')).toThrow('invalid key')
})

test.each([
  '[{',
  '{}',
  '[{"id":1}]',
  '[{"id":"","name":"x","origins":[]}]',
  '[{"id":"x","name":"x","origins":"https://a.example"}]',
  '[{"id":"x","name":"x","origins":[],"approvals":"sometimes"}]',
  '[{"id":"x","name":"x","origins":[],"features":[{"id":"swaps","isEnabled":true,"config":null}]}]',
  '[{"id":"x","name":"x","origins":[],"features":[{"id":"swap","isEnabled":true}]}]',
  '[{"id":"x","name":"x","origins":[],"features":{"swap":true}}]',
  '[{"id":"x","name":"x","origins":[],"profiles":[]}]',
  '[{"id":"x","name":"x","origins":[],"profiles":["5"]}]',
  '[{"id":"x","name":"x","origins":[],"profiles":[3]}]',
  '[{"id":"x","name":"x","origins":[],"smartAccounts":["eip155:01"]}]',
  '[{"id":"x","name":"x","origins":[],"smartAccounts":[31337]}]',
  '[{"id":"x","name":"x","origins":[],"sponsorship":{}}]',
  ...[
    { networks: [] },
    { networks: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] },
    { contracts: [] },
    { contracts: ['0x1'] },
    { perDayWei: 1 },
    { perDayWei: '-1' },
    { perDayWei: '1e18' },
    { perPersonPerDayWei: '0x10' },
    { perPersonPerDay: '1' },
  ].map((change) => JSON.stringify([{ ...demo, sponsorship: { ...sponsorship, ...change } }])),
  ...[
    { redirectUris: [] },
    { redirectUris: ['http://shop.example/'] },
    { redirectUris: ['https://*.shop.example/'] },
    { redirectUris: ['https://shop.example/#part'] },
    { redirectUris: ['https://user@shop.example/'] },
    { redirectUris: ['javascript:alert(1)'] },
    { redirectUris: ['com.shop.app:/callback'] },
    { redirectUris: ['/callback'] },
    { secretSha256: 'a-secret-itself' },
    { secretSha256: undefined },
    { clientSecret: 'a-secret-itself' },
    { public: true },
    { clientId: 'with a space' },
  ].map((change) => JSON.stringify([{ ...demo, oidc: { clients: [{ ...client, ...change }] } }])),
  JSON.stringify([{ ...demo, oidc: { clients: [client, { ...page, clientId: 'shop' }] } }]),
  JSON.stringify([
    { ...demo, oidc: { clients: [{ ...client, clientId: 'other' }] } },
    { ...demo, id: 'other' },
  ]),
])('keeps the last good list when %j is written, and says so once', (text) => {
  using at = makeFile([demo])
  const reasons: string[] = []
  const projects = openProjects(at.file, (reason) => reasons.push(reason))
  at.write(text)
  expect(projects.find('demo')).toEqual(demo)
  expect(projects.find('demo')).toEqual(demo)
  expect(reasons).toEqual([expect.stringContaining(at.file)])
  at.write([{ ...demo, name: 'Back' }])
  expect(projects.find('demo').name).toBe('Back')
})

test('a file that is missing or damaged at the start is an error with its name', () => {
  using at = makeFile('nonsense')
  expect(() => openProjects(at.file, () => {})).toThrow(at.file)
  expect(() => openProjects(`${at.file}.missing`, () => {})).toThrow('.missing')
})
