import { endpoints } from '@latchkey/api-client'
import { AppError, catalogue } from '@latchkey/protocol/errors'
import { afterEach, describe, expect, test } from 'vitest'
import type { AlertKey } from '../alerts.ts'
import type { ModalEvent } from '../Modal.ts'
import { createTestModal, settle, type TestModal, testAddress } from '../modal.fixture.ts'
import type { Settings } from '../Settings.ts'
import { raiseAlertAtom } from '../state/alerts.ts'
import { failed as failedAt } from '../state/failed.ts'
import type { TelemetryPage } from './createOutbox.ts'
import { startTelemetry } from './startTelemetry.ts'

const opened: ModalEvent = { type: 'MODAL_OPEN', view: 'Connect' }
const connected: ModalEvent = { type: 'CONNECTED', namespace: 'eip155', address: testAddress }
const failed: ModalEvent = { type: 'SIGN_IN_FAILED', method: 'email', step: 'proof', error: 'OTP_INVALID' }

type Call = { path: string; search: URLSearchParams; body: unknown }
type Answer = (path: string) => Response | Promise<Response>
const taking: Answer = () => Response.json({ isAnalyticsEnabled: true })

let started: { modal: TestModal; stop: () => void } | undefined
afterEach(() => {
  started?.stop()
  started?.modal.leave()
  started = undefined
})

const start = ({
  telemetry = true as Settings['telemetry'],
  answer = taking,
  earlier = [] as ModalEvent[],
  hasActed = true,
  globalPrivacyControl = undefined as boolean | undefined,
  sendBeacon = (() => true) as (url: unknown, body: unknown) => boolean,
} = {}) => {
  const calls: Call[] = []
  const beacons: { url: URL; body: string }[] = []
  const target = new EventTarget()
  const listeners = {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  }
  const page = {
    ...listeners,
    location: new URL('https://dapp.example/shop/7?order=8#paid'),
    document: { ...listeners, visibilityState: 'visible' },
    navigator: {
      userActivation: { hasBeenActive: hasActed },
      ...(globalPrivacyControl !== undefined && { globalPrivacyControl }),
      sendBeacon: (url: URL, body: string) => {
        beacons.push({ url, body })
        return sendBeacon(url, body)
      },
    },
  }
  const modal = createTestModal({ settings: { telemetry: telemetry as NonNullable<Settings['telemetry']> } })
  const stop = startTelemetry({
    store: modal.store,
    earlier,
    page: page as unknown as TelemetryPage,
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const text = new TextDecoder().decode((init?.body ?? new Uint8Array()) as Uint8Array)
      calls.push({ path: url.pathname, search: url.searchParams, body: text === '' ? undefined : JSON.parse(text) })
      return url.pathname === '/e' ? Response.json({}) : answer(url.pathname)
    },
  })
  started = { modal, stop }
  return {
    modal,
    stop,
    calls,
    page,
    emit: (...events: ModalEvent[]) => {
      for (const event of events) modal.hub.events.emit(event)
    },
    raise: (key: AlertKey) => modal.store.set(raiseAlertAtom, key, { frameUrl: 'https://wallet.example' }),
    hide() {
      page.document.visibilityState = 'hidden'
      target.dispatchEvent(new Event('visibilitychange'))
    },
    unload: () => target.dispatchEvent(new Event('pagehide')),
    beacons,
    /** Every event that was sent, parsed as the api does. */
    sent: () => beacons.flatMap(({ body }) => endpoints.sendEvents.request.parse(JSON.parse(body))),
    reports: () =>
      calls.flatMap(({ path, body }) => (path === '/e' ? [endpoints.sendErrorReport.request.parse(body)] : [])),
  }
}

test('asks the api once, and sends what happened when the page is hidden', async () => {
  const { calls, beacons, emit, hide, sent, modal } = start({ earlier: [opened] })
  emit({ type: 'SIGN_IN_STARTED', method: 'wallet', wallet: 'Vulpes' }, { type: 'MODAL_CLOSE' })
  await settle()
  expect(beacons).toEqual([])
  hide()
  hide()
  expect(beacons).toHaveLength(1)
  expect(calls.map(({ path }) => path)).toEqual(['/getAnalyticsConfig'])
  expect(beacons[0]?.url.href).toBe('https://api.example/batch?projectId=demo&st=latchkey&sv=html-latchkey-4.2.2')
  const common = { url: 'https://dapp.example/shop/7', domain: 'dapp.example', timestamp: modal.clock.now() }
  expect(sent()).toEqual([
    {
      ...common,
      eventId: expect.stringMatching(/^[\da-f-]{36}$/),
      props: { type: 'track', event: 'MODAL_OPEN', properties: { view: 'Connect' } },
    },
    {
      ...common,
      eventId: expect.any(String),
      props: { type: 'track', event: 'SIGN_IN_STARTED', properties: { method: 'wallet', wallet: 'Vulpes' } },
    },
    { ...common, eventId: expect.any(String), props: { type: 'track', event: 'MODAL_CLOSE', properties: {} } },
  ])
  expect(new Set(sent().map(({ eventId }) => eventId)).size).toBe(3)
})

