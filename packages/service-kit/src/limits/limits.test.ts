import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EndpointName } from '@latchkey/api-client'
import { type CallLimit, serverRows } from '@latchkey/api-client/serverRows'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openLimits } from './limits.ts'
import { describeLimits, limitNames, limitTable } from './limitTable.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-limits-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
/** Creates a limits file, and records the error for a bad one. */
const setUp = (content?: unknown) => {
  const file = join(folder, `limits-${files++}.json`)
  const complaints: string[] = []
  const write = (next: unknown): void => writeFileSync(file, typeof next === 'string' ? next : JSON.stringify(next))
  if (content !== undefined) write(content)
  onTestFinished(() => rmSync(file, { force: true }))
  const open = () => openLimits({ file, calls: true, mails: true }, (reason) => complaints.push(reason))
  return { file, write, open, complaints }
}
const visitor = { ipAddress: '192.0.2.7', projectId: 'shop' }
const elsewhere = { ...visitor, ipAddress: '198.51.100.1' }

test('without a file every limit is the one of the table, whose limits of calls are those of the endpoint table', () => {
  const limits = setUp().open()
  for (const name of limitNames)
    expect([name, limits.find(name, visitor)?.max ?? null]).toEqual([name, limitTable[name].default])
  for (const [name, row] of Object.entries<CallLimit>(serverRows)) {
    const [max, withinSeconds] = 'perHour' in row ? [row.perHour, 3600] : [row.perMinute, 60]
    expect([name, limits.find(name as EndpointName, visitor)?.max]).toEqual([name, max])
    expect([name, limitTable[name as EndpointName].withinSeconds]).toEqual([name, withinSeconds])
  }
})

test('a network’s limit goes before a project’s, a project’s before everybody’s', () => {
  const limits = setUp({
    limits: { rpc: 10, emailStart: 11 },
    projects: { shop: { rpc: 20, getWallet: 21 } },
    networks: { '192.0.2.0/24': { rpc: 30 }, '192.0.2.7': { rpc: 40 }, '2001:db8::/32': { rpc: 50 } },
  }).open()
  expect(limits.find('rpc', visitor)).toEqual({ max: 30, ownProject: false })
  expect(limits.find('rpc', elsewhere)).toEqual({ max: 20, ownProject: true })
  expect(limits.find('rpc', { ...elsewhere, projectId: null })).toEqual({ max: 10, ownProject: false })
  expect(limits.find('rpc', { ...visitor, ipAddress: '2001:db8:1::7' })?.max).toBe(50)
  expect(limits.find('emailStart', visitor)?.max).toBe(11)
  expect(limits.find('getWallet', elsewhere)?.max).toBe(21)
})

test('an unlimited network has no limit that is counted for networks, and all others', () => {
  const limits = setUp({ networks: { '192.0.2.0/24': 'unlimited' }, limits: { callsPerProjectDay: 9 } }).open()
  const max = (name: keyof typeof limitTable) => limits.find(name, visitor)?.max ?? null
  expect([max('emailStart'), max('mailsPerNetworkHour'), max('socialCallback')]).toEqual([null, null, null])
  expect([max('mailsPerEmailHour'), max('getWallet'), max('callsPerProjectDay')]).toEqual([3, 120, 9])
  expect(limits.find('emailStart', elsewhere)?.max).toBe(60)
})

test('the flags for one’s own machine turn limits off, and never what one call may cost, nor the pause between two mails', () => {
  const limits = openLimits({ calls: false, mails: false, changes: { callsPerProjectDay: 1 } })
  const on = limitNames.filter((name) => limits.find(name, visitor) !== null)
  expect(on).toEqual(['rpcLogBlocks', 'rpcCallGas', 'rpcBytes', 'mailPauseSeconds'])
})

test('a change holds from the next call on; one that goes away leaves what it said', () => {
  const { file, write, open } = setUp({ limits: { rpc: 10 } })
  const limits = open()
  expect(limits.find('rpc', visitor)?.max).toBe(10)
  write({ limits: { rpc: 2_000 } })
  expect(limits.find('rpc', visitor)?.max).toBe(2_000)
  rmSync(file)
  expect(limits.find('rpc', visitor)?.max).toBe(2_000)
  write({ limits: { rpc: 1 } })
  expect(limits.find('rpc', visitor)?.max).toBe(1)
})

