import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from './AppError.ts'
import { createClient } from './client.ts'
import type { Port } from './port.ts'
import { type RequestName, requests } from './requests.ts'
import { timeouts } from './timeouts.ts'
import { encodeKeyEvent, encodeReady, encodeSuccess } from './wire.ts'

type Sent = { id: string; type: string; payload?: unknown }
const ready = encodeReady({ version: '5', profile: 5, capabilities: [] })

/** Opens a client, and a frame that sends only what the test specifies. */
const open = (options: { onDeath?: () => void } = {}) => {
  const sent: Sent[] = []
  let deliver: (message: unknown) => void = () => undefined
  const stop = vi.fn()
  const port: Port = {
    send: (message) => void sent.push(message as Sent),
    listen(onMessage) {
      deliver = onMessage
      return stop
    },
  }
  const onKey = vi.fn()
  const onWarning = vi.fn()
  const client = createClient({ port, onKey, onWarning, ...options })
  return {
    client,
    sent,
    stop,
    onKey,
    onWarning,
    named: (name: RequestName) => sent.filter(({ type }) => type === `@w3m-app/${name}`),
    say: (message: unknown) => deliver(message),
    answer: (name: RequestName, payload?: unknown) => {
      const last = sent.findLast(({ type }) => type === `@w3m-app/${name}`)
      deliver(encodeSuccess(last?.id ?? '', name, payload))
    },
  }
}

