import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keepSealingKeys } from './keepSealingKeys.ts'

type Answer = { status: number; body: unknown }

/** A service that answers each path from the table; other paths are down. */
const serviceWith = async (answers: Record<string, Answer>) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.push(path)
    const { status, body } = answers[path] ?? { status: 503, body: '' }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const addresses = {
    apiUrl: url,
    custodyUrl: url,
    walletOrigin: 'https://w.example',
    vaultOrigin: 'https://v.example',
  }
  return { addresses, asked, answers }
}

const keys = (authority: string, hpkePublicKey: string, announcedHpkeKeys?: string[]): Answer => ({
  status: 200,
  body: {
    authority,
    hpkePublicKey,
    announcedHpkeKeys,
    signingKey: { kty: 'EC', crv: 'P-256', x: '', y: '', kid: '' },
  },
})
const [apiPath, custodyPath] = ['/account/v1/keys', '/custody/v1/keys']
const whole = () => ({ [apiPath]: keys('api', 'QQ'), [custodyPath]: keys('custody', 'Qg') })

const keep = async (answers: Record<string, Answer>, folder?: string) => {
  const service = await serviceWith(answers)
  const lines: string[] = []
  const clock = { nowMs: 1_000_000 }
  const log = (_: string, event: string, facts = {}) => lines.push(`${event} ${JSON.stringify(facts)}`)
  const read = keepSealingKeys(service.addresses, { log, folder, outageLimitMs: 0, now: () => clock.nowMs })
  const countOf = (path: string): number => service.asked.filter((url) => url === path).length
  /** After some minutes, in which each key was read again. */
  const readLater = async () => {
    for (const path of [apiPath, custodyPath]) {
      const before = countOf(path)
      const askedAgain = async (): Promise<boolean> => {
        clock.nowMs += 60_000
        await read()
        return countOf(path) > before
      }
      await expect.poll(askedAgain).toBe(true)
    }
    return read()
  }
  return { ...service, lines, read, readLater }
}

test('takes the key of each authority, and asks again after a minute only', async () => {
  const { read, asked, readLater } = await keep(whole())
  const found = { apiHpkePublicKey: 'QQ', custodyHpkePublicKey: 'Qg' }
  expect([await read(), await read()]).toEqual([found, found])
  expect(asked.length).toBe(2)
  expect(await readLater()).toEqual(found)
})

test.each([
  ['the services are swapped', keys('custody', 'QQ'), keys('api', 'Qg')],
  ['both have one key', keys('api', 'QQ'), keys('custody', 'QQ')],
  ['one of them is down', keys('api', 'QQ'), { status: 503, body: '' }],
])('fails when %s at the start', async (_, api, custody) => {
  const { read } = await keep({ [apiPath]: api, [custodyPath]: custody })
  await expect(read()).rejects.toThrow()
})

test('waits for a service that is away for a moment', async () => {
  const { addresses, asked, answers } = await serviceWith({ [apiPath]: keys('api', 'QQ') })
  const found = keepSealingKeys(addresses, { log: () => {} })()
  await expect.poll(() => asked.filter((url) => url === custodyPath).length).toBeGreaterThan(1)
  answers[custodyPath] = keys('custody', 'Qg')
  expect(await found).toMatchObject({ custodyHpkePublicKey: 'Qg' })
})

test('while custody is down the last keys stand, however long, and the log says so once', async () => {
  const { read, readLater, answers, lines } = await keep(whole())
  const found = await read()
  delete answers[custodyPath]
  for (let minute = 0; minute < 5; minute++) expect(await readLater()).toEqual(found)
  await expect.poll(() => lines).toEqual(['keys cannot be read {"authority":"custody"}'])
  Object.assign(answers, whole())
  expect(await readLater()).toEqual(found)
})

