import { expect, test, vi } from 'vitest'
import { awaitHello } from './awaitHello.ts'
import { createClient } from './client.ts'
import { helloWindows } from './line.fixture.ts'
import type { MessagePortLike, Port } from './port.ts'
import { sayHello } from './sayHello.ts'
import { encodeAppMessage, encodeHello, encodeReady, encodeSuccess } from './wire.ts'

const ready = encodeReady({ version: '5', profile: 5, capabilities: [] })
const nonce = 'abcdefghijklmnop'
const turns = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Opens the frame's end, and a page that sends anything. */
const frameEnd = () => {
  const windows = helloWindows()
  const lines: (Port & { close(): void })[] = []
  const onRefused = vi.fn()
  const onDrop = vi.fn()
  const end = awaitHello({ window: windows.frame, onLine: (line) => lines.push(line), onRefused, onDrop })
  const channels: MessageChannel[] = []
  const channel = () => {
    const made = new MessageChannel()
    channels.push(made)
    const heard: unknown[] = []
    const closed = vi.fn()
    made.port1.addEventListener('message', ({ data }) => heard.push(data))
    made.port1.addEventListener('close', closed)
    made.port1.start()
    return { ...made, port1: made.port1, port2: made.port2, heard, closed }
  }
  return {
    end,
    lines,
    onRefused,
    onDrop,
    channel,
    hello: async (ports: MessagePortLike[], message = encodeHello('app', nonce)) => {
      windows.app.send(message, ports)
      await turns()
    },
    [Symbol.dispose]() {
      end.close()
      for (const { port1, port2 } of channels) {
        port1.close()
        port2.close()
      }
    },
  }
}

test('the frame takes one port and says the nonce back on it', async () => {
  using frame = frameEnd()
  const { port2, heard } = frame.channel()
  await frame.hello([port2])
  expect(frame.lines).toHaveLength(1)
  expect(heard).toEqual([encodeHello('frame', nonce)])
})

test('the frame refuses HELLO without a port, and with two, which it closes', async () => {
  using frame = frameEnd()
  await frame.hello([])
  const [one, two] = [frame.channel(), frame.channel()]
  await frame.hello([one.port2, two.port2])
  expect(frame.onRefused).toHaveBeenCalledTimes(2)
  expect(one.closed).toHaveBeenCalled()
  expect(two.closed).toHaveBeenCalled()
  expect(frame.lines).toEqual([])
})

test('the frame refuses a second HELLO and closes its port; the first line goes on', async () => {
  using frame = frameEnd()
  const [first, second] = [frame.channel(), frame.channel()]
  await frame.hello([first.port2])
  await frame.hello([second.port2], encodeHello('app', 'another nonce altogether'))
  expect(frame.onRefused).toHaveBeenCalledTimes(1)
  expect(second.closed).toHaveBeenCalled()
  expect(second.heard).toEqual([])
  frame.lines[0]?.send(encodeSuccess('a', 'GET_CHAIN_ID', { chainId: 1 }))
  await turns()
  expect(first.heard).toHaveLength(2)
})

test('the same HELLO again is no complaint; its port is closed and the first line goes on', async () => {
  using frame = frameEnd()
  const [first, second] = [frame.channel(), frame.channel()]
  await frame.hello([first.port2])
  await frame.hello([second.port2])
  expect(frame.onRefused).not.toHaveBeenCalled()
  expect(second.closed).toHaveBeenCalled()
  expect(second.heard).toEqual([])
  frame.lines[0]?.send(encodeSuccess('a', 'GET_CHAIN_ID', { chainId: 1 }))
  await turns()
  expect(first.heard).toHaveLength(2)
})

test('after a reset the next HELLO replaces the line, whose port is closed, and again there is but one', async () => {
  using frame = frameEnd()
  const [first, second, third] = [frame.channel(), frame.channel(), frame.channel()]
  await frame.hello([first.port2])
  frame.end.reset()
  expect(first.closed).not.toHaveBeenCalled()
  await frame.hello([second.port2])
  expect(first.closed).toHaveBeenCalled()
  expect(second.heard).toEqual([encodeHello('frame', nonce)])
  await frame.hello([third.port2])
  expect(third.closed).toHaveBeenCalled()
})

test('the frame drops what is no request on the line', async () => {
  using frame = frameEnd()
  const { port1, port2 } = frame.channel()
  await frame.hello([port2])
  const heard: unknown[] = []
  frame.lines[0]?.listen((message) => heard.push(message))
  for (const junk of [null, 'x', { id: '1' }, { id: '1', type: '@w3m-app/NOPE' }, encodeHello('app', nonce)])
    port1.postMessage(junk)
  port1.postMessage(encodeAppMessage({ id: '1', name: 'PING' }))
  await turns()
  expect(heard).toHaveLength(1)
  expect(frame.onDrop).toHaveBeenCalledTimes(5)
})

test('a closed end takes no HELLO', async () => {
  using frame = frameEnd()
  frame.end.close()
  await frame.hello([frame.channel().port2])
  expect(frame.lines).toEqual([])
})

