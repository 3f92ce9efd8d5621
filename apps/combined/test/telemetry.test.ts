import { compareRights } from '@latchkey/service-kit/db/rights'
import { defaultRetention, removeExpired } from '@latchkey/service-kit/retention/startRetention'
import { describe, expect, test } from 'vitest'
import { apiRetention } from '../../api/src/apiRetention.ts'
import { addresses, createHarness, type Harness, type HarnessOptions } from './harness.ts'

const site = 'http://127.0.0.1:3000'
const database = { sink: 'database', keepsAddresses: false } as const
const limits = { calls: true, mails: false }
const opened = {
  eventId: 'e1',
  url: `${site}/shop?order=7#paid`,
  domain: '127.0.0.1',
  timestamp: 1,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { view: 'Connect' } },
}
const failed = {
  type: 'error',
  event: 'iframe_load_failed',
  properties: { errorType: 'FRAME_LOAD_FAILED', errorMessage: 'no', stackTrace: 'at pay (shop.js:1)', timestamp: 1 },
}

type Sent = { origin?: string | null; query?: string; body?: unknown; address?: string }

/**
 * Sends a beacon as a browser does: plain text, without a preflight, and the response is not read. Returns the name of an error, or
 * `taken`.
 */
const send = async (
  { apps }: Harness,
  path: 'batch' | 'e',
  { origin = site, query = '?projectId=demo&st=latchkey&sv=1', body, address = '192.0.2.7' }: Sent = {},
) => {
  const sent = body ?? (path === 'batch' ? [opened] : failed)
  const request = new Request(`${addresses.apiUrl}/${path}${query}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'text/plain;charset=UTF-8',
      'User-Agent': 'Browser of Ada',
      'Sec-Fetch-Mode': 'no-cors',
      'Sec-Fetch-Site': 'cross-site',
    },
    body: typeof sent === 'string' ? sent : JSON.stringify(sent),
  })
  if (origin !== null) request.headers.set('origin', origin)
  const response = await apps().api.fetch(request, { remoteAddress: address })
  return response.ok ? 'taken' : ((await response.json()) as { error: { name: string } }).error.name
}
const isOn = async ({ fetch }: Harness) =>
  (await (
    await fetch(`${addresses.apiUrl}/getAnalyticsConfig?projectId=demo`, { headers: { origin: site } })
  ).json()) as unknown
const kept = ({ database }: Harness) =>
  database.transaction('api', (sql) => sql<Record<string, unknown>>`SELECT * FROM telemetry_events ORDER BY event_id`)
const create = (telemetry: HarnessOptions['telemetry'] = database, options: HarnessOptions = {}) =>
  createHarness({ telemetry, ...options })

test('an api whose operator has not turned it on says so, and takes nothing', async () => {
  await using harness = await createHarness()
  expect(await isOn(harness)).toEqual({ isAnalyticsEnabled: false })
  expect([await send(harness, 'batch'), await send(harness, 'e')]).toEqual(['NOT_ENABLED', 'NOT_ENABLED'])
  expect(await kept(harness)).toEqual([])
})

test('keeps what a page sends, without query, fragment, network address, browser and stack', async () => {
  await using harness = await create()
  expect(await isOn(harness)).toEqual({ isAnalyticsEnabled: true })
  expect([await send(harness, 'batch'), await send(harness, 'e')]).toEqual(['taken', 'taken'])
  const rows = await kept(harness)
  const now = harness.clock.now()
  const yesterday = new Date(now.getTime() - 86_400_000)
  const common = { project_id: 'demo', address: null, happened_at: yesterday, received_at: now }
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual({
    ...common,
    event_id: 'e1',
    name: 'MODAL_OPEN',
    page: `${site}/shop`,
    properties: { view: 'Connect' },
  })
  expect(rows).toContainEqual({
    ...common,
    event_id: expect.stringMatching(/^[\w-]{43}$/),
    name: 'error',
    page: `${site}/`,
    properties: { event: 'iframe_load_failed', errorType: 'FRAME_LOAD_FAILED', errorMessage: 'no' },
  })
  expect(JSON.stringify([rows, harness.log])).not.toMatch(/192\.0\.2|Browser of Ada|order=7|paid|shop\.js/)
})

test('keeps addresses of accounts only where the operator wants them', async () => {
  const body = [{ ...opened, props: { ...opened.props, address: '0xA1' } }]
  for (const [keepsAddresses, address] of [
    [false, null],
    [true, '0xA1'],
  ] as const) {
    await using harness = await create({ sink: 'database', keepsAddresses })
    await send(harness, 'batch', { body })
    expect(await kept(harness)).toMatchObject([{ address }])
  }
})

test('a batch and a report that are sent again change nothing', async () => {
  await using harness = await create()
  for (const path of ['batch', 'e', 'batch', 'e'] as const) expect(await send(harness, path)).toBe('taken')
  expect(await kept(harness)).toHaveLength(2)
})

test('events of one project have no effect on those of another', async () => {
  await using harness = await create()
  await send(harness, 'batch', { query: '?projectId=other', origin: 'https://other.example' })
  await send(harness, 'batch')
  expect((await kept(harness)).map((row) => row.project_id).sort()).toEqual(['demo', 'other'])
})

test.each<[string, Sent, string]>([
  ['another site', { origin: 'https://evil.example' }, 'ORIGIN_NOT_ALLOWED'],
  ['a page without an origin', { origin: 'null' }, 'ORIGIN_NOT_ALLOWED'],
  ['a form or picture of a page', { origin: null }, 'ORIGIN_NOT_ALLOWED'],
  ['a page of another project', { query: '?projectId=other' }, 'ORIGIN_NOT_ALLOWED'],
  ['an unknown project', { query: '?projectId=nobodys' }, 'PROJECT_UNKNOWN'],
  ['no project', { query: '' }, 'INVALID_PARAMS'],
  ['no JSON', { body: '[{' }, 'PARSE_ERROR'],
  ['another shape', { body: { events: [opened] } }, 'INVALID_PARAMS'],
  ['no event', { body: [] }, 'INVALID_PARAMS'],
  ['one wrong event among others', { body: [opened, { ...opened, eventId: 7 }] }, 'INVALID_PARAMS'],
  ['1001 events', { body: Array.from({ length: 1001 }, () => ({})) }, 'INVALID_PARAMS'],
  ['more than 64 KiB', { body: `[${' '.repeat(65_536)}]` }, 'TOO_LARGE'],
])('refuses %s, and keeps nothing', async (_, sent, error) => {
  await using harness = await create()
  expect(await send(harness, 'batch', sent)).toBe(error)
  expect(await kept(harness)).toEqual([])
})

test('cuts what a page sends to short, flat text that every database takes', async () => {
  await using harness = await create()
  const long = `${'a'.repeat(255)}\u{1f600}`
  const properties = {
    zero: '\0',
    half: '\ud800',
    long,
    nested: { email: 'ada@example.com' },
    list: ['ada'],
    ok: true,
    count: 2,
    $token: 'x',
    __proto__: 'x',
    ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, at])),
  }
  const body = [
    { ...opened, eventId: 'a\0b', url: 'javascript:alert(1)', props: { ...opened.props, event: 'x\n', properties } },
    { ...opened, eventId: 'b', url: `${site}/${'p'.repeat(1000)}`, timestamp: 1e300 },
  ]
  expect(await send(harness, 'batch', { body })).toBe('taken')
  const [first, second] = await kept(harness)
  expect(first).toMatchObject({ event_id: 'a b', name: 'x ', page: null })
  const found = first?.properties as Record<string, unknown>
  expect(Object.keys(found)).toHaveLength(24)
  expect(found).toMatchObject({
    zero: ' ',
    half: '\ufffd',
    long: `${'a'.repeat(255)}\ufffd`,
    ok: true,
    count: 2,
    p0: 0,
  })
  expect(Object.keys(found)).not.toEqual(expect.arrayContaining(['nested']))
  expect(JSON.stringify(found)).not.toMatch(/ada|token/)
  expect(String(second?.page)).toHaveLength(512)
  expect(second?.happened_at).toEqual(harness.clock.now())
})

describe('limits', () => {
  const many = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => ({ ...opened, eventId: String(from + at) }))

  test('a network that sends too many events is refused before they are kept; others are not', async () => {
    await using harness = await create(database, { limits: { ...limits, changes: { eventsPerNetworkHour: 5 } } })
    expect(await send(harness, 'batch', { body: many(4) })).toBe('taken')
    expect(await send(harness, 'batch', { body: many(2, 4) })).toBe('RATE_LIMITED')
    expect(await send(harness, 'batch', { body: many(6, 4) })).toBe('TOO_LARGE')
    expect(await kept(harness)).toHaveLength(4)
    expect(await send(harness, 'e')).toBe('taken')
    expect(await send(harness, 'e')).toBe('RATE_LIMITED')
    expect(await send(harness, 'batch', { address: '198.51.100.1' })).toBe('taken')
    harness.clock.advance(3_600)
    expect(await send(harness, 'batch', { body: many(5, 10) })).toBe('taken')
  })

  test('a project has so many a day, whatever networks they come from', async () => {
    await using harness = await create(database, { limits: { ...limits, changes: { eventsPerProjectDay: 5 } } })
    expect(await send(harness, 'batch', { body: many(5) })).toBe('taken')
    expect(await send(harness, 'batch', { body: many(1, 5), address: '198.51.100.1' })).toBe('RATE_LIMITED')
    const other = { query: '?projectId=other', origin: 'https://other.example' }
    expect(await send(harness, 'batch', other)).toBe('taken')
  })
})

test('events are removed after their days, and only the api can read them', async () => {
  await using harness = await create()
  const { database, clock } = harness
  const rules = apiRetention({ ...defaultRetention, telemetryDays: 7 })
  const cleanUp = () => removeExpired({ authority: 'api', database, clock, rules })
  await send(harness, 'batch')
  clock.advance(7 * 86_400)
  await cleanUp()
  expect(await kept(harness)).toHaveLength(1)
  clock.advance(1)
  await cleanUp()
  expect(await kept(harness)).toEqual([])
  await expect(
    database.transaction('custody', (sql) => sql`SELECT FROM latchkey_api.telemetry_events`),
  ).rejects.toThrow('permission denied')
  expect(await database.transaction('api', compareRights)).toEqual({ missing: [], extra: [] })
})

test('a database that is away costs a page its events, and nothing else', async () => {
  let isAway = false
  await using harness = await create(database, {
    wrapDatabase: (own) => ({
      ...own,
      transaction: (role, work) => (isAway ? Promise.reject(new Error('away')) : own.transaction(role, work)),
    }),
  })
  isAway = true
  expect(await send(harness, 'batch')).toBe('INTERNAL')
  expect(await isOn(harness)).toEqual({ isAnalyticsEnabled: true })
  isAway = false
  expect(await send(harness, 'batch')).toBe('taken')
})

describe('a PostHog server', () => {
  const posthog = { sink: 'posthog', url: 'https://posthog.example', key: 'phc_1', keepsAddresses: true } as const
  const createServer = () => {
    const asked: { url: string; init: RequestInit; body: Record<string, unknown> }[] = []
    const server = { answer: async () => new Response('{"status":1}'), asked }
    const fetch: typeof globalThis.fetch = async (url, init = {}) => {
      asked.push({ url: String(url), init, body: JSON.parse(String(init.body)) })
      return server.answer()
    }
    return { server, fetch }
  }
  /** Waits for background work. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  test('gets a batch in one call: each event of a user of its own, and the same id for the same event', async () => {
    const { server, fetch } = createServer()
    await using harness = await create(posthog, { fetch })
    const properties = { view: 'Connect', distinct_id: 'ada', project: 'other', token: 'x' }
    const body = [
      { ...opened, props: { ...opened.props, address: '0xA1', properties } },
      { ...opened, eventId: 'e2' },
    ]
    expect(await send(harness, 'batch', { body })).toBe('taken')
    expect(await send(harness, 'batch', { body })).toBe('taken')
    const [first, again] = server.asked
    expect(again?.body).toEqual(first?.body)
    expect(first).toMatchObject({
      url: 'https://posthog.example/batch/',
      init: { method: 'POST', redirect: 'error' },
      body: { api_key: 'phc_1', batch: [{ event: 'MODAL_OPEN' }, { event: 'MODAL_OPEN' }] },
    })
    const [one, other] = (first?.body.batch ?? []) as { uuid: string; properties: object }[]
    expect(one?.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(other?.uuid).not.toBe(one?.uuid)
    expect(one?.properties).toEqual({
      view: 'Connect',
      token: 'x',
      address: '0xA1',
      $current_url: `${site}/shop`,
      project: 'demo',
      distinct_id: one?.uuid,
      $process_person_profile: false,
      $geoip_disable: true,
    })
    expect(JSON.stringify(server.asked)).not.toMatch(/192\.0\.2|Browser of Ada|order=7/)
    expect(await kept(harness)).toEqual([])
  })

  test('that is away, refuses or hangs keeps no page waiting; the log has one line, and one when it is back', async () => {
    const { server, fetch } = createServer()
    await using harness = await create(posthog, { fetch })
    const lines = () => harness.log.filter(({ event }) => event.startsWith('telemetry')).map(({ event }) => event)
    server.answer = () => Promise.reject(new TypeError('fetch failed'))
    expect(await send(harness, 'batch')).toBe('taken')
    await settle()
    server.answer = async () => new Response('no', { status: 500 })
    expect(await send(harness, 'e')).toBe('taken')
    await settle()
    expect(lines()).toEqual(['telemetry not passed on'])
    server.answer = async () => new Response('{}')
    expect(await send(harness, 'batch')).toBe('taken')
    await settle()
    expect(lines()).toEqual(['telemetry not passed on', 'telemetry passed on again'])

    // It holds at most sixteen unanswered batches.
    const { promise, resolve } = Promise.withResolvers<Response>()
    server.answer = () => promise
    server.asked.length = 0
    for (let sent = 0; sent < 20; sent++) expect(await send(harness, 'batch')).toBe('taken')
    expect(server.asked).toHaveLength(16)
    expect(lines().at(-1)).toBe('telemetry not passed on')
    server.answer = async () => new Response('{}')
    resolve(new Response('{}'))
    await settle()
    expect(await send(harness, 'batch')).toBe('taken')
    expect(server.asked).toHaveLength(17)
  })
})