test('another key is refused, unless it was announced beside the one that is known', async () => {
  const { read, readLater, answers, lines } = await keep(whole())
  await read()
  answers[custodyPath] = keys('custody', 'UQ')
  await readLater()
  await expect.poll(() => lines).toEqual(['a key was not announced {"authority":"custody"}'])
  expect(await readLater()).toMatchObject({ custodyHpkePublicKey: 'Qg' })

  answers[custodyPath] = keys('custody', 'Qg', ['Ug'])
  await readLater()
  answers[custodyPath] = keys('custody', 'Ug', ['Qg'])
  await expect.poll(readLater).toMatchObject({ custodyHpkePublicKey: 'Ug' })
  expect(lines.length).toBe(1)
})

test('an announcement is seen without a user', async () => {
  const { addresses, asked, answers } = await serviceWith(whole())
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  const read = keepSealingKeys(addresses, { log: () => {}, lifeMs: 50, signal: closing.signal })
  await read()
  const askedTwice = async (): Promise<void> => {
    const before = asked.length
    await expect.poll(() => asked.length).toBeGreaterThan(before + 4)
  }
  answers[custodyPath] = keys('custody', 'Qg', ['Ug'])
  await askedTwice()
  answers[custodyPath] = keys('custody', 'Ug', ['Qg'])
  await askedTwice()
  expect(await read()).toMatchObject({ custodyHpkePublicKey: 'Ug' })
})

describe('a server that starts anew, with the folder of the one before,', () => {
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-keys-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return join(folder, 'known')
  }
  /** As `keep`, once its last keys are on disk. */
  const keepOn = async (folder: string, answers = whole() as Record<string, Answer>) => {
    const kept = await keep(answers, folder)
    const found = await kept.read()
    await expect.poll(() => readdirSync(folder).toSorted()).toEqual(['api-keys.json', 'custody-keys.json'])
    return found
  }

  test('has the keys while custody is away, and takes an announced one when it is back', async () => {
    const folder = newFolder()
    const found = await keepOn(folder, { ...whole(), [custodyPath]: keys('custody', 'Qg', ['Ug']) })
    const { read, readLater, answers, lines } = await keep({ [apiPath]: keys('api', 'QQ') }, folder)
    expect(await read()).toEqual(found)
    expect(lines).toEqual(['keys of before are used {"authority":"custody"}'])
    answers[custodyPath] = keys('custody', 'UQ')
    await readLater()
    expect(await readLater()).toEqual(found)
    answers[custodyPath] = keys('custody', 'Ug', ['Qg'])
    await expect.poll(readLater).toMatchObject({ custodyHpkePublicKey: 'Ug' })
  })

  test('believes an authority that answers, whatever is kept', async () => {
    const folder = newFolder()
    await keepOn(folder)
    const { read } = await keep({ ...whole(), [custodyPath]: keys('custody', 'UQ') }, folder)
    expect(await read()).toMatchObject({ custodyHpkePublicKey: 'UQ' })
    const swapped = await keep({ ...whole(), [custodyPath]: keys('api', 'Qg') }, folder)
    await expect(swapped.read()).rejects.toMatchObject({ name: 'INTERNAL' })
  })

  test.each([
    ['rubbish', '{'],
    ['another authority’s keys', JSON.stringify(keys('api', 'UQ').body)],
    ['no keys', '{"authority":"custody"}'],
  ])('takes %s for nothing', async (_, text) => {
    const folder = newFolder()
    await keepOn(folder)
    writeFileSync(join(folder, 'custody-keys.json'), text)
    await expect((await keep({ [apiPath]: keys('api', 'QQ') }, folder)).read()).rejects.toThrow()
  })

  test('goes on where nothing can be written, and says so once', async () => {
    const folder = newFolder()
    writeFileSync(folder, 'a file')
    const { read, readLater, lines } = await keep(whole(), folder)
    await read()
    await readLater()
    expect(lines.filter((line) => line.includes('"custody"'))).toEqual(['keys cannot be kept {"authority":"custody"}'])
  })
})