/** Opens the page's end, and a frame that sends anything. */
const pageEnd = () => {
  const windows = helloWindows()
  const onRefused = vi.fn()
  const onDrop = vi.fn()
  const made: MessageChannel[] = []
  const makeChannel = () => {
    const channel = new MessageChannel()
    made.push(channel)
    return channel
  }
  const line = sayHello({ window: windows.app, makeChannel, onRefused, onDrop })
  const hellos: { data: unknown; port: MessagePortLike }[] = []
  windows.frame.listen((data, [port]) => port !== undefined && hellos.push({ data, port }))
  const delivered: unknown[] = []
  line.listen((message) => delivered.push(message))
  return {
    line,
    made,
    hellos,
    delivered,
    onRefused,
    onDrop,
    /** Sends from the frame's window. */
    say: async (message: unknown) => {
      windows.frame.send(message)
      await turns()
    },
    /** Answers a received HELLO, by default the first, with its nonce or another. */
    answer: async (other?: string, hello = hellos[0]) => {
      if (hello === undefined) throw new Error('There was no HELLO')
      const said = (hello.data as { payload: { nonce: string } }).payload.nonce
      hello.port.postMessage(encodeHello('frame', other ?? said))
      await turns()
      return hello.port
    },
    [Symbol.dispose]() {
      line.close()
      for (const { port1, port2 } of made) {
        port1.close()
        port2.close()
      }
    },
  }
}

test('the page says HELLO once, however often the window says READY', async () => {
  using page = pageEnd()
  expect(page.hellos).toEqual([])
  await page.say(ready)
  await page.say(ready)
  expect(page.hellos).toHaveLength(1)
  await page.answer()
  await page.say(ready)
  expect(page.hellos).toHaveLength(1)
  expect(page.delivered).toEqual([ready])
})

test('HELLO opens the channel of a frame whose READY was lost, and the client is notified that it is ready', async () => {
  using page = pageEnd()
  page.line.resendHello()
  await turns()
  expect(page.hellos).toHaveLength(1)
  expect(page.delivered).toEqual([])
  page.line.send({ id: 'early' })
  const port = await page.answer()
  const heard: unknown[] = []
  port.addEventListener('message', ({ data }) => heard.push(data))
  port.start()
  await turns()
  expect(page.delivered).toEqual([ready])
  expect(heard).toEqual([{ id: 'early' }])
  await page.say(ready)
  page.line.resendHello()
  await turns()
  expect(page.hellos).toHaveLength(1)
  expect(page.delivered).toEqual([ready])
})

test('after a lost HELLO, READY gets another one with the same nonce', async () => {
  using page = pageEnd()
  page.line.resendHello()
  page.line.resendHello()
  await page.say(ready)
  expect(page.hellos).toHaveLength(3)
  expect(new Set(page.hellos.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  await page.answer(undefined, page.hellos[2])
  expect(page.delivered).toEqual([ready])
})

test('of several HELLOs the one that is answered first is the line; the ports of the others are closed', async () => {
  using page = pageEnd()
  page.line.resendHello()
  await page.say(ready)
  const closed = vi.fn()
  page.hellos[0]?.port.addEventListener('close' as 'message', closed)
  await page.answer(undefined, page.hellos[1])
  expect(closed).toHaveBeenCalled()
  const before = page.delivered.length
  await page.answer(undefined, page.hellos[0])
  expect(page.delivered).toHaveLength(before)
})

test('sends no HELLO after it is closed', async () => {
  using page = pageEnd()
  page.line.close()
  page.line.resendHello()
  await turns()
  expect(page.hellos).toEqual([])
})

test('READY is delivered only after the frame has said the nonce back', async () => {
  using page = pageEnd()
  await page.say(ready)
  await page.answer('another nonce altogether')
  expect(page.delivered).toEqual([])
  expect(page.onDrop).toHaveBeenCalledTimes(1)
  await page.answer()
  expect(page.delivered).toEqual([ready])
})

test('nothing of the window is delivered but READY', async () => {
  using page = pageEnd()
  await page.say(encodeSuccess('a', 'GET_CHAIN_ID', { chainId: 1 }))
  await page.say(ready)
  await page.answer()
  await page.say(encodeSuccess('a', 'GET_CHAIN_ID', { chainId: 1 }))
  expect(page.delivered).toEqual([ready])
})

test('what was sent too early goes out in its order once the line is open, as it was then', async () => {
  using page = pageEnd()
  const early = { id: '1', payload: { a: 1 } }
  page.line.send(early)
  early.payload.a = 2
  page.line.send({ id: '2' })
  await page.say(ready)
  const port = await page.answer()
  const heard: unknown[] = []
  port.addEventListener('message', ({ data }) => heard.push(data))
  port.start()
  page.line.send({ id: '3' })
  await turns()
  expect(heard).toEqual([{ id: '1', payload: { a: 1 } }, { id: '2' }, { id: '3' }])
})

test('a client is told at once when too much waits, and when something cannot be copied', async () => {
  using page = pageEnd()
  const client = createClient({ port: page.line })
  const waiting = Array.from({ length: 64 }, () => client.request('GET_CHAIN_ID', undefined).catch(() => 'gone'))
  await expect(client.request('GET_CHAIN_ID', undefined)).rejects.toMatchObject({ name: 'LIMIT_EXCEEDED' })
  const params = [() => 1]
  await expect(client.request('RPC_REQUEST', { method: 'eth_call', params })).rejects.toMatchObject({
    name: 'INVALID_PARAMS',
  })
  client.destroy()
  await Promise.all(waiting)
})

test('a frame of profile 4 is refused and gets no port', async () => {
  using page = pageEnd()
  await page.say(encodeReady({ version: '4', profile: 4, capabilities: [] }))
  expect(page.onRefused).toHaveBeenCalledTimes(1)
  expect(page.made).toEqual([])
})

test('a closed end delivers nothing, sends nothing and says no HELLO', async () => {
  using page = pageEnd()
  await page.say(ready)
  page.line.send({ id: 'early' })
  page.line.close()
  const port = await page.answer()
  const heard: unknown[] = []
  port.addEventListener('message', ({ data }) => heard.push(data))
  port.start()
  page.line.send({ id: 'late' })
  await turns()
  expect(page.delivered).toEqual([])
  expect(heard).toEqual([])
  using other = pageEnd()
  other.line.close()
  await other.say(ready)
  expect(other.hellos).toEqual([])
})