test('a page that is left, or a modal that is destroyed, sends what is left', async () => {
  const { beacons, emit, unload, stop, hide } = start({ earlier: [opened] })
  await settle()
  unload()
  expect(beacons).toHaveLength(1)
  emit(opened)
  stop()
  expect(beacons).toHaveLength(2)
  emit(opened)
  hide()
  expect(beacons).toHaveLength(2)
})

test('more than 45 KB go at once, in a beacon that a browser takes', async () => {
  const { beacons, emit, sent } = start({ earlier: [opened] })
  await settle()
  const wallet = '钱'.repeat(64)
  for (let count = 0; count < 400; count++) emit({ type: 'SIGN_IN_STARTED', method: 'wallet', wallet })
  const sizes = beacons.map(({ body }) => new TextEncoder().encode(body).length)
  expect(sizes.length).toBeGreaterThan(2)
  for (const bytes of sizes) expect([bytes > 45_000, bytes < 47_000]).toEqual([true, true])
  expect(sent().length).toBeLessThan(401)
})

describe('sends nothing', () => {
  const everything = [opened, connected, failed]

  test.each<[string, Parameters<typeof start>[0], string[]]>([
    ['before the user has acted', { hasActed: false }, []],
    ['under Global Privacy Control', { globalPrivacyControl: true }, []],
    [
      'where the operator takes no events',
      { answer: () => Response.json({ isAnalyticsEnabled: false }) },
      ['/getAnalyticsConfig'],
    ],
    ['where the api refuses the page', { answer: () => Response.json({}, { status: 401 }) }, ['/getAnalyticsConfig']],
    ['where another server answers', { answer: () => new Response('<html>') }, ['/getAnalyticsConfig']],
  ])('%s', async (_, options, asked) => {
    const { calls, beacons, emit, raise, hide, stop } = start({ ...options, earlier: everything })
    await settle()
    emit(...everything)
    raise('APKT003')
    await settle()
    hide()
    stop()
    expect([calls.map(({ path }) => path), beacons]).toEqual([asked, []])
  })

  test('of a visit that ends before the api has answered, and keeps no more than one batch meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { beacons, emit, hide } = start({ answer: () => promise })
    for (let count = 0; count < 2_000; count++) emit(opened)
    hide()
    expect(beacons).toEqual([])
    resolve(Response.json({ isAnalyticsEnabled: true }))
    await settle()
    expect(beacons).toHaveLength(1)
    expect(beacons[0]?.body.length).toBeLessThan(46_000)
  })
})

test('what happened before the user acted goes once they have', async () => {
  const { emit, hide, sent, page, calls } = start({ hasActed: false, earlier: [connected] })
  await settle()
  expect(calls).toEqual([])
  page.navigator.userActivation.hasBeenActive = true
  emit(opened)
  await settle()
  hide()
  expect(sent().map(({ props }) => props.event)).toEqual(['CONNECTED', 'MODAL_OPEN'])
})

test('a browser that refuses a beacon costs the page nothing but the events', async () => {
  for (const sendBeacon of [
    () => false,
    () => {
      throw new TypeError('no beacons')
    },
  ]) {
    const { emit, hide, beacons, stop } = start({ sendBeacon, earlier: [opened] })
    await settle()
    hide()
    hide()
    expect(beacons).toHaveLength(1)
    emit(opened)
    stop()
    expect(beacons).toHaveLength(2)
  }
})

test('addresses of accounts are sent with the option only', async () => {
  const proof = { namespace: 'eip155', address: testAddress, caipNetworkId: 'eip155:1' } as const
  const events: ModalEvent[] = [connected, { type: 'SESSION_PROVED', ...proof }, opened]
  for (const [telemetry, addresses] of [
    [true, [undefined, undefined, undefined]],
    [{}, [undefined, undefined, undefined]],
    [{ addresses: false }, [undefined, undefined, undefined]],
    [{ addresses: true }, [testAddress, testAddress, undefined]],
  ] as const) {
    const { hide, sent, beacons } = start({ telemetry, earlier: events })
    await settle()
    hide()
    expect(sent().map(({ props }) => props.address)).toEqual(addresses)
    if (addresses[0] === undefined) expect(JSON.stringify(beacons)).not.toContain(testAddress)
  }
})

