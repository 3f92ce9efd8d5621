import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import * as z from 'zod/mini'
import { readSchema } from '../scripts/readSchema.ts'
import { AppError, isErrorName } from '../src/AppError.ts'
import { createClient } from '../src/client.ts'
import { estimateBytes } from '../src/estimateBytes.ts'
import { createHost, type Handlers } from '../src/host.ts'
import { memoryPorts, type Port } from '../src/port.ts'
import { createLimiter } from '../src/rateClass.ts'
import { maxRequestBytes, type RequestName, requests } from '../src/requests.ts'
import { type RpcMethod, rpcMethods } from '../src/rpcMethods.ts'
import { tryParse } from '../src/tryParse.ts'
import { encodeAppMessage, encodeError, encodeSuccess } from '../src/wire.ts'
import { junk, type Sent, sendable, validOf } from './arbitraries.ts'
import { conforms } from './conforms.ts'
import { check, runs, seed, totalRuns } from './runs.ts'

// Every row of the tables, in both directions: what a page may send a frame, and what a frame may reply. Valid messages arrive unchanged;
// no others are delivered; each request is answered once.

const timeoutMs = 30 * 60_000

afterAll(() => console.log(`${totalRuns()} cases, ${runs} a row and direction, seed ${seed}`))

/** Checks that no message has polluted the prototypes of objects. */
const assertUnpolluted = (): void => {
  assert.deepEqual(Object.keys(Object.prototype), [])
  assert.equal(Reflect.get({}, 'isAdmin'), undefined)
}

/** Time runs so fast that no rate limit applies. */
const patientLimiter = () => {
  let timeMs = 0
  return createLimiter(() => (timeMs += 1000))
}

type Failure = 'AppError' | 'Error'
type Result = Sent | Failure

/** Opens a host whose handlers all return the same, and records what became of a message. */
const openHost = (result: Result) => {
  const reached: unknown[] = []
  const replies: { id: string; type: string; payload?: unknown }[] = []
  let deliver: (message: unknown) => unknown = () => undefined
  const handle = async (payload: unknown) => {
    reached.push(payload)
    if (result === 'AppError') throw new AppError('USER_REJECTED')
    if (result === 'Error') throw new Error('not for the page')
    return result.value
  }
  const port: Port = {
    send: (message) => void replies.push(structuredClone(message) as (typeof replies)[number]),
    listen(onMessage) {
      deliver = onMessage
      return () => undefined
    },
  }
  const handlers = Object.fromEntries(
    Object.keys(requests).map((name) => [name, handle]),
  ) as unknown as Handlers<undefined>
  createHost<undefined>({ port, handlers, admit: async () => undefined, limiter: patientLimiter() })
  // Awaited, so that an exception in the host fails the case.
  return { reached, replies, deliver: async (message: unknown) => void (await deliver(structuredClone(message))) }
}

const isHeavy = (name: RequestName, payload: unknown): boolean =>
  estimateBytes(payload, maxRequestBytes(name, payload)) === Number.POSITIVE_INFINITY

const failure = fc.constantFrom<Failure>('AppError', 'Error')
const requestRows = Object.entries(requests) as [RequestName, (typeof requests)[RequestName]][]

