import type { Handlers, ReceiverLike, RequestName } from '@latchkey/protocol'
import { AppError, encodeHello, requestRates, requests } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createOriginGate } from './createOriginGate.ts'
import { openBoundary } from './openBoundary.ts'
import type { Page, Profile } from './Page.ts'

const dapp = 'https://dapp.example'

/** A boundary with a page above it; handlers record their calls. */
const openTo = (
  fail?: AppError,
  ancestors: readonly string[] | 'untold' = [dapp],
  profile: Profile = 4,
  isAccepted = true,
) => {
  const listeners = new Set<Parameters<ReceiverLike['addEventListener']>[1]>()
  const sent: { message: Record<string, unknown>; to: string }[] = []
  const reached: { name: string; page: Page }[] = []
  const warnings: string[] = []
  const notes: string[] = []
  const parent = {
    postMessage: (message: unknown, to: string) => sent.push({ message: message as Record<string, unknown>, to }),
  }
  const answers: Partial<Record<RequestName, unknown>> = {
    GET_CHAIN_ID: { chainId: 1 },
    IS_CONNECTED: { isConnected: false },
    CONNECT_EMAIL: { action: 'VERIFY_OTP' },
  }
  const handlers = Object.fromEntries(
    (Object.keys(requests) as RequestName[]).map((name) => [
      name,
      async (_: unknown, { context }: { context: Page }) => {
        reached.push({ name, page: context })
        if (fail !== undefined) throw fail
        return answers[name]
      },
    ]),
  ) as unknown as Handlers<Page>
  const isListed = (origin: string) => origin === dapp || origin === 'https://also.example'
  const boundary = openBoundary({
    self: {
      addEventListener: (_, listener) => listeners.add(listener),
      removeEventListener: (_, listener) => listeners.delete(listener),
    },
    parent,
    gate: createOriginGate({ isListed, ancestors: ancestors === 'untold' ? undefined : ancestors }),
    projectId: 'demo',
    profile,
    isAccepted,
    handlers,
    log: { warn: (text) => warnings.push(text), note: (text) => notes.push(text) },
  })
  const deliver = async (
    data: unknown,
    origin = dapp,
    source: unknown = parent,
    ports: MessagePort[] = [],
  ): Promise<void> => {
    for (const listener of listeners) listener({ data, origin, source, ports })
    await new Promise((resolve) => setTimeout(resolve))
  }
  const replies = () => sent.slice(1)
  return { boundary, deliver, sent, replies, reached, warnings, notes }
}

const message = (id = 'a', type = '@w3m-app/GET_CHAIN_ID', payload?: unknown) => ({ id, type, payload })