test('an alert is sent by its code: its words quote the page', async () => {
  const alert = { code: 'APKT013', title: 'Invalid Option', cause: '`email` is "ada@example.com"', fix: '', link: '' }
  const { hide, sent } = start({ earlier: [{ type: 'ALERT', alert }] })
  await settle()
  hide()
  expect(sent().map(({ props }) => props.properties)).toEqual([{ code: 'APKT013' }])
})

describe('errors', () => {
  test('are reported by name and message of the catalogue; what the user declines is none', async () => {
    const { emit, reports, modal } = start()
    emit(opened, failed, { ...failed, error: 'USER_REJECTED' }, { ...failed, error: 'ABORTED' })
    emit({ ...failed, error: 'ada@example.com' })
    await settle()
    expect(reports()).toEqual([
      {
        type: 'error',
        event: 'SIGN_IN_FAILED',
        properties: {
          errorType: 'OTP_INVALID',
          errorMessage: catalogue.OTP_INVALID.message,
          timestamp: modal.clock.now(),
        },
      },
    ])
  })

  test('of what the modal does beside sign-ins are reported too, by the same limit, and go on as they are', async () => {
    const { modal, reports, emit } = start({ earlier: [opened] })
    const cause = new AppError('CHAIN_UNREACHABLE')
    expect(failedAt(modal.store.get, 'send', cause)).toBe(cause)
    expect(failedAt(modal.store.get, 'swap', new TypeError('x')).name).toBe('INTERNAL')
    expect(failedAt(modal.store.get, 'buy', new AppError('USER_REJECTED')).name).toBe('USER_REJECTED')
    for (let count = 0; count < 9; count++) failedAt(modal.store.get, 'tokens', cause)
    emit(opened)
    await settle()
    expect(reports().map(({ event, properties }) => `${event} ${properties.errorType}`)).toEqual([
      'ACTION_FAILED CHAIN_UNREACHABLE',
      'ACTION_FAILED INTERNAL',
      ...Array(3).fill('ACTION_FAILED CHAIN_UNREACHABLE'),
    ])
  })

  test('of the wallet frame are reported, each once for each time that they happen', async () => {
    const { raise, reports, emit } = start({ earlier: [opened] })
    raise('APKT003')
    raise('APKT003')
    raise('APKT004')
    raise('APKT004')
    raise('APKT013')
    emit(opened)
    await settle()
    expect(reports().map(({ event, properties }) => [event, properties.errorType, properties.errorMessage])).toEqual([
      ['iframe_load_failed', 'FRAME_LOAD_FAILED', 'Unable to load email login dependency'],
      ['iframe_request_timeout', 'TIMEOUT', 'The wallet did not answer in time'],
      ['iframe_request_timeout', 'TIMEOUT', 'The wallet did not answer in time'],
    ])
  })

  test.each(['csp', 'origin', 'silent'] as const)('of a frame say why it did not load: %s', async (reason) => {
    const { raise, reports } = start({ earlier: [opened] })
    raise(`APKT003.${reason}`)
    await settle()
    expect(reports()[0]?.properties.errorMessage).toBe(`Unable to load email login dependency (${reason})`)
  })

  test('are reported 5 times in any 60 s', async () => {
    const { emit, reports, modal } = start({ earlier: [opened] })
    const failAt = async (...seconds: number[]) => {
      for (const at of seconds) {
        await modal.clock.advance(at * 1000)
        emit(failed)
      }
      await settle()
      return reports().length
    }
    // At 0, 10, 20, 30 and 40 s; then at 50 and 59 s, at 60 and 61 s, and at 70 s.
    expect(await failAt(0, 10, 10, 10, 10)).toBe(5)
    expect(await failAt(10, 9)).toBe(5)
    expect(await failAt(1, 1)).toBe(6)
    expect(await failAt(9)).toBe(7)
  })

  test('wait for the api, the newest five of them', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { emit, reports, modal } = start({ answer: () => promise })
    for (let minute = 0; minute < 3; minute++) {
      for (let count = 0; count < 6; count++) emit({ ...failed, error: minute === 2 ? 'OTP_EXPIRED' : 'OTP_INVALID' })
      await modal.clock.advance(60_000)
    }
    resolve(Response.json({ isAnalyticsEnabled: true }))
    await settle()
    expect(reports().map(({ properties }) => properties.errorType)).toEqual(Array(5).fill('OTP_EXPIRED'))
  })
})
