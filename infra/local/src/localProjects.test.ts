import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  demoClientSecret,
  demoRedirectPath,
  keepProjectsWritten,
  readDappOrigin,
  readProjects,
} from './localProjects.ts'
import { portsFrom } from './ports.ts'
import { localCollections, localTokens } from './tokens/localContracts.ts'

const shifted = portsFrom(13_000)

const temporaryFile = (content: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'latchkey-projects-')), 'projects.json')
  writeFileSync(path, content)
  return path
}

test('the demo is listed at the default ports as it is', () => {
  expect(readProjects(portsFrom(3000))).toEqual([
    {
      id: 'demo',
      name: 'Small Hours',
      origins: ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://*.localhost:3000'],
      smartAccounts: ['eip155:31337', 'eip155:1337'],
      // Only the fees of calls to the local USDC and keys.
      sponsorship: {
        networks: ['eip155:31337', 'eip155:1337'],
        contracts: [localTokens.usdc.address, localCollections.keys.address],
        perPersonPerDayWei: '100000000000000000',
        perDayWei: '10000000000000000000',
      },
      emailCapture: { purpose: 'News about your orders' },
      oidc: {
        clients: [
          {
            clientId: 'demo-web',
            secretSha256: createHash('sha256').update(demoClientSecret).digest('hex'),
            redirectUris: ['http://127.0.0.1:3000', 'http://localhost:3000'].map((at) => `${at}${demoRedirectPath}`),
          },
        ],
      },
    },
    {
      id: 'demo-popup',
      name: 'Small Hours, approvals in a window',
      origins: ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://*.localhost:3000'],
      approvals: 'popup',
      smartAccounts: ['eip155:31337', 'eip155:1337'],
    },
  ])
})

test('origins of the demo move with its port, others stay', () => {
  const path = temporaryFile(
    JSON.stringify([
      { id: 'a', name: 'A', origins: ['http://*.localhost:3000', 'https://dapp.test', 'http://localhost:5173'] },
    ]),
  )
  expect(readProjects(shifted, { path })[0]?.origins).toEqual([
    'http://*.localhost:13000',
    'https://dapp.test',
    'http://localhost:5173',
  ])
})

test('a dapp outside the repository is listed only for the demo project', () => {
  const dappOrigins = ['http://localhost:5173']
  const [demo, popup] = readProjects(portsFrom(3000), { dappOrigins })
  expect([demo?.origins.at(-1), popup?.origins.length]).toEqual(['http://localhost:5173', 3])
  expect(demo?.oidc?.clients[0]?.redirectUris.at(-1)).toBe('http://localhost:5173/api/auth/callback/latchkey')
})

test.each([
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://127.0.0.1:5173/', 'http://127.0.0.1:5173'],
  ['https://shop.localhost:8443/cart?x=1', 'https://shop.localhost:8443'],
  ['http://[::1]:5173', 'http://[::1]:5173'],
])('the dapp’s origin of %j is %j', (text, origin) => {
  expect(readDappOrigin(text)).toBe(origin)
})

test.each([
  'http://192.168.1.5:5173',
  'https://shop.example',
  'localhost:5173',
  'http://localhost.evil.example',
  '',
  '*',
])('a dapp at %j is refused: the stack is for this machine', (text) => {
  expect(() => readDappOrigin(text)).toThrow(/--origin takes an address on this machine/)
})

test.each([
  ['no JSON', '[{', /projects\.json cannot be read/],
  ['no list', '{}', /projects\.json is not a list of projects/],
  ['an unknown field', '[{ "id": "a", "name": "A", "origin": [] }]', /is not a list of projects/],
])('%s is refused with the path', (_, content, message) => {
  expect(() => readProjects(shifted, { path: temporaryFile(content) })).toThrow(message)
})

test('an edit is written again, a broken one is reported and changes nothing', async () => {
  const path = temporaryFile('[]')
  const target = `${path}.written`
  const lines: string[] = []
  const stop = keepProjectsWritten(shifted, target, (line) => lines.push(line), { path })
  onTestFinished(stop)
  const edit = async (content: string): Promise<void> => {
    const told = lines.length
    writeFileSync(path, content)
    while (lines.length === told) await sleep(50)
  }
  expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual([])
  const project = { id: 'a', name: 'A', origins: ['http://127.0.0.1:3000'] }
  await edit(JSON.stringify([project]))
  await edit('[{')
  expect(lines[0]).toBe('projects.json changed and is in effect')
  expect(lines[1]).toMatch(/cannot be read/)
  expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual([{ ...project, origins: ['http://127.0.0.1:13000'] }])
})