const outcomeOf = (promise: Promise<unknown>) => {
  const outcome: { value?: unknown; error?: AppError } = {}
  promise.then(
    (value) => Object.assign(outcome, { value }),
    (error: AppError) => Object.assign(outcome, { error }),
  )
  return outcome
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('waits', () => {
  const payloads: Partial<Record<RequestName, unknown>> = {
    SYNC_DAPP_DATA: { projectId: 'demo' },
    SYNC_THEME: {},
    RPC_REQUEST: { method: 'personal_sign', params: ['0x00', '0x00'] },
  }
  test.each(Object.entries(requests))(
    '%s is given up after as long as its row says, and never earlier',
    async (name, row) => {
      const { client } = open()
      const call = outcomeOf(client.request(name as 'PING', (payloads[name as RequestName] ?? {}) as never))
      if (row.timeoutMs === null) {
        await vi.advanceTimersByTimeAsync(24 * 3600 * 1000)
        return expect(call).toEqual({})
      }
      await vi.advanceTimersByTimeAsync(row.timeoutMs - 1)
      expect(call).toEqual({})
      await vi.advanceTimersByTimeAsync(1)
      expect(call.error).toMatchObject({ name: 'TIMEOUT' })
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test('what a user takes part in gets 120 s, signing out 3 s, loading 20 s (specification, section 9)', () => {
    const interactive = ['CONNECT_EMAIL', 'CONNECT_DEVICE', 'GET_SOCIAL_REDIRECT_URI'] as const
    // Not CONNECT_OTP: the user types the code in the frame, after finding the mail. Nor CONNECT_SOCIAL, which waits while the user is at
    // the provider.
    for (const name of interactive) expect(requests[name].timeoutMs, name).toBe(120_000)
    expect(requests.SIGN_OUT.timeoutMs).toBe(3_000)
    expect(timeouts.frameLoadMs).toBe(20_000)
  })

  test('a reply after the timeout is ignored', async () => {
    const { client, answer, onWarning } = open()
    const call = outcomeOf(client.request('SIGN_OUT', undefined))
    await vi.advanceTimersByTimeAsync(3_000)
    answer('SIGN_OUT')
    await vi.advanceTimersByTimeAsync(0)
    expect(call.error).toMatchObject({ name: 'TIMEOUT' })
    expect(onWarning).not.toHaveBeenCalled()
  })
})

describe('aborting', () => {
  test('what waits is rejected: an RPC request and a Farcaster link as aborted, others as gone wrong, reads not at all', async () => {
    const { client, named } = open()
    const approval = outcomeOf(client.rpc('personal_sign', ['0x00', '0x00']))
    const farcaster = outcomeOf(client.request('GET_FARCASTER_URI', undefined))
    const user = outcomeOf(client.request('GET_USER', undefined))
    const read = outcomeOf(client.rpc('eth_blockNumber', undefined))
    client.abortPending()
    await vi.advanceTimersByTimeAsync(0)
    expect(approval.error).toMatchObject({ name: 'ABORTED', message: 'Request was aborted' })
    expect(farcaster.error).toMatchObject({ name: 'ABORTED' })
    expect(user.error).toMatchObject({ message: 'Something went wrong' })
    expect(read).toEqual({})
    expect(named('RPC_ABORT')).toEqual([{ id: expect.any(String), type: '@w3m-app/RPC_ABORT' }])
  })

  test('tells the frame nothing when no RPC request that needs a user waits', () => {
    const { client, named } = open()
    outcomeOf(client.request('GET_USER', undefined))
    outcomeOf(client.rpc('eth_blockNumber', undefined))
    client.abortPending()
    expect(named('RPC_ABORT')).toEqual([])
  })

  test('a signal stops to matter once the call is settled, and nothing listens to it any more', async () => {
    const { client, answer, named } = open()
    const { signal } = new AbortController()
    const remove = vi.spyOn(signal, 'removeEventListener')
    const call = outcomeOf(client.rpc('personal_sign', ['0x00', '0x00'], { signal }))
    answer('RPC_REQUEST', '0x00')
    await vi.advanceTimersByTimeAsync(0)
    expect(call).toEqual({ value: '0x00' })
    expect(remove).toHaveBeenCalledTimes(1)
    expect(named('RPC_ABORT')).toEqual([])
  })

  test('a signal names the one request that the frame shall drop', async () => {
    const { client, named } = open()
    const abort = new AbortController()
    outcomeOf(client.rpc('personal_sign', ['0x00', '0x00'], { signal: abort.signal }))
    abort.abort()
    expect(named('RPC_ABORT')).toMatchObject([{ payload: { id: named('RPC_REQUEST')[0]?.id } }])
  })

  test('an end leaves no timer and no listener', () => {
    const { client, stop, say } = open({ onDeath: vi.fn() })
    say(ready)
    outcomeOf(client.request('GET_USER', undefined))
    expect(vi.getTimerCount()).toBe(2)
    client.destroy()
    expect(vi.getTimerCount()).toBe(0)
    expect(stop).toHaveBeenCalledTimes(1)
  })
})

describe('events', () => {
  test('what no frame sends is one warning each and changes nothing', () => {
    const { say, onWarning, onKey } = open()
    for (const message of [null, 'x', {}, { type: '@w3m-frame/FOCUS_EXIT', payload: { edge: 'middle' } }]) say(message)
    expect(onWarning).toHaveBeenCalledTimes(4)
    expect(onKey).not.toHaveBeenCalled()
  })

  test('the keyboard leaves the frame at either end, or asks to close', () => {
    const { say, onKey } = open()
    const events = [
      { event: 'FOCUS_EXIT', edge: 'start' },
      { event: 'FOCUS_EXIT', edge: 'end' },
      { event: 'ESCAPE' },
    ] as const
    for (const event of events) say(encodeKeyEvent(event))
    expect(onKey.mock.calls.map(([event]) => event)).toEqual(events)
  })
})

describe('the heartbeat', () => {
  test('asks a frame that owes an answer every 5 s, and only then', async () => {
    const { client, say, answer, named } = open({ onDeath: vi.fn() })
    say(ready)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(named('PING')).toHaveLength(0)
    outcomeOf(client.rpc('personal_sign', ['0x00', '0x00']))
    for (let beat = 1; beat <= 3; beat++) {
      await vi.advanceTimersByTimeAsync(5_000)
      expect(named('PING')).toHaveLength(beat)
      answer('PING')
    }
    answer('RPC_REQUEST', '0x00')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(named('PING')).toHaveLength(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a frame that is silent twice is dead: everything is rejected as disconnected, then the owner hears it once', async () => {
    const call: ReturnType<typeof outcomeOf>[] = []
    const onDeath = vi.fn()
    const { client, say } = open({ onDeath })
    say(ready)
    call.push(
      outcomeOf(client.rpc('personal_sign', ['0x00', '0x00'])),
      outcomeOf(client.rpc('eth_blockNumber', undefined)),
    )
    await vi.advanceTimersByTimeAsync(14_999)
    expect(onDeath).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onDeath).toHaveBeenCalledTimes(1)
    for (const { error } of call) expect(error).toMatchObject({ name: 'DISCONNECTED' })
    await expect(client.request('GET_USER', undefined)).rejects.toMatchObject({ name: 'DISCONNECTED' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onDeath).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a page that slept through one answer asks again before it believes in a death', async () => {
    const onDeath = vi.fn()
    const { client, say, answer } = open({ onDeath })
    say(ready)
    outcomeOf(client.rpc('personal_sign', ['0x00', '0x00']))
    await vi.advanceTimersByTimeAsync(10_000)
    answer('PING')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(onDeath).not.toHaveBeenCalled()
  })

  test('any message is a sign of life', async () => {
    const onDeath = vi.fn()
    const { client, say } = open({ onDeath })
    say(ready)
    outcomeOf(client.rpc('personal_sign', ['0x00', '0x00']))
    await vi.advanceTimersByTimeAsync(12_000)
    say(encodeKeyEvent({ event: 'ESCAPE' }))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(onDeath).not.toHaveBeenCalled()
  })

  test('an error in answer to PING is an answer', async () => {
    const onDeath = vi.fn()
    const { client, say, sent } = open({ onDeath })
    say(ready)
    outcomeOf(client.rpc('personal_sign', ['0x00', '0x00']))
    for (let beat = 0; beat < 4; beat++) {
      await vi.advanceTimersByTimeAsync(5_000)
      say({ id: sent.at(-1)?.id, type: '@w3m-frame/PING_ERROR', payload: new AppError('LIMIT_EXCEEDED').toWire() })
    }
    await vi.advanceTimersByTimeAsync(0)
    expect(onDeath).not.toHaveBeenCalled()
  })

  test('a frame that still loads is not asked; once it is there it is', async () => {
    const onDeath = vi.fn()
    const { client, say, named } = open({ onDeath })
    outcomeOf(client.rpc('personal_sign', ['0x00', '0x00']))
    await vi.advanceTimersByTimeAsync(19_000)
    expect(named('PING')).toEqual([])
    say(ready)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(named('PING')).toHaveLength(1)
    expect(onDeath).not.toHaveBeenCalled()
  })

  test('an end while PING is in flight is no death', async () => {
    const onDeath = vi.fn()
    const { client, say } = open({ onDeath })
    say(ready)
    outcomeOf(client.rpc('personal_sign', ['0x00', '0x00']))
    await vi.advanceTimersByTimeAsync(6_000)
    client.destroy()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onDeath).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('without an owner to tell, nothing is asked', async () => {
    const { client, say, named } = open()
    say(ready)
    outcomeOf(client.rpc('personal_sign', ['0x00', '0x00']))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(named('PING')).toEqual([])
  })
})