describe('page to frame', () => {
  test.each(requestRows)('%s', { timeout: timeoutMs }, async (name, row) => {
    const [payloadShape, resultShape] = [readSchema(row.payload), readSchema(row.result)]
    const answers = fc.oneof({ weight: 6, arbitrary: sendable(resultShape) }, { weight: 1, arbitrary: failure })
    await check(
      fc.asyncProperty(sendable(payloadShape), answers, async (payload, result) => {
        const { reached, replies, deliver } = openHost(result)
        await deliver({ id: 'one', type: `@w3m-app/${name}`, payload: payload.value })
        const [reply, ...others] = replies
        assert.deepEqual(others, [])
        assert.equal(reply?.id, 'one')
        const error = reply.type === `@w3m-frame/${name}_ERROR` ? (reply.payload as { name: string }) : null
        if (error === null) assert.equal(reply.type, `@w3m-frame/${name}_SUCCESS`)
        else assert.ok(isErrorName(error.name))

        const isAccepted = tryParse(row.payload, payload.value).success && !isHeavy(name, payload.value)
        if (payload.isValid && !isHeavy(name, payload.value)) assert.ok(isAccepted, 'a valid payload is accepted')
        assert.equal(reached.length, isAccepted ? 1 : 0)
        if (isAccepted) {
          assert.ok(conforms(payloadShape, reached[0]), 'what a handler sees has the shape of the row')
          if (payload.isValid) assert.deepEqual(reached[0], payload.value)
          if (result === 'AppError') assert.equal(error?.name, 'USER_REJECTED')
          else if (result === 'Error') assert.equal(error?.name, 'INTERNAL')
          else if (result.isValid) assert.deepEqual(reply.payload, result.value)
          else if (error === null) assert.ok(conforms(resultShape, reply.payload), 'an answer has the shape of the row')
        } else assert.ok(error?.name === (isHeavy(name, payload.value) ? 'TOO_LARGE' : 'INVALID_PARAMS'))
        assertUnpolluted()
      }),
    )
  })

  test('envelopes', { timeout: timeoutMs }, async () => {
    const shape = readSchema(
      z.object({ id: z.string().check(z.maxLength(64)), type: z.string(), payload: z.unknown() }),
    )
    const named = fc.constantFrom(...requestRows.map(([name]) => ({ id: 'one', type: `@w3m-app/${name}` })))
    const envelopes = fc.oneof(
      sendable(shape).map(({ value }) => value),
      named,
      fc.tuple(named, junk).map(([one, payload]) => ({ ...one, payload })),
    )
    await check(
      fc.asyncProperty(fc.array(envelopes, { minLength: 1, maxLength: 4 }), async (messages) => {
        const { replies, deliver } = openHost({ isValid: false, value: undefined })
        const ids = new Set<string>()
        for (const message of messages) {
          await deliver(message)
          if (isRequest(message)) ids.add(message.id)
        }
        // Once for each id of a request, however often it was sent; never for anything else.
        assert.deepEqual(replies.map(({ id }) => id).toSorted(), [...ids].toSorted())
        assertUnpolluted()
      }),
    )
  })
})

/** Implemented independently of the decoder. */
const isRequest = (message: unknown): message is { id: string } => {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return false
  const { id, type } = message as { id?: unknown; type?: unknown }
  if (typeof id !== 'string' || id.length < 1 || id.length > 64 || typeof type !== 'string') return false
  return requestRows.some(([name]) => type === `@w3m-app/${name}`)
}

/** Opens a client with one pending call, and records its result. */
const openClient = () => {
  const sent: { id: string }[] = []
  let deliver: (message: unknown) => void = () => undefined
  const port: Port = {
    send: (message) => void sent.push(message as { id: string }),
    listen(onMessage) {
      deliver = onMessage
      return () => undefined
    },
  }
  const client = createClient({ port })
  return { client, sent, deliver: (message: unknown) => deliver(structuredClone(message)) }
}

type Outcome = { value: unknown } | { error: AppError }
const outcomesOf = (promise: Promise<unknown>): Outcome[] => {
  const outcomes: Outcome[] = []
  promise.then(
    (value) => outcomes.push({ value }),
    (error) => outcomes.push({ error }),
  )
  return outcomes
}
const turn = async (): Promise<void> => {
  for (let i = 0; i < 4; i++) await null
}

const errorShape = readSchema(
  z.object({ message: z.string().check(z.maxLength(200)), name: z.optional(z.string()), code: z.optional(z.number()) }),
)

