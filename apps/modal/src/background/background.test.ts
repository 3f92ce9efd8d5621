import { afterEach, describe, expect, test } from 'vitest'
import { frameAddress } from '../connectors/auth/createAuthConnector.ts'
import type { ModalEvent } from '../Modal.ts'
import { createTestModal, type TestModal, testAddress } from '../modal.fixture.ts'
import type { Settings } from '../Settings.ts'
import { servicesAtom } from '../services.ts'
import { raiseAlertAtom } from '../state/alerts.ts'
import { checkVersion } from './checkVersion.ts'
import { createLogBuffer } from './createLogBuffer.ts'
import { loadBackground } from './loadBackground.ts'
import { startBackground } from './startBackground.ts'

let modal: TestModal | undefined
afterEach(() => {
  modal?.leave()
  modal = undefined
})
const create = (settings: Partial<Settings>): TestModal => {
  modal = createTestModal({ settings })
  return modal
}

describe('createLogBuffer', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text).length

  test('keeps the newest lines within its bytes', () => {
    const buffer = createLogBuffer(10)
    for (const line of ['one', 'two', 'three']) buffer.add(line)
    expect(buffer.read()).toBe('two\nthree\n')
  })

  test('counts bytes, not characters', () => {
    const buffer = createLogBuffer(8)
    buffer.add('钱钱')
    buffer.add('a')
    expect(buffer.read()).toBe('a\n')
  })

  test('writes a text of several lines as one, and cuts a long one', () => {
    const buffer = createLogBuffer()
    buffer.add('one\r\ntwo\rthree\nfour')
    buffer.add('x'.repeat(1_000_000))
    expect(buffer.read()).toBe(`one\\ntwo\\nthree\\nfour\n${'x'.repeat(4096)}\n`)
  })

  test('holds at most 1,024,000 bytes, however much comes', () => {
    const buffer = createLogBuffer()
    for (let count = 0; count < 2000; count++) buffer.add(`${count} ${'é'.repeat(600)}`)
    const text = buffer.read()
    expect(bytesOf(text)).toBeLessThanOrEqual(1_024_000)
    expect(bytesOf(text)).toBeGreaterThan(1_020_000)
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^1999 /)
  })

  test('has room for nothing when a line alone is too long', () => {
    const buffer = createLogBuffer(3)
    buffer.add('four')
    expect(buffer.read()).toBe('')
    buffer.add('on')
    expect(buffer.read()).toBe('on\n')
  })
})

describe('the log', () => {
  const connected: ModalEvent = { type: 'CONNECTED', namespace: 'eip155', address: testAddress }

  test('has events without addresses, and what goes to the console', async () => {
    const { store, hub, clock, logged } = create({ enableLogger: true })
    const at = new Date(clock.now()).toISOString()
    const background = startBackground(store, [{ type: 'MODAL_OPEN', view: 'Connect' }])
    hub.events.emit(connected)
    store.get(servicesAtom).log('warning', 'Error registering name: late')
    expect(background.readLog().split('\n')).toEqual([
      `${at} event MODAL_OPEN {"view":"Connect"}`,
      `${at} event CONNECTED {"namespace":"eip155"}`,
      `${at} warning Error registering name: late`,
      '',
    ])
    expect(logged).toEqual(['Error registering name: late'])
    store.set(raiseAlertAtom, 'APKT004', { frameUrl: 'https://wallet.example' })
    await expect.poll(background.readLog).toContain('APKT004')
  })

  test('ends with the modal', () => {
    const { store, hub } = create({ enableLogger: true })
    const background = startBackground(store, [])
    background.stop()
    hub.events.emit(connected)
    store.get(servicesAtom).log('info', 'later')
    expect(background.readLog()).toBe('')
  })

  test('is empty without the option', () => {
    const { store, hub } = create({ registryUrl: 'https://registry.example' })
    const background = startBackground(store, [connected])
    hub.events.emit(connected)
    expect(background.readLog()).toBe('')
  })

  test.each([
    [true, 'true'],
    [false, null],
    [undefined, null],
  ])('enableLogger %s is told the wallet as %s', (enableLogger, told) => {
    const address = frameAddress('https://wallet.example', 'demo', 'eip155:1', enableLogger)
    expect(address.searchParams.get('enableLogger')).toBe(told)
  })
})

