import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeploymentStatus, Readiness } from '@latchkey/api-client/readiness'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readStatus, statusOf } from './readStatus.ts'

const authority = (away: readonly string[] = [], chains: readonly string[] = []): Readiness => {
  const names = ['database', 'redis', 'mail', ...chains]
  const isUnready = away.includes('database') || away.includes('redis')
  return {
    status: isUnready ? 'unready' : away.length > 0 ? 'degraded' : 'ready',
    parts: Object.fromEntries(names.map((name) => [name, away.includes(name) ? 'away' : 'ok'])),
  }
}
const chains = ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
const api = (...away: string[]) => authority(away, chains)
const custody = (...away: string[]) => authority(away)
const allOk: DeploymentStatus['parts'] = {
  frame: 'ok',
  api: 'ok',
  custody: 'ok',
  database: 'ok',
  redis: 'ok',
  mail: 'ok',
  chains: 'ok',
}
const bothAway = { api: 'away', custody: 'away' } as const
const bothDegraded = { api: 'degraded', custody: 'degraded' } as const

describe('statusOf', () => {
  test.each<[string, Readiness | null, Readiness | null, DeploymentStatus['status'], DeploymentStatus['parts']]>([
    ['all is there', api(), custody(), 'ok', {}],
    ['custody is killed', api(), null, 'away', { custody: 'away' }],
    ['the api is killed', null, custody(), 'away', { api: 'away', chains: 'away' }],
    ['the database is frozen', api('database'), custody('database'), 'away', { ...bothAway, database: 'away' }],
    ['the database of custody is', api(), custody('database'), 'away', { custody: 'away', database: 'degraded' }],
    ['Redis is frozen', api('redis'), custody('redis'), 'away', { ...bothAway, redis: 'away' }],
    ['both mail servers are away', api('mail'), custody('mail'), 'degraded', { ...bothDegraded, mail: 'away' }],
    ['one mail server is away', api(), custody('mail'), 'degraded', { custody: 'degraded', mail: 'degraded' }],
    ['a chain is away', api('eip155:1'), custody(), 'degraded', { api: 'degraded', chains: 'degraded' }],
    ['all chains are away', api(...chains), custody(), 'degraded', { api: 'degraded', chains: 'away' }],
  ])('%s', (_, ofApi, ofCustody, status, changes) => {
    expect(statusOf(ofApi, ofCustody)).toEqual({ status, parts: { ...allOk, ...changes } })
  })

  test('of what nobody can speak, nobody gets anything', () => {
    const { frame, ...others } = statusOf(null, null).parts
    expect([frame, ...new Set(Object.values(others))]).toEqual(['ok', 'away'])
  })

  test('an api without chains has none away', () => {
    const { chains: _, ...others } = allOk
    expect(statusOf(custody(), custody())).toEqual({ status: 'ok', parts: others })
  })
})

type Answer = { status: number; body: string } | 'frozen'

/** A service that answers as the test sets, or holds its answers back. */
const startService = async (path: string, first: Readiness) => {
  const service = { answer: { status: 200, body: JSON.stringify(first) } as Answer, asked: 0 }
  const server = createServer(({ url }, response) => {
    service.asked++
    if (url !== path) response.writeHead(404).end()
    else if (service.answer !== 'frozen') response.writeHead(service.answer.status).end(service.answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(stop)
  return Object.assign(service, { stop, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
const startServices = async () => {
  const services = {
    api: await startService('/account/ready', api()),
    custody: await startService('/custody/ready', custody()),
  }
  return { ...services, read: readStatus({ apiUrl: services.api.url, custodyUrl: services.custody.url }) }
}

describe('readStatus', () => {
  test('asks each authority once, however many ask', async () => {
    const { read, ...services } = await startServices()
    const all = await Promise.all(Array.from({ length: 20 }, read))
    expect(all).toEqual(Array.from({ length: 20 }, () => ({ status: 'ok', parts: allOk })))
    expect([services.api.asked, services.custody.asked]).toEqual([1, 1])
  })

  test('takes what an authority says with 503', async () => {
    const { read, ...services } = await startServices()
    services.custody.answer = { status: 503, body: JSON.stringify(custody('database')) }
    expect((await read()).parts).toEqual({ ...allOk, custody: 'away', database: 'degraded' })
  })

  test.each<Answer>(['frozen', { status: 502, body: '<html>Bad Gateway</html>' }, { status: 200, body: '{}' }])(
    'a custody that answers with %j is away within 2 s',
    async (answer) => {
      const { read, ...services } = await startServices()
      services.custody.answer = answer
      const startedAt = performance.now()
      expect(await read()).toEqual({ status: 'away', parts: { ...allOk, custody: 'away' } })
      expect(performance.now() - startedAt).toBeLessThan(2_000)
    },
  )

  test('a service that stops is away with the next look', async () => {
    const { read, ...services } = await startServices()
    expect((await read()).status).toBe('ok')
    services.api.stop()
    await expect.poll(async () => (await read()).parts.api, { timeout: 3_000 }).toBe('away')
  })
})