describe('the boundary', () => {
  test('says READY to the parent that the browser names, and to anybody only where it names none', () => {
    const ready = { type: '@w3m-frame/READY', payload: { version: '4', profile: 4, capabilities: [] } }
    expect(openTo().sent).toEqual([{ message: ready, to: dapp }])
    expect(openTo(undefined, 'untold').sent).toEqual([{ message: ready, to: '*' }])
  })

  test('sends READY again after RELOAD, to the exact origin of the page', async () => {
    const { deliver, sent } = openTo(undefined, 'untold')
    await deliver(message('r', '@w3m-app/RELOAD'))
    expect(sent.map(({ message: { type }, to }) => [type, to])).toEqual([
      ['@w3m-frame/READY', '*'],
      ['@w3m-frame/READY', dapp],
      ['@w3m-frame/RELOAD_SUCCESS', dapp],
    ])
  })

  test('answers a listed page, to its exact origin, and hands handlers who asked', async () => {
    const { deliver, replies, reached } = openTo()
    await deliver(message())
    expect(replies()).toEqual([
      { message: { id: 'a', type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 1 } }, to: dapp },
    ])
    expect(reached).toEqual([{ name: 'GET_CHAIN_ID', page: { origin: dapp, projectId: 'demo', profile: 4 } }])
  })

  const elsewhere = { postMessage: () => undefined }
  const hostile: readonly [what: string, data: unknown, origin?: string, source?: unknown][] = [
    ['another window', message(), dapp, elsewhere],
    ['no window', message(), dapp, null],
    ['an origin that is not listed', message(), 'https://evil.example'],
    ['another scheme', message(), 'http://dapp.example'],
    ['another port', message(), 'https://dapp.example:8443'],
    ['a longer origin', message(), 'https://dapp.example.evil.example'],
    ['an opaque origin', message(), 'null'],
    ['an empty origin', message(), ''],
    ['a listed origin that is not the parent', message(), 'https://also.example'],
    ['no data', undefined],
    ['text', '@w3m-app/GET_CHAIN_ID'],
    ['a number', 7],
    ['an array', [message()]],
    ['no id', { type: '@w3m-app/GET_CHAIN_ID' }],
    ['an empty id', message('')],
    ['an endless id', message('x'.repeat(65))],
    ['an id that is no text', { id: 1, type: '@w3m-app/GET_CHAIN_ID' }],
    ['an unknown name', message('a', '@w3m-app/STEAL')],
    ['a name from a prototype', message('a', '@w3m-app/constructor')],
    ['a name of the frame', message('a', '@w3m-frame/GET_CHAIN_ID_SUCCESS')],
    ['a reply in place of a request', message('a', '@w3m-app/GET_CHAIN_ID_SUCCESS')],
    ['another library', { jsonrpc: '2.0', id: 1, method: 'eth_accounts' }],
  ]
  test.each(hostile)('drops a message with %s: no answer, no handler', async (_, data, origin, source) => {
    const { deliver, replies, reached, boundary } = openTo()
    await (source === undefined ? deliver(data, origin) : deliver(data, origin, source))
    expect(replies()).toEqual([])
    expect(reached).toEqual([])
    expect(Object.values(boundary.drops()).reduce((sum, count) => sum + count)).toBe(1)
  })

  test('rejects every request of a page in a profile that the project has turned off', async () => {
    const { deliver, replies, reached } = openTo(undefined, [dapp], 4, false)
    const names: readonly (readonly [string, unknown])[] = [
      ['GET_CHAIN_ID', undefined],
      ['CONNECT_EMAIL', { email: 'ada@example.com' }],
      ['CONNECT_OTP', { otp: '123456' }],
    ]
    for (const [index, [name, payload]] of names.entries())
      await deliver(message(`${index}`, `@w3m-app/${name}`, payload))
    expect(replies().map(({ message: { payload } }) => payload)).toMatchObject(
      names.map(() => ({ name: 'NOT_ENABLED', code: 4200 })),
    )
    expect(reached).toEqual([])
  })

  const circular: { self?: unknown } = {}
  circular.self = circular
  const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ inner }), 'x')
  const refused: readonly [what: string, type: string, payload: unknown, error: string][] = [
    ['no payload', 'CONNECT_EMAIL', undefined, 'INVALID_PARAMS'],
    ['a payload of another shape', 'CONNECT_EMAIL', { email: 7 }, 'INVALID_PARAMS'],
    ['an endless email', 'CONNECT_EMAIL', { email: 'a'.repeat(255) }, 'INVALID_PARAMS'],
    ['more than 64 KiB', 'CONNECT_EMAIL', { email: 'a'.repeat(65_600) }, 'TOO_LARGE'],
    ['too many levels', 'RPC_REQUEST', { method: 'eth_call', params: deep }, 'TOO_LARGE'],
    ['a circle', 'RPC_REQUEST', { method: 'eth_call', params: circular }, 'TOO_LARGE'],
    ['a buffer', 'RPC_REQUEST', { method: 'eth_call', params: new ArrayBuffer(8) }, 'TOO_LARGE'],
    ['a code that is no text', 'CONNECT_OTP', { otp: 123456 }, 'INVALID_PARAMS'],
  ]
  test.each(refused)(
    'answers a request with %s by an error, and no handler sees it',
    async (_, name, payload, error) => {
      const { deliver, replies, reached } = openTo()
      await deliver(message('a', `@w3m-app/${name}`, payload))
      expect(replies()).toHaveLength(1)
      expect(replies()[0]?.message).toMatchObject({
        id: 'a',
        type: `@w3m-frame/${name}_ERROR`,
        payload: { name: error },
      })
      expect(reached).toEqual([])
    },
  )

  test('answers an id once', async () => {
    const { deliver, replies } = openTo()
    await deliver(message('a'))
    await deliver(message('a', '@w3m-app/RPC_ABORT'))
    expect(replies()).toHaveLength(1)
  })

  test('warns once for each kind of message that it drops, and counts them all', async () => {
    const { deliver, warnings, boundary } = openTo()
    for (let time = 0; time < 5; time++) {
      await deliver(message(), 'https://evil.example')
      await deliver('junk')
    }
    expect(boundary.drops()).toEqual({ source: 0, shape: 5, origin: 5, hello: 0 })
    expect(warnings).toHaveLength(2)
  })

  test('notes names and outcomes, and nothing of what was said', async () => {
    const { deliver, notes, warnings } = openTo(new AppError('OTP_INVALID', { details: { triesLeft: 2 } }))
    await deliver(message('a', '@w3m-app/CONNECT_OTP', { otp: '428317' }))
    await deliver(message('b', '@w3m-app/CONNECT_EMAIL', { email: 'ada@example.org' }))
    expect(notes).toEqual([
      'CONNECT_OTP received',
      'CONNECT_OTP failed: OTP_INVALID',
      'CONNECT_EMAIL received',
      'CONNECT_EMAIL failed: OTP_INVALID',
    ])
    expect(warnings).toEqual([])
  })

  test('tells the page nothing of a failure that nobody expected, and the log no more than its kind', async () => {
    const unexpected = new TypeError('the code 428317 is not iterable') as unknown as AppError
    const { deliver, replies, warnings } = openTo(unexpected)
    await deliver(message('a', '@w3m-app/CONNECT_OTP', { otp: '428317' }))
    const [reply] = replies()
    const { ref = '' } = (reply?.message.payload ?? {}) as { ref?: string }
    expect(reply?.message.payload).toEqual({
      name: 'INTERNAL',
      code: -32603,
      message: 'Something went wrong',
      ref,
    })
    expect(warnings).toEqual([`CONNECT_OTP failed (reference ${ref}): TypeError`])
  })
})

