import { describe, expect, test, vi } from 'vitest'
import { type AppError, isAppError } from './AppError.ts'
import type { Call } from './host.ts'
import { connect, memoryLine } from './line.fixture.ts'

const sign = ['0x00', '0x00'] as [string, string]

describe('what waits for a user', () => {
  /** Opens a host whose handler never asks the user, and records its arguments. */
  const open = async () => {
    const calls: Call<undefined>[] = []
    const wait = (_: unknown, call: Call<undefined>) => {
      calls.push(call)
      return new Promise<never>(() => undefined)
    }
    const line = connect(await memoryLine(), { RPC_REQUEST: wait, CONNECT_OTP: wait, CONNECT_FARCASTER: wait })
    const quiet = () => undefined
    const abort = new AbortController()
    line.client.rpc('personal_sign', sign, { signal: abort.signal }).catch(quiet)
    line.client.rpc('personal_sign', sign).catch(quiet)
    line.client.rpc('eth_blockNumber', undefined).catch(quiet)
    line.client.request('CONNECT_OTP', undefined).catch(quiet)
    line.client.request('CONNECT_FARCASTER', undefined).catch(quiet)
    await vi.waitUntil(() => calls.length === 5)
    return { ...line, abort, aborted: () => calls.map(({ signal }) => signal.aborted) }
  }

  test('is dropped one by one', async () => {
    const { abort, client, aborted } = await open()
    abort.abort()
    await client.request('PING', undefined)
    expect(aborted()).toEqual([true, false, false, false, false])
  })

  test.each(['RPC_ABORT', 'RELOAD'] as const)('is dropped all together by %s, and reads go on', async (name) => {
    const { client, aborted } = await open()
    await client.request(name, undefined)
    expect(aborted()).toEqual([true, true, false, true, true])
  })

  test('is dropped when the line is closed', async () => {
    const { host, aborted } = await open()
    host.close()
    expect(aborted()).toEqual([true, true, false, true, true])
  })

  test('is not dropped by an id that is nobody’s', async () => {
    const { client, aborted } = await open()
    await client.request('RPC_ABORT', { id: 'nobody' })
    expect(aborted()).toEqual([false, false, false, false, false])
  })
})

test('a result that cannot be copied is an internal failure, and the page hears of it', async () => {
  using line = connect(await memoryLine(), { RPC_REQUEST: async () => [() => 1] })
  const error = await line.client.rpc('eth_syncing', undefined).catch((thrown: AppError) => thrown)
  expect(isAppError(error, 'INTERNAL')).toBe(true)
})
