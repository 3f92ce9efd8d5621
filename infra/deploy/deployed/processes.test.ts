/** Our files for Caddy, nginx and HAProxy before two processes of a service, one of which stops. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDrain, listenOn } from '@latchkey/service-kit/http/listen'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { afterAll, describe, expect, test } from 'vitest'
import { hosts, type ProxyProgram, startShippedProxy } from './startProxy.ts'

const owned = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-processes-'))
owned.defer(async () => rmSync(folder, { recursive: true, force: true }))
afterAll(() => owned.disposeAsync())

const programs = ['caddy', 'nginx', 'haproxy'] as const
const isExtended = process.env.LATCHKEY_TIER === 'extended'
/** Debian's Caddy doesn't resend a body; the one in the compose file does. */
const sendsBodiesAgain = (program: ProxyProgram): boolean => program !== 'caddy'

/** As a client's browser: one connection, reused. */
const createClient = (port: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  owned.defer(async () => agent.destroy())
  return (method: 'GET' | 'POST'): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const headers = { Host: `${hosts.api}:${port}` }
      const sent = request(
        { host: '127.0.0.1', port, path: '/account/v1/keys', method, agent, headers },
        async (answer) => {
          let body = ''
          for await (const chunk of answer) body += chunk
          resolve({ status: answer.statusCode ?? 0, body })
        },
      )
      sent.on('error', reject)
      sent.end(method === 'POST' ? 'a body' : undefined)
    })
}

const startProxy = async (program: ProxyProgram, api: readonly [number, number]): Promise<number> => {
  const nobody = [await freePort()] as const
  const upstreams = { wallet: nobody, vault: nobody, api, custody: nobody }
  return owned.use(await startShippedProxy(program, folder, { upstreams, trusted: '127.0.0.1' })).port
}

/** A process of a service: it responds with its name after a while, and stops as ours do. */
const startProcess = async (port: number, name: string, drainSeconds = 0) => {
  const answer = async (asked: Request): Promise<Response> => {
    await asked.text()
    await sleep(5)
    return new Response(name)
  }
  const drain = createDrain(drainSeconds)
  return listenOn({ fetch: answer } as never, port, { hosts: ['127.0.0.1'], drain })
}

describe.each(programs)('behind our file for %s', (program) => {
  test('reads, and requests that reached no process, are answered while one of two processes is gone', async () => {
    const [port, gone] = [await freePort(), await freePort()]
    owned.adopt(await startProcess(port, 'here'), (here) => here.close())
    const ask = createClient(await startProxy(program, [gone, port]))
    const methods = ['GET', ...(sendsBodiesAgain(program) ? ['POST' as const] : [])] as const
    for (let round = 0; round < 8; round++)
      for (const method of methods) expect(await ask(method)).toEqual({ status: 200, body: 'here' })
  })

  test('what has reached a process that died of it is not sent to another one, unless it reads', async () => {
    const reached = { GET: 0, POST: 0 }
    /** To the proxy it looks crashed, after whatever it has read. */
    const start = async (): Promise<number> => {
      const port = await freePort()
      const server: Server = createServer((asked) => {
        // Announces that it closes: otherwise the proxy may send the next request on this connection, where it is not read.
        if (asked.url === '/serving')
          return void asked.socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
        reached[asked.method as 'GET' | 'POST']++
        asked.resume().once('end', () => asked.socket.destroy())
      })
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      owned.defer(async () => {
        server.closeAllConnections()
        server.close()
      })
      return port
    }
    for (const method of ['GET', 'POST'] as const) {
      const ask = createClient(await startProxy(program, [await start(), await start()]))
      const answered = ask(method).then(
        ({ status }) => status,
        () => 'none',
      )
      expect([method, await answered]).not.toEqual([method, 200])
    }
    expect([reached.GET > 1, reached.POST]).toEqual([true, 1])
  })

  // nginx has no health checks: a request to a process that is just stopping may be lost.
  test.runIf(isExtended && program !== 'nginx')(
    'no call is lost while both processes are replaced, one after the other, three times',
    async () => {
      const ports = [await freePort(), await freePort()] as const
      const running = [await startProcess(ports[0], 'one 0', 5), await startProcess(ports[1], 'two 0', 5)]
      const proxy = await startProxy(program, ports)
      const seen = new Set<string>()
      let isOver = false
      const visit = async (): Promise<number> => {
        const ask = createClient(proxy)
        let calls = 0
        for (; !isOver; calls++) {
          const { status, body } = await ask(calls % 2 === 0 ? 'GET' : 'POST')
          expect([status, body]).toEqual([200, expect.stringMatching(/^(one|two) \d$/)])
          seen.add(body)
        }
        return calls
      }
      const users = Array.from({ length: 8 }, visit)
      for (const round of [1, 2, 3])
        for (const [index, name] of ['one', 'two'].entries()) {
          await running[index]?.close()
          const next = await startProcess(ports[index] ?? 0, `${name} ${round}`, 5)
          running[index] = next
          // As an operator or Compose waits: until it is seen to serve.
          await Promise.race([expect.poll(() => seen, { timeout: 30_000 }).toContain(`${name} ${round}`), ...users])
        }
      isOver = true
      const calls = await Promise.all(users)
      for (const each of running) await each.close()
      expect(calls.every((count) => count > 100)).toBe(true)
    },
  )
})
