import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppError } from '@latchkey/protocol/errors'
import type { LogEntry } from '@latchkey/service-kit/log'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Directory } from './directory.ts'
import { type DirectorySettings, openDirectory } from './openDirectory.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2])
const acme = { id: 'acme', name: 'Acme', homepage: 'https://acme.example/', chains: ['eip155:1'] }

const setUp = (settings: DirectorySettings, fetch: typeof globalThis.fetch = () => Promise.reject(new TypeError())) => {
  let nowMs = 1_000_000
  const log: LogEntry[] = []
  const clock = { now: () => new Date(nowMs) }
  const directory = openDirectory(settings, { fetch, clock, log: (entry) => log.push(entry) })
  return { directory, log, pass: (ms: number) => (nowMs += ms) }
}
const temporaryFile = () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-directory-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'directory.json')
  return { folder, file, write: (content: unknown) => writeFileSync(file, JSON.stringify(content)) }
}
const nameOf = (failed: Promise<unknown>): Promise<string> =>
  failed.then(
    () => 'none',
    (error) => (error as AppError).name,
  )
const idsOf = async (directory: Directory, filter = {}) => (await directory.wallets(filter)).data.map(({ id }) => id)

/** An upstream that gives these answers in turn, and then repeats the last one. */
const upstream = (...answers: (() => Response)[]) => {
  const asked: URL[] = []
  const fetch = async (input: RequestInfo | URL): Promise<Response> => {
    asked.push(new URL(String(input)))
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    if (answer === undefined) throw new TypeError('away')
    return answer()
  }
  return { fetch, asked }
}
const wallets =
  (...data: unknown[]) =>
  () =>
    Response.json({ data, count: data.length })
const away = () => {
  throw new TypeError('away')
}
const settings = { upstreamUrl: 'https://directory.example', upstreamProjectId: 'ours' }

describe('the wallets that come with the server', () => {
  const { directory } = setUp({})

  test('come in pages of 40 and all have a picture', async () => {
    const { data, count } = await directory.wallets({})
    expect(data).toHaveLength(40)
    expect(count).toBeGreaterThanOrEqual(60)
    for (const { image_id } of (await directory.wallets({ entries: 100 })).data) {
      const image = await directory.walletImage(image_id ?? '')
      expect(image.type).toBe('image/svg+xml')
      expect(await image.text()).toMatch(/^<svg /)
    }
  })

  test('have no picture by another name', async () => {
    for (const id of ['metamask', 'metamask-00000000', '__proto__', 'constructor'])
      expect(await nameOf(directory.walletImage(id))).toBe('IMAGE_NOT_FOUND')
  })
})

describe('the file of an operator', () => {
  test('adds wallets first, takes the place of ours, and hides', async () => {
    const { folder, file, write } = temporaryFile()
    writeFileSync(join(folder, 'acme.png'), png)
    write({
      add: [
        { ...acme, image: 'acme.png' },
        { ...acme, id: 'metamask', name: 'Ours' },
      ],
      hide: ['trust'],
    })
    const { directory } = setUp({ file })
    const ids = await idsOf(directory, { entries: 100 })
    expect(ids.slice(0, 2)).toEqual(['acme', 'metamask'])
    expect(ids.filter((id) => id === 'metamask' || id === 'trust')).toEqual(['metamask'])
    const [first, second] = (await directory.wallets({})).data
    expect((await directory.walletImage(first?.image_id ?? '')).type).toBe('image/png')
    expect((await directory.walletImage(second?.image_id ?? '')).type).toBe('image/svg+xml')
  })

  test('is read again when it changes, and a damaged one is not taken', async () => {
    const { file, write } = temporaryFile()
    write({ add: [acme] })
    const { directory, log } = setUp({ file })
    expect(await idsOf(directory, { search: 'acme' })).toEqual(['acme'])
    write({ add: [{ ...acme, name: 'Acme two' }] })
    expect((await directory.wallets({ search: 'acme' })).data[0]?.name).toBe('Acme two')
    writeFileSync(file, '{')
    expect((await directory.wallets({ search: 'acme' })).data[0]?.name).toBe('Acme two')
    expect(log.map(({ event }) => event)).toEqual(['directory file ignored'])
  })

  test.each([
    ['a list', []],
    ['a word of no meaning', { add: [], remove: [] }],
    ['a link that runs', { add: [{ ...acme, mobile_link: 'javascript:alert(1)' }] }],
    ['an id that is a path', { add: [{ ...acme, id: '../a' }] }],
    ['no chains', { add: [{ id: 'acme', name: 'Acme' }] }],
    ['a picture that is not there', { add: [{ ...acme, image: 'none.png' }] }],
    ['a picture that is none', { add: [{ ...acme, image: 'directory.json' }] }],
  ])('stops the start with %s', (_, content) => {
    const { file, write } = temporaryFile()
    write(content)
    expect(() => setUp({ file })).toThrow()
  })
})