const invalid: [string, unknown, RegExp][] = [
  ['no JSON', '{', /cannot be read as JSON/],
  ['a name that is no limit', { limits: { emailStarts: 1 } }, /limits.*emailStarts/],
  ['a part that is none', { rates: {} }, /rates: no such limit/],
  ['no number', { limits: { rpc: '60' } }, /limits\.rpc: must be a whole number from 1/],
  ['none at all', { limits: { rpc: 0 } }, /limits\.rpc: /],
  ['half a call', { limits: { rpc: 1.5 } }, /limits\.rpc: /],
  ['too many', { limits: { rpc: 1e12 } }, /limits\.rpc: /],
  [
    'a challenge that takes forever',
    { limits: { challengeWork: 50_001 } },
    /limits\.challengeWork: must be a whole number from 1 to 50000/,
  ],
  [
    'a challenge for nothing',
    { projects: { shop: { challengePercent: 101 } } },
    /projects\.shop\.challengePercent: must be .* from 1 to 100/,
  ],
  [
    'a challenge that is over at once',
    { limits: { challengeSeconds: 29 } },
    /limits\.challengeSeconds: must be .* from 30 to 3600/,
  ],
  ['a name of a project’s', { projects: { shop: { x: 1 } } }, /projects\.shop.*x/],
  ['no network', { networks: { office: 'unlimited' } }, /networks\.office: must be an address or a network/],
  ['a network without an end', { networks: { '10.0.0.0/33': 'unlimited' } }, /networks\.10\.0\.0\.0\/33: /],
  ['another word', { networks: { '10.0.0.0/8': 'free' } }, /networks\.10\.0\.0\.0\/8: must be "unlimited" or limits/],
]
test.each(invalid)('%s: it does not start, and says where', (_, content, reason) => {
  const { open } = setUp(content)
  expect(open).toThrow(reason)
  expect(open).toThrow(/^The limits file \S+ /)
})

test.each(invalid)(
  '%s, written while it runs: the last good limits hold, and the reason is reported once',
  (_, content, reason) => {
    const { write, open, complaints } = setUp({ limits: { rpc: 77 } })
    const limits = open()
    write(content)
    for (const _ of [1, 2, 3]) expect(limits.find('rpc', visitor)?.max).toBe(77)
    expect(complaints).toEqual([expect.stringMatching(reason)])
    write({ limits: { rpc: 78 } })
    expect(limits.find('rpc', visitor)?.max).toBe(78)
  },
)

test('the guide has the table (`npx vitest run --project service-kit limits -u` writes it)', async () => {
  await expect(`${guide}\n${describeLimits()}`).toMatchFileSnapshot('../../../../docs/limits.md')
})
const guide = `# Limits

Every limit of the services, with the default that holds until you change it. This page is made from
\`packages/service-kit/src/limits/limitTable.ts\`; \`infra/README.md\` says how to change a limit.
`

test('what an operator stops is stopped for all, for a project, or for a user', () => {
  const isActive = (content: object, what: 'signIns' | 'signing', whose: { projectId?: string; userId?: string }) => {
    const limits = setUp(content).open()
    try {
      limits.requireActive(what, whose)
      return true
    } catch (error) {
      expect(error).toMatchObject({ name: 'FROZEN' })
      return false
    }
  }
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const ada = { projectId: 'shop', userId: id }
  expect(isActive({}, 'signIns', ada)).toBe(true)
  expect(isActive({ frozen: { signIns: true } }, 'signIns', {})).toBe(false)
  expect(isActive({ frozen: { signIns: true } }, 'signing', ada)).toBe(true)
  expect(isActive({ frozen: { signing: { projects: ['shop'] } } }, 'signing', ada)).toBe(false)
  expect(isActive({ frozen: { signing: { users: [id] } } }, 'signing', ada)).toBe(false)
  expect(isActive({ frozen: { signing: { projects: [id], users: [] } } }, 'signing', ada)).toBe(true)
})

test.each([
  [{ frozen: { signIn: true } }, 'frozen.signIn: no such switch'],
  [{ frozen: { signIns: false } }, 'frozen.signIns: must be true or lists of projects and users'],
  [{ frozen: { signIns: { users: ['0F8FAD5B-D9CB-469F-A165-70867728950E'] } } }, 'must be a user id, in small letters'],
  [{ frozen: { signIns: { users: 'ada' } } }, 'frozen.signIns: must be true or lists of projects and users'],
])('a switch that does not exist is named: %j', (content, words) => {
  expect(() => setUp(content).open()).toThrow(words)
})

test('a file that goes away while the service runs lifts nothing that it stops, and is missed', () => {
  const { open, file, complaints } = setUp({ frozen: { signIns: true } })
  const limits = open()
  rmSync(file)
  expect(() => limits.requireActive('signIns', {})).toThrow(expect.objectContaining({ name: 'FROZEN' }))
  expect(complaints).toEqual([`The limits file ${file} is gone`])
})
