import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDrain } from './createDrain.ts'

/** Starts a server whose responses wait until they are released, except `/quick` and the drain's own. */
const startServer = async (seconds: number) => {
  const drain = createDrain(seconds)
  const held = Promise.withResolvers<void>()
  const answer = drain.over(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/slow') await held.promise
    return pathname === '/ready' ? Response.json({ status: 'ready' }) : new Response('done')
  })
  const server: Server = createServer(async (request, response) => {
    const answered = await answer(new Request(`http://server${request.url}`))
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text())
  })
  drain.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // Like a proxy's: connections are reused.
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = (path: string): Promise<{ status: number; connection: string | undefined; body: string }> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent }, async (response: IncomingMessage) => {
        let body = ''
        for await (const chunk of response) body += chunk
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body })
      }).on('error', reject)
    })
  return { drain, server, ask, letGo: held.resolve }
}

const serving = (status: string) => JSON.stringify({ status })

test('a server says that it serves, and connections stay', async () => {
  const { ask, server, drain } = await startServer(0)
  expect(await ask('/serving')).toEqual({ status: 200, connection: 'keep-alive', body: serving('serving') })
  expect(await ask('/ready')).toEqual({ status: 200, connection: 'keep-alive', body: serving('ready') })
  await drain.close(server)
})

test('once told to stop it says so and answers on, but on no connection twice; then what it has begun ends, and it is gone', async () => {
  const { ask, server, drain, letGo } = await startServer(1)
  await ask('/quick')
  const slow = ask('/slow')
  const closed = drain.close(server)
  for (const path of ['/serving', '/ready'])
    expect(await ask(path)).toEqual({ status: 503, connection: 'close', body: serving('stopping') })
  expect(await ask('/quick')).toEqual({ status: 200, connection: 'close', body: 'done' })
  // After the deadline, new requests are rejected.
  await expect
    .poll(() =>
      ask('/quick').then(
        () => 'answered',
        ({ code }) => code,
      ),
    )
    .toBe('ECONNREFUSED')
  letGo()
  expect(await slow).toEqual({ status: 200, connection: 'close', body: 'done' })
  await closed
})

test('without a time to wait it stops at once, and ends connections that are used no more or not yet', async () => {
  const { ask, server, drain } = await startServer(0)
  await ask('/quick')
  const unused = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const ended = new Promise((resolve) => unused.once('close', resolve))
  await new Promise((resolve) => unused.once('connect', resolve))
  const startedAt = performance.now()
  await drain.close(server)
  await ended
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  await expect(ask('/quick')).rejects.toThrow()
})

test('two servers of a process stop at the same time', async () => {
  const one = await startServer(1)
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const startedAt = performance.now()
  await one.drain.close(one.server)
  await one.drain.close(other)
  expect(performance.now() - startedAt).toBeLessThan(1_900)
})