describe('an upstream', () => {
  test('is asked as our project, once for all who ask at the same time and for 5 minutes', async () => {
    const { fetch, asked } = upstream(wallets({ ...acme, rdns: '', extra: 1 }))
    const { directory, pass } = setUp(settings, fetch)
    const [first] = await Promise.all([directory.wallets({ search: 'a' }), directory.wallets({ search: 'a' })])
    expect(first).toEqual({ data: [{ ...acme, rdns: null }], count: 1 })
    expect(asked.map(({ href }) => href)).toEqual([
      'https://directory.example/getWallets?projectId=ours&st=latchkey&sv=backend-4.2.2&search=a',
    ])
    pass(299_999)
    await directory.wallets({ search: 'a' })
    expect(asked).toHaveLength(1)
    pass(2)
    await directory.wallets({ search: 'a' })
    expect(asked).toHaveLength(2)
  })

  test('is believed row by row', async () => {
    const { fetch } = upstream(
      wallets(
        acme,
        null,
        'text',
        { id: 'x' },
        { ...acme, id: '../x' },
        { ...acme, id: 'y', mobile_link: 'javascript:a' },
      ),
    )
    expect(await idsOf(setUp(settings, fetch).directory)).toEqual(['acme'])
  })

  test('that is away leaves what it once said', async () => {
    const { fetch } = upstream(wallets(acme), away)
    const { directory, pass } = setUp(settings, fetch)
    await directory.wallets({})
    pass(600_000)
    expect(await idsOf(directory)).toEqual(['acme'])
    expect(await nameOf(directory.wallets({ page: 2 }))).toBe('SERVICE_UNREACHABLE')
  })

  test.each<[string, () => Response, string]>([
    ['is away', away, 'SERVICE_UNREACHABLE'],
    ['is broken', () => new Response('', { status: 500 }), 'SERVICE_UNREACHABLE'],
    ['does not know us', () => new Response('', { status: 401 }), 'SERVICE_UNREACHABLE'],
    ['answers a page', () => new Response('<html>'), 'SERVICE_UNREACHABLE'],
    ['answers another shape', () => Response.json({ wallets: [] }), 'SERVICE_UNREACHABLE'],
    ['answers without end', () => new Response('x'.repeat(3_000_000)), 'SERVICE_UNREACHABLE'],
    ['has enough of us', () => new Response('', { status: 429 }), 'RATE_LIMITED'],
  ])('that %s is told as it is', async (_, answer, name) => {
    const { fetch } = upstream(answer)
    expect(await nameOf(setUp(settings, fetch).directory.wallets({}))).toBe(name)
  })

  test.each([
    ['30', 30],
    ['0', 1],
    ['86400', 3600],
    [new Date(1_000_000 + 20_000).toUTCString(), 20],
    ['soon', 5],
  ])('with Retry-After %s gives %i s', async (retryAfter, seconds) => {
    const { fetch } = upstream(() => new Response('', { status: 429, headers: { 'retry-after': retryAfter } }))
    const failure = await setUp(settings, fetch)
      .directory.wallets({})
      .catch((error: unknown) => error)
    expect((failure as AppError).details).toEqual({ seconds })
  })

  test('has its pictures looked at: those made of points pass, by what they are', async () => {
    const { fetch, asked } = upstream(() => new Response(png, { headers: { 'content-type': 'text/html' } }))
    const image = await setUp(settings, fetch).directory.walletImage('a-1')
    expect([image.type, image.size]).toEqual(['image/png', png.length])
    expect(asked[0]?.pathname).toBe('/getWalletImage/a-1')
  })

  test.each<[string, () => Response]>([
    ['a drawing, which may hold a script', () => new Response('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', () => new Response('<html><script>alert(1)</script>', { headers: { 'content-type': 'image/png' } })],
    ['nothing', () => new Response('', { status: 404 })],
  ])('gets no picture through that is %s', async (_, answer) => {
    const { fetch } = upstream(answer)
    expect(await nameOf(setUp(settings, fetch).directory.walletImage('a-1'))).toBe('IMAGE_NOT_FOUND')
  })
})