describe('loadBackground', () => {
  const load = (settings: Partial<Settings>, isLost = false) => {
    const { store, hub } = create(settings)
    const steps: string[] = []
    const background = loadBackground(store, hub, store.get(servicesAtom).settings, async () => {
      steps.push('load')
      if (isLost) throw new TypeError('Failed to fetch')
      return {
        startTelemetry({ earlier }) {
          steps.push(`start with ${earlier.length}`)
          return () => void steps.push('stop')
        },
      }
    })
    return { hub, background, steps }
  }

  test.each<[Partial<Settings>, string[]]>([
    [{}, []],
    [{ telemetry: false }, []],
    [{ registryUrl: 'https://registry.example' }, []],
    [{ enableLogger: true }, []],
    [{ telemetry: true }, ['load', 'start with 0']],
  ])('%j does with telemetry: %j', async (settings, expected) => {
    const { background, steps } = load(settings)
    await background.getLog()
    expect(steps).toEqual(expected)
  })

  test('what happens meanwhile is kept, and stopping ends it', async () => {
    const { background, hub, steps } = load({ telemetry: true, enableLogger: true })
    hub.events.emit({ type: 'MODAL_CLOSE' })
    expect(await background.getLog()).toContain('event MODAL_CLOSE')
    background.stop()
    await background.getLog()
    expect(steps).toEqual(['load', 'start with 1', 'stop'])
  })

  test('stopped before its code is there, nothing starts', async () => {
    const { background, steps } = load({ telemetry: true })
    background.stop()
    expect(await background.getLog()).toBe('')
    expect(steps).toEqual(['load'])
  })

  test('a log goes on without the telemetry that cannot be loaded', async () => {
    const { background, hub } = load({ telemetry: true, enableLogger: true }, true)
    hub.events.emit({ type: 'MODAL_CLOSE' })
    expect(await background.getLog()).toContain('event MODAL_CLOSE')
  })
})

test.each([['yes'], [{ address: true }], [{ addresses: 'all' }], [1]])(
  'telemetry %j is reported and sends nothing',
  (given) => {
    const { store, logged, hub } = create({ telemetry: given as unknown as boolean })
    startBackground(store, [])
    hub.events.emit({ type: 'MODAL_CLOSE' })
    expect(logged).toEqual([expect.stringMatching(/^APKT013 `telemetry`/)])
  },
)

describe('checkVersion', () => {
  const dayMs = 24 * 60 * 60_000
  const start = (answer: () => Response | Promise<Response>, settings: Partial<Settings> = {}) => {
    const asked: string[] = []
    const created = create({ registryUrl: 'https://registry.example/', ...settings })
    const check = (version = '1.2.3') =>
      checkVersion({
        store: created.store,
        version,
        fetch: async (input) => {
          asked.push(String(input))
          return answer()
        },
      })
    return { ...created, asked, check }
  }
  const latest = (version: unknown) => () => Response.json({ name: '@latchkey/modal', version })

  test.each([
    ['1.2.4', true],
    ['1.10.0', true],
    ['2.0.0', true],
    ['1.2.3', false],
    ['1.2.2', false],
    ['0.9.9', false],
    ['2.0.0-beta.1', false],
    ['', false],
    [undefined, false],
    ['9.9.9\n[latchkey] all is well', false],
  ])('a registry with %j is worth a line: %s', async (version, isSaid) => {
    const { check, logged, asked } = start(latest(version))
    await check()
    expect(asked).toEqual(['https://registry.example/@latchkey/modal/latest'])
    expect(logged).toEqual(isSaid ? [`@latchkey/modal ${version} is available. This page has 1.2.3`] : [])
  })

  test('asks once in 7 days, and says it each visit', async () => {
    const { check, logged, asked, clock } = start(latest('1.3.0'))
    await check()
    await clock.advance(7 * dayMs - 1)
    await check()
    expect([asked.length, logged.length]).toEqual([1, 2])
    await clock.advance(1)
    await check()
    expect(asked).toHaveLength(2)
  })

  test('a clock that was set back, or a value that is none, asks again', async () => {
    const { check, asked, storage, clock } = start(latest('1.3.0'))
    for (const kept of [
      `${clock.now() + 1} 9.9.9`,
      '9.9.9',
      '',
      `${clock.now()} <b>`,
      'NaN 9.9.9',
      `${clock.now() - 7 * dayMs} -`,
    ]) {
      storage.write('latest-version', kept)
      await check()
    }
    expect(asked).toHaveLength(6)
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['it refuses', () => Response.json({ version: '9.9.9' }, { status: 404 })],
    ['a page answers', () => new Response('<html>')],
    ['it answers null', () => Response.json(null)],
  ])('is silent where %s, and asks no more for now', async (_, answer) => {
    const { check, logged, asked } = start(answer)
    await check()
    await check()
    expect(logged).toEqual([])
    expect(asked).toHaveLength(1)
  })
})