describe('frame to page', () => {
  test.each(requestRows)('%s', { timeout: timeoutMs }, async (name, row) => {
    const resultShape = readSchema(row.result)
    const noise = fc.array(
      fc.oneof(
        junk,
        sendable(readSchema(z.object({ id: z.string(), type: z.string() }))).map(({ value }) => value),
      ),
      { maxLength: 2 },
    )
    await check(
      fc.asyncProperty(
        sendable(resultShape),
        sendable(errorShape),
        fc.boolean(),
        noise,
        async (result, foreign, isSuccess, before) => {
          const { client, sent, deliver } = openClient()
          const outcomes = outcomesOf(client.request(name, undefined as never))
          for (const message of before) deliver(message)
          await turn()
          assert.deepEqual(outcomes, [], 'nothing but its reply settles a call')
          const id = sent[0]?.id ?? ''
          deliver(encodeSuccess('another', name, result.value))
          deliver(encodeSuccess(id, name === 'PING' ? 'RELOAD' : 'PING', undefined))
          await turn()
          assert.deepEqual(outcomes, [])
          deliver(
            isSuccess
              ? encodeSuccess(id, name, result.value)
              : { id, type: `@w3m-frame/${name}_ERROR`, payload: foreign.value },
          )
          deliver(encodeError(id, name, new AppError('INTERNAL').toWire()))
          await turn()
          client.destroy()
          await turn()
          assert.equal(outcomes.length, 1, 'a call is settled once')
          const [outcome = { value: 'nothing' }]: Outcome[] = outcomes
          if ('error' in outcome) {
            assert.ok(outcome.error instanceof AppError)
            assert.ok(outcome.error.message.length <= 1000)
            if (isSuccess) assert.ok(!result.isValid && outcome.error.name === 'INTERNAL')
          } else {
            assert.ok(isSuccess && conforms(resultShape, outcome.value), 'a result has the shape of the row')
            if (result.isValid) assert.deepEqual(outcome.value, result.value)
          }
          assertUnpolluted()
        },
      ),
    )
  })
})

describe('RPC, there and back', () => {
  const rows = Object.entries(rpcMethods) as [RpcMethod, (typeof rpcMethods)[RpcMethod]][]
  test.each(rows)('%s', { timeout: timeoutMs }, async (method, row) => {
    const [paramsShape, resultShape] = [readSchema(row.params), readSchema(row.result)]
    await check(
      fc.asyncProperty(sendable(paramsShape), sendable(resultShape), async (params, result) => {
        const [page, frame] = memoryPorts(structuredClone)
        const reached: unknown[] = []
        const serve = async (payload: { method: string; params?: unknown }) => {
          assert.equal(payload.method, method)
          const parsed = tryParse(row.params, payload.params)
          if (!parsed.success) throw new AppError('INVALID_PARAMS')
          reached.push(parsed.data)
          return result.value
        }
        const handlers = { RPC_REQUEST: serve } as unknown as Handlers<undefined>
        createHost<undefined>({ port: frame, handlers, admit: async () => undefined, limiter: patientLimiter() })
        const client = createClient({ port: page })
        const call = client.rpc(method, params.value as never)
        const outcome: Outcome = await call.then(
          (value) => ({ value }),
          (error) => ({ error }),
        )
        const heavy = isHeavy('RPC_REQUEST', { method, params: params.value })
        const isAccepted = !heavy && tryParse(row.params, params.value).success
        if (params.isValid) assert.ok(isAccepted || heavy, 'valid parameters are accepted')
        assert.equal(reached.length, isAccepted ? 1 : 0)
        if (isAccepted) assert.ok(conforms(paramsShape, reached[0]), 'parameters have the shape of the row')
        if (isAccepted && params.isValid) assert.deepEqual(reached[0], params.value)
        if ('value' in outcome) {
          assert.ok(isAccepted && conforms(resultShape, outcome.value), 'a result has the shape of the row')
          if (result.isValid) assert.deepEqual(outcome.value, result.value)
        } else {
          const expected = heavy ? 'TOO_LARGE' : isAccepted ? 'INTERNAL' : 'INVALID_PARAMS'
          assert.equal(outcome.error.name, expected)
          assert.ok(!isAccepted || !result.isValid)
        }
        client.destroy()
        assertUnpolluted()
      }),
    )
  })

  test('methods that are in no table', { timeout: timeoutMs }, async () => {
    const shape = readSchema(requests.RPC_REQUEST.payload)
    await check(
      fc.asyncProperty(validOf(shape), async (payload) => {
        const { replies, deliver } = openHost('AppError')
        await deliver(encodeAppMessage({ id: 'one', name: 'RPC_REQUEST', payload }))
        assert.equal(replies.length, 1)
      }),
    )
  })
})