describe('the boundary in profile 5', () => {
  const nonce = 'one-that-nobody-guesses'
  const elsewhere = { postMessage: () => undefined }
  const channels: MessageChannel[] = []
  afterEach(() => {
    for (const { port1, port2 } of channels.splice(0)) {
      port1.close()
      port2.close()
    }
  })

  /** A channel, the messages at the frame's end of it, and whether the other end was closed. */
  const makeChannel = () => {
    const { port1, port2 } = new MessageChannel()
    channels.push({ port1, port2 } as MessageChannel)
    const heard: Record<string, unknown>[] = []
    const closed = vi.fn()
    port1.addEventListener('message', ({ data }) => heard.push(data))
    port1.addEventListener('close', closed)
    port1.start()
    return { port1, port2, heard, closed }
  }
  const turns = () => new Promise((resolve) => setTimeout(resolve, 20))

  const openLine = async () => {
    const boundary = openTo(undefined, [dapp], 5)
    let hellos = 0
    const sayHello = async (ports: MessagePort[], origin = dapp, source?: unknown) => {
      const hello = encodeHello('app', hellos++ === 0 ? nonce : crypto.randomUUID())
      await (source === undefined
        ? boundary.deliver(hello, origin, undefined, ports)
        : boundary.deliver(hello, origin, source, ports))
      await turns()
    }
    const line = makeChannel()
    await sayHello([line.port2])
    return { ...boundary, line, sayHello }
  }

  test('says READY with its profile, and the nonce of HELLO on the port that it brings', async () => {
    const { sent, line } = await openLine()
    const payload = { version: '5', profile: 5, capabilities: [] }
    expect(sent).toEqual([{ message: { type: '@w3m-frame/READY', payload }, to: dapp }])
    expect(line.heard).toEqual([encodeHello('frame', nonce)])
  })

  test('answers on the port alone, and hands handlers who asked', async () => {
    const { line, replies, reached } = await openLine()
    line.port1.postMessage(message())
    await turns()
    expect(line.heard[1]).toEqual({ id: 'a', type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 1 } })
    expect(replies()).toEqual([])
    expect(reached).toEqual([{ name: 'GET_CHAIN_ID', page: { origin: dapp, projectId: 'demo', profile: 5 } }])
  })

  test.each(['before', 'after'] as const)('drops requests on the window %s HELLO', async (when) => {
    const { deliver, replies, reached, boundary } = when === 'before' ? openTo(undefined, [dapp], 5) : await openLine()
    await deliver(message())
    await deliver(message('b', '@w3m-app/RPC_REQUEST', { method: 'personal_sign', params: ['0x00', '0x00'] }))
    expect(replies()).toEqual([])
    expect(reached).toEqual([])
    expect(boundary.drops()).toMatchObject({ shape: 2 })
  })

  const bad: readonly [what: string, origin: string, source: unknown, drop: 'source' | 'origin'][] = [
    ['another window', dapp, elsewhere, 'source'],
    ['no window', dapp, null, 'source'],
    ['an origin that is not listed', 'https://evil.example', undefined, 'origin'],
    ['a listed origin that is not the parent', 'https://also.example', undefined, 'origin'],
    ['an opaque origin', 'null', undefined, 'origin'],
  ]
  test.each(bad)('takes no port from %s', async (_, origin, source, drop) => {
    const boundary = openTo(undefined, [dapp], 5)
    const { port1, port2, heard } = makeChannel()
    const hello = encodeHello('app', nonce)
    await (source === undefined
      ? boundary.deliver(hello, origin, undefined, [port2])
      : boundary.deliver(hello, origin, source, [port2]))
    port1.postMessage(message())
    await turns()
    expect(heard).toEqual([])
    expect(boundary.reached).toEqual([])
    expect(boundary.boundary.drops()).toMatchObject({ [drop]: 1 })
  })

  const shapes: readonly [what: string, hello: unknown][] = [
    ['without a nonce', { type: '@w3m-app/HELLO', payload: { profile: 5 } }],
    ['with a short nonce', { type: '@w3m-app/HELLO', payload: { profile: 5, nonce: 'short' } }],
    ['with an endless nonce', { type: '@w3m-app/HELLO', payload: { profile: 5, nonce: 'x'.repeat(65) } }],
    ['of another profile', { type: '@w3m-app/HELLO', payload: { profile: 6, nonce } }],
    ['of a frame', encodeHello('frame', nonce)],
  ]
  test.each(shapes)('drops a HELLO %s', async (_, hello) => {
    const { deliver, boundary } = openTo(undefined, [dapp], 5)
    const { port2, heard } = makeChannel()
    await deliver(hello, dapp, undefined, [port2])
    await turns()
    expect(heard).toEqual([])
    expect(boundary.drops()).toMatchObject({ shape: 1 })
  })

  test('refuses a HELLO without a port, and with two, which it closes', async () => {
    const { deliver, boundary } = openTo(undefined, [dapp], 5)
    const [one, two] = [makeChannel(), makeChannel()]
    await deliver(encodeHello('app', nonce))
    await deliver(encodeHello('app', nonce), dapp, undefined, [one.port2, two.port2])
    await turns()
    expect(boundary.drops()).toMatchObject({ hello: 2 })
    for (const { heard, closed } of [one, two]) {
      expect(heard).toEqual([])
      expect(closed).toHaveBeenCalled()
    }
  })

  test('refuses a second HELLO and closes its port; the first line is served on', async () => {
    const { boundary, line, sayHello } = await openLine()
    const second = makeChannel()
    await sayHello([second.port2])
    second.port1.postMessage(message())
    line.port1.postMessage(message())
    await turns()
    expect(second.closed).toHaveBeenCalled()
    expect(second.heard).toEqual([])
    expect(line.heard).toHaveLength(2)
    expect(boundary.drops()).toMatchObject({ hello: 1 })
  })

  test('after RELOAD the next HELLO replaces the line, and the one after it is refused again', async () => {
    const { line, sayHello, reached } = await openLine()
    line.port1.postMessage(message('r', '@w3m-app/RELOAD'))
    await turns()
    const [second, third] = [makeChannel(), makeChannel()]
    await sayHello([second.port2])
    await sayHello([third.port2])
    second.port1.postMessage(message('a'))
    await turns()
    expect(line.closed).toHaveBeenCalled()
    expect(second.heard).toHaveLength(2)
    expect(third.closed).toHaveBeenCalled()
    expect(reached.map(({ name }) => name)).toEqual(['RELOAD', 'GET_CHAIN_ID'])
  })

  test('a new line gives a page no new patience: logins and approvals keep their pace', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { line, sayHello } = await openLine()
      const email = { email: 'ada@example.org' }
      for (let i = 0; i < requestRates.interactive.burst; i++)
        line.port1.postMessage(message(`a${i}`, '@w3m-app/CONNECT_EMAIL', email))
      line.port1.postMessage(message('r', '@w3m-app/RELOAD'))
      await turns()
      const second = makeChannel()
      await sayHello([second.port2])
      second.port1.postMessage(message('b', '@w3m-app/CONNECT_EMAIL', email))
      await turns()
      expect(line.heard.filter(({ type }) => type === '@w3m-frame/CONNECT_EMAIL_SUCCESS')).toHaveLength(10)
      expect(second.heard[1]).toMatchObject({ id: 'b', payload: { name: 'LIMIT_EXCEEDED' } })
    } finally {
      vi.useRealTimers()
    }
  })

  test('tells what the keyboard did over the line, and in profile 4 nobody', async () => {
    const { boundary, line } = await openLine()
    boundary.tell({ event: 'FOCUS_EXIT', edge: 'end' })
    boundary.tell({ event: 'ESCAPE' })
    await turns()
    expect(line.heard.slice(1)).toEqual([
      { type: '@w3m-frame/FOCUS_EXIT', payload: { edge: 'end' } },
      { type: '@w3m-frame/ESCAPE' },
    ])
    const four = openTo()
    four.boundary.tell({ event: 'ESCAPE' })
    expect(four.replies()).toEqual([])
    const early = openTo(undefined, [dapp], 5)
    early.boundary.tell({ event: 'ESCAPE' })
    expect(early.replies()).toEqual([])
  })

  test('hears nothing once it is closed', async () => {
    const { boundary, line, sayHello, reached } = await openLine()
    boundary.close()
    line.port1.postMessage(message())
    const second = makeChannel()
    await sayHello([second.port2])
    expect(reached).toEqual([])
    expect(second.heard).toEqual([])
    expect(line.closed).toHaveBeenCalled()
  })
})

describe('the origin gate', () => {
  const isListed = (origin: string) => [dapp, 'https://also.example'].includes(origin)

  test('pins the first listed sender where the browser does not name the parent', () => {
    const gate = createOriginGate({ isListed, ancestors: undefined })
    expect(gate.pinned()).toBeNull()
    expect(gate.accepts('https://evil.example')).toBe(false)
    expect(gate.accepts('https://also.example')).toBe(true)
    expect(gate.accepts(dapp)).toBe(false)
    expect(gate.pinned()).toBe('https://also.example')
  })

  test('stays shut when anybody above is not listed', () => {
    for (const ancestors of [['https://evil.example'], [dapp, 'https://evil.example'], []]) {
      const gate = createOriginGate({ isListed, ancestors })
      expect(gate.isOpen).toBe(false)
      expect(gate.accepts(dapp)).toBe(false)
    }
  })
})
