import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from './AppError.ts'
import { connect, type Line } from './line.fixture.ts'
import { maxInFlight } from './rateClass.ts'
import { encodeAppMessage, encodeReady, encodeSuccess } from './wire.ts'

const never = () => new Promise<never>(() => {})
const settled = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: AppError) => error,
  )

/** Tests that every transport behaves the same. */
export const lineContract = (name: string, makeLine: () => Promise<Line>) =>
  describe(`a line over ${name}`, () => {
    test('carries a request and its result', async () => {
      using line = connect(await makeLine())
      expect(await line.client.request('CONNECT_EMAIL', { email: 'ada@example.org' })).toEqual({ action: 'VERIFY_OTP' })
    })

    test('carries a request without payload and without result', async () => {
      using line = connect(await makeLine())
      expect(await line.client.request('SIGN_OUT', undefined)).toBeUndefined()
    })

    test('keeps the name, code and details of a catalogue error', async () => {
      using line = connect(await makeLine(), {
        CONNECT_OTP: async () => {
          throw new AppError('OTP_INVALID', { details: { triesLeft: 2 } })
        },
      })
      const error = await settled(line.client.request('CONNECT_OTP', { otp: '000000' }))
      expect(error).toMatchObject({
        name: 'OTP_INVALID',
        message: 'That code is not right. Tries left: 2',
        details: { triesLeft: 2 },
      })
    })

    test('answers an unknown failure with INTERNAL and a reference, and tells nothing of its text or stack', async () => {
      using line = connect(await makeLine(), {
        CONNECT_OTP: async () => {
          throw new Error('the code was 123456')
        },
      })
      const error = (await settled(line.client.request('CONNECT_OTP', { otp: '123456' }))) as AppError
      expect(error.name).toBe('INTERNAL')
      expect(line.failures[0]?.error.ref).toBe(error.ref)
      expect(JSON.stringify(line.sent)).not.toMatch(/123456|stack|\.ts/)
    })

    test('keeps bad parameters from the handler and answers them', async () => {
      const handle = vi.fn(async () => ({ action: 'CONNECT' as const }))
      using line = connect(await makeLine(), { CONNECT_EMAIL: handle })
      expect(await settled(line.client.request('CONNECT_EMAIL', { email: 7 } as never))).toMatchObject({
        name: 'INVALID_PARAMS',
      })
      expect(handle).not.toHaveBeenCalled()
    })

    test('answers a handler result of the wrong shape with INTERNAL', async () => {
      using line = connect(await makeLine(), { GET_CHAIN_ID: async () => ({ chainId: 'solana:!' }) })
      expect(await settled(line.client.request('GET_CHAIN_ID', undefined))).toMatchObject({ name: 'INTERNAL' })
    })

    test('rejects an RPC result of the wrong shape at the client', async () => {
      using line = connect(await makeLine(), { RPC_REQUEST: async () => 'not hex' })
      expect(await settled(line.client.rpc('eth_blockNumber', undefined))).toMatchObject({ name: 'INTERNAL' })
    })

    test('refuses a payload that cannot be copied, without waiting', async () => {
      using line = connect(await makeLine())
      const payload = { method: 'eth_call', params: [() => 1] }
      expect(await settled(line.client.request('RPC_REQUEST', payload))).toMatchObject({ name: 'INVALID_PARAMS' })
    })

    test('refuses a payload that is too large, too deep or not plain', async () => {
      using line = connect(await makeLine())
      const deep = Array.from({ length: 40 }).reduce((inner) => [inner], 1 as unknown)
      for (const params of [['x'.repeat(70 * 1024)], deep, new Map([['a', 1]]), new ArrayBuffer(8), new Date()]) {
        expect(await settled(line.client.request('RPC_REQUEST', { method: 'personal_sign', params }))).toMatchObject({
          name: 'TOO_LARGE',
        })
      }
    })

    test('allows 256 KiB for typed data', async () => {
      using line = connect(await makeLine(), { RPC_REQUEST: async () => '0x00' })
      const params: [string, string] = ['0x0000000000000000000000000000000000000001', 'x'.repeat(200 * 1024)]
      expect(await line.client.rpc('eth_signTypedData_v4', params)).toBe('0x00')
    })

    test('refuses more requests at once than it can hold, and serves again afterwards', async () => {
      const waiting: (() => void)[] = []
      using line = connect(await makeLine(), {
        RPC_REQUEST: () => new Promise((resolve) => waiting.push(() => resolve('0x1'))),
      })
      const calls = Array.from({ length: maxInFlight + 3 }, () =>
        settled(line.client.rpc('eth_blockNumber', undefined)),
      )
      await vi.waitUntil(() => waiting.length === maxInFlight && line.failures.length === 3)
      for (const finish of waiting) finish()
      const outcomes = await Promise.all(calls)
      expect(outcomes.filter((outcome) => outcome === 'resolved')).toHaveLength(maxInFlight)
      expect(
        outcomes.filter((outcome) => outcome instanceof AppError && outcome.name === 'LIMIT_EXCEEDED'),
      ).toHaveLength(3)
      const after = line.client.rpc('eth_blockNumber', undefined)
      await vi.waitUntil(() => waiting.length === maxInFlight + 1)
      waiting.at(-1)?.()
      expect(await after).toBe('0x1')
    })

    test('drops the id of a call that still waits, however many came after it', async () => {
      const made = await makeLine()
      const handle = vi.fn(async () => new Promise<never>(() => {}))
      using line = connect(made, { RPC_REQUEST: handle })
      const call = (id: string, method: string) => {
        const payload = { method, params: ['0x00', '0x00'] }
        made.app.send(encodeAppMessage({ id, name: 'RPC_REQUEST', payload }))
      }
      call('waits', 'personal_sign')
      for (let round = 0; round < 25; round++) {
        const calls = Array.from({ length: 200 }, () => line.client.request('GET_CHAIN_ID', undefined))
        await Promise.all(calls)
      }
      call('waits', 'eth_sendTransaction')
      await line.client.request('SIGN_OUT', undefined)
      expect(handle).toHaveBeenCalledTimes(1)
    })

    test('drops a repeated id: the first call alone is answered', async () => {
      const link = await makeLine()
      const handle = vi.fn(async () => ({ chainId: 1 }))
      using line = connect(link, { GET_CHAIN_ID: handle })
      link.app.send(encodeAppMessage({ id: 'again', name: 'GET_CHAIN_ID' }))
      link.app.send(encodeAppMessage({ id: 'again', name: 'GET_CHAIN_ID' }))
      await line.client.request('SIGN_OUT', undefined)
      expect(handle).toHaveBeenCalledTimes(1)
    })

    test('ignores junk from either side and goes on', async () => {
      const link = await makeLine()
      using line = connect(link)
      const junk = [
        null,
        1,
        'READY',
        {},
        [],
        { id: '1' },
        { id: '1', type: '@w3m-app/constructor' },
        { type: '@w3m-frame/__proto___SUCCESS', id: '1' },
      ]
      for (const message of junk) {
        link.app.send(message)
        link.frame.send(message)
      }
      expect(await line.client.request('GET_CHAIN_ID', undefined)).toEqual({ chainId: 1 })
      expect(line.sent.filter((message) => (message as { id?: string }).id === '1')).toEqual([])
    })

    test('ignores a reply of another name, an unknown id, and a second reply', async () => {
      const link = await makeLine()
      using line = connect(link, { GET_CHAIN_ID: never })
      let id = ''
      link.frame.listen((message) => {
        id = (message as { id: string }).id
      })
      const call = line.client.request('GET_CHAIN_ID', undefined)
      await vi.waitUntil(() => id !== '')
      link.frame.send(encodeSuccess(id, 'IS_CONNECTED', { isConnected: true }))
      link.frame.send(encodeSuccess('other', 'GET_CHAIN_ID', { chainId: 5 }))
      link.frame.send(encodeSuccess(id, 'GET_CHAIN_ID', { chainId: 10 }))
      link.frame.send(encodeSuccess(id, 'GET_CHAIN_ID', { chainId: 56 }))
      expect(await call).toEqual({ chainId: 10 })
    })

    test('understands a foreign frame that sends only a sentence', async () => {
      const link = await makeLine()
      using line = connect(link, { RPC_REQUEST: never, CONNECT_OTP: never })
      link.frame.listen((message) => {
        const { id, type } = message as { id: string; type: string }
        const text = type.endsWith('RPC_REQUEST') ? 'Oh: user rejected this' : 'Wrong code, ask again'
        link.frame.send({ id, type: `${type.replace('app', 'frame')}_ERROR`, payload: { message: text } })
      })
      expect(await settled(line.client.rpc('personal_sign', ['0x00', '0x00']))).toMatchObject({
        code: 4001,
        message: 'Oh: user rejected this',
      })
      expect(await settled(line.client.request('CONNECT_OTP', { otp: '1' }))).toMatchObject({
        name: 'INTERNAL',
        message: 'Wrong code, ask again',
      })
    })

    test('announces READY', async () => {
      const link = await makeLine()
      using line = connect(link)
      link.frame.send(encodeReady({ version: '1', profile: 4, capabilities: [] }))
      expect(await line.client.ready).toEqual({ version: '1', profile: 4, capabilities: [] })
    })

    describe('settling', () => {
      beforeEach(() => void vi.useFakeTimers())
      afterEach(() => void vi.useRealTimers())

      test('a request times out, and what waits with it is aborted, except safe reads', async () => {
        using line = connect(await makeLine(), { CONNECT_EMAIL: never, RPC_REQUEST: never })
        const login = settled(line.client.request('CONNECT_EMAIL', { email: 'ada@example.org' }))
        await vi.advanceTimersByTimeAsync(100_000)
        const approval = settled(line.client.rpc('personal_sign', ['0x00', '0x00']))
        let readSettled = false
        void line.client
          .rpc('eth_blockNumber', undefined)
          .finally(() => (readSettled = true))
          .catch(() => {})
        await vi.advanceTimersByTimeAsync(20_001)
        expect(await login).toMatchObject({ name: 'TIMEOUT' })
        expect(await approval).toMatchObject({ name: 'ABORTED', message: 'Request was aborted' })
        expect(readSettled).toBe(false)
      })

      test('aborting one call rejects it alone and tells the frame which', async () => {
        const aborted = vi.fn(async () => undefined)
        using line = connect(await makeLine(), { RPC_REQUEST: never, RPC_ABORT: aborted })
        const abort = new AbortController()
        const first = settled(line.client.rpc('personal_sign', ['0x00', '0x00'], { signal: abort.signal }))
        let secondSettled = false
        void line.client
          .rpc('personal_sign', ['0x01', '0x00'])
          .catch(() => {})
          .finally(() => (secondSettled = true))
        abort.abort()
        expect(await first).toMatchObject({ name: 'ABORTED', code: 4001 })
        await vi.waitUntil(() => aborted.mock.calls.length > 0)
        expect(aborted).toHaveBeenCalledWith({ id: expect.any(String) }, expect.anything())
        expect(secondSettled).toBe(false)
      })

      test('a call with a signal that is already aborted sends nothing', async () => {
        const handle = vi.fn(never)
        using line = connect(await makeLine(), { RPC_REQUEST: handle })
        expect(
          await settled(line.client.rpc('personal_sign', ['0x00', '0x00'], { signal: AbortSignal.abort() })),
        ).toMatchObject({ name: 'ABORTED' })
        await line.client.request('SIGN_OUT', undefined)
        expect(handle).not.toHaveBeenCalled()
      })

      test('a frame that is gone settles every call, then and later', async () => {
        using line = connect(await makeLine(), { RPC_REQUEST: never, GET_USER: never })
        const calls = [
          line.client.rpc('eth_blockNumber', undefined),
          line.client.rpc('personal_sign', ['0x00', '0x00']),
          line.client.request('GET_USER', undefined),
        ].map(settled)
        line.client.destroy()
        for (const outcome of await Promise.all(calls))
          expect(outcome).toMatchObject({ name: 'DISCONNECTED', code: 4900 })
        expect(await settled(line.client.request('GET_CHAIN_ID', undefined))).toMatchObject({ name: 'DISCONNECTED' })
      })
    })
  })
