import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { createAuditTrail, type ReadLog, type TrailEntry } from './createAuditTrail.ts'
import { eventWords } from './eventWords.ts'
import { formatTrail, readAll } from './exportTrail.ts'

const entry = (id: number, second: number, event = 'signed in') => ({
  id,
  at: new Date(second * 1000).toISOString(),
  event,
  deviceId: 'd'.repeat(43),
  dappOrigin: null,
})

/** A log with entries at these seconds, newest first, two a page; `asked` records the requests. */
const logAt = (seconds: readonly number[]) => {
  const asked: (number | undefined)[] = []
  const all = seconds.map((second, index) => entry(seconds.length - index, second))
  const read: ReadLog = async (before) => {
    asked.push(before)
    const from = all.filter(({ id }) => before === undefined || id < before)
    const entries = from.slice(0, 2)
    return { entries, next: from.length > 2 ? (entries.at(-1)?.id ?? null) : null }
  }
  return { read, asked }
}
const secondsOf = (entries: readonly TrailEntry[]) =>
  entries.map(({ at, authority }) => `${authority} ${Date.parse(at) / 1000}`)

describe('a trail of two logs', () => {
  test('is in the order of time, whatever pages it comes in', async () => {
    const api = logAt([90, 80, 30, 20, 10])
    const custody = logAt([85, 84, 83, 15])
    const trail = createAuditTrail({ api: api.read, custody: custody.read })
    const first = await trail.next(4)
    expect(secondsOf(first.entries)).toEqual(['api 90', 'custody 85', 'custody 84', 'custody 83'])
    expect(first.isEnd).toBe(false)
    const rest = await trail.next(10)
    expect(secondsOf(rest.entries)).toEqual(['api 80', 'api 30', 'api 20', 'custody 15', 'api 10'])
    expect(rest.isEnd).toBe(true)
    expect(api.asked).toEqual([undefined, 4, 2])
  })

  test('knows its end as soon as nothing is left', async () => {
    const trail = createAuditTrail({ api: logAt([2, 1]).read })
    expect(await trail.next(2)).toMatchObject({ isEnd: true })
    expect(await createAuditTrail({ api: logAt([]).read }).next(5)).toEqual({ entries: [], isEnd: true })
  })

  test('loses nothing when a page could not be read', async () => {
    const api = logAt([50, 40, 30])
    let isDown = true
    const trail = createAuditTrail({
      api: async (before) => {
        if (before !== undefined && isDown) throw new AppError('SERVICE_UNREACHABLE')
        return await api.read(before)
      },
    })
    await expect(trail.next(3)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    isDown = false
    expect(secondsOf((await trail.next(3)).entries)).toEqual(['api 50', 'api 40', 'api 30'])
  })
})

describe('the trail as a file', () => {
  const trail = () => createAuditTrail({ api: logAt([30, 10]).read, custody: logAt([20]).read })
  const device = {
    deviceId: 'd'.repeat(43),
    name: '=HYPERLINK("https://evil.example","me, too")',
    browser: 'Chrome on Linux',
    dappOrigin: 'https://dapp.example',
    createdAt: '',
    lastUsedAt: '',
    isThis: true,
  }

  test('holds every entry of both, as data', async () => {
    const rows = JSON.parse(formatTrail(await readAll(trail()), [device], 'json'))
    expect(rows.map(({ notedBy }: { notedBy: string }) => notedBy)).toEqual([
      'account service',
      'custody service',
      'account service',
    ])
    expect(rows[0]).toEqual({
      at: '1970-01-01T00:00:30.000Z',
      event: 'signed in',
      text: 'Signed in',
      notedBy: 'account service',
      device: device.name,
      deviceId: device.deviceId,
      site: '',
    })
  })

  test('is a sheet that runs no formula and keeps commas and quotes in their fields', async () => {
    const lines = formatTrail(await readAll(trail()), [device], 'csv').split('\r\n')
    expect(lines[0]).toBe('at,event,text,notedBy,device,deviceId,site')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"",""me, too"")"`)
  })
})

test.each([
  ['signed in', 'Signed in'],
  ['something that a newer service notes', 'Something that a newer service notes'],
  ['toString', 'ToString'],
])('%s is said as %s', (event, words) => {
  expect(eventWords(event)).toBe(words)
})
