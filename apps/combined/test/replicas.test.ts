import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { type PostgresServer, startPostgres } from '@latchkey/service-kit/test/postgres'
import { findRedis, type RedisServer, startRedis } from '@latchkey/service-kit/test/redis'
import { encodeAbiParameters, numberToHex, pad, parseAbiParameters, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mainnetEns } from '../../api/src/nameZone/ensSettings.ts'
import { openProcessPlace, type ProcessPlace } from './processPlace.ts'

const program = findRedis()
if (program === null) console.info('Replicas are not tried: redis-server is missing')
const address = `0x${'a1'.repeat(20)}`
const token = `eip155:1:0x${'b2'.repeat(20)}`

/** The Universal Resolver's answer: a name's address, or that there is no name. */
const recordOf = (count: number): string => {
  const record = pad(numberToHex(count))
  return encodeAbiParameters(parseAbiParameters('bytes, address, address'), [record, zeroAddress, zeroAddress])
}

/** A node and a server of prices and histories that never return the same twice, and their call counts. */
const startWorld = async () => {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const answer = (value: unknown) => response.end(JSON.stringify(value))
      if (request.url?.startsWith('/v1/account/')) {
        asked.push('history')
        const facts = { operationType: 'send', hash: `0x${asked.length}`, minedAt: '2026-01-01T00:00:00.000Z' }
        const sides = { sentFrom: address, sentTo: address, status: 'confirmed', nonce: 1, chain: 'eip155:1' }
        const transaction = { id: `${asked.length}`, metadata: { ...facts, ...sides }, transfers: [] }
        return answer({ data: [transaction], next: null })
      }
      if (request.url?.startsWith('/v1/')) {
        asked.push('price')
        const [one = ''] = (JSON.parse(body) as { addresses: string[] }).addresses
        const named = { name: 'T', symbol: 'T', iconUrl: null, decimals: 6 }
        return answer({ fungibles: [{ address: one, ...named, price: asked.length }] })
      }
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: [{ to: string }] }
      asked.push(method)
      const isName = method === 'eth_call' && params[0].to === mainnetEns.universalResolver
      const results: Record<string, string> = { eth_chainId: '0x1', eth_call: isName ? recordOf(asked.length) : '0x' }
      return answer({ jsonrpc: '2.0', id, result: results[method] ?? `0x${asked.length.toString(16)}` })
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, asked, [Symbol.dispose]: () => void server.close() }
}

describe.each(program === null ? [] : [program])('two replicas of the api, one PostgreSQL, one %s', (redisProgram) => {
  let place: ProcessPlace
  let database: PostgresServer
  let redis: RedisServer
  let cache: RedisServer
  let world: Awaited<ReturnType<typeof startWorld>>
  let replicas: [string, string]

  beforeAll(async () => {
    place = await openProcessPlace()
    database = await startPostgres()
    redis = await startRedis(redisProgram)
    cache = await startRedis(redisProgram)
    world = await startWorld()
    const passwords = { API_DATABASE_PASSWORD: 'password-of-the-api', CUSTODY_DATABASE_PASSWORD: 'password-of-custody' }
    expect(
      await place.run('packages/service-kit/src/db/main.ts', { DATABASE_URL: database.url, ...passwords }).ended,
    ).toMatchObject({ code: 0 })
    const start = async (port: number): Promise<string> => {
      const url = `http://127.0.0.1:${port}`
      const replica = place.run('apps/api/src/main.ts', {
        ...place.settings,
        PORT: String(port),
        PUBLIC_URL: place.addresses.apiUrl,
        VAULT_ORIGIN: place.addresses.vaultOrigin,
        CUSTODY_KEYS_URL: place.addresses.custodyUrl,
        DATABASE_URL: database.url.replace(/\/\/.*@/, `//latchkey_api:${passwords.API_DATABASE_PASSWORD}@`),
        KEY_RING_FILE: join(place.folder, 'api', 'keys.json'),
        REDIS_URL: redis.url,
        CACHE_URL: cache.url,
        NODES: JSON.stringify({ 'eip155:1': [world.url] }),
        UPSTREAM_API_URL: world.url,
        UPSTREAM_PROJECT_ID: 'ours',
      })
      await replica.ready(url)
      return url
    }
    replicas = [await start(place.ports.api), await start(await freePort())]
  }, 120_000)
  afterAll(async () => {
    await place[Symbol.asyncDispose]()
    await redis[Symbol.asyncDispose]()
    await cache[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
    world[Symbol.dispose]()
  })

  const ask = async (replica: string, path: string, body?: unknown) => {
    const url = `${replica}${path}${path.includes('?') ? '&' : '?'}projectId=demo`
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(url, init)
    const { error, ...said } = (await response.json()) as { error?: { name: string } }
    return { status: response.status, said, ...(error === undefined ? {} : { error: error.name }) }
  }

  test.each<[string, string, unknown?]>([
    ['balances', `/v1/account/${address}/balance?currency=usd&chainId=eip155:1`],
    ['prices', '/v1/fungible/price', { currency: 'usd', addresses: [token] }],
    ['histories', `/v1/account/${address}/history?chainId=eip155:1`],
    ['identities', `/v1/identity/${address}`],
    ['names', '/v1/profile/account/ada.eth?apiVersion=2'],
    ['chains', '/v1/supported-chains'],
    ['wallets', '/getWallets?entries=4'],
    ['configuration', '/appkit/v1/config'],
  ])('give the same %s, whatever the world says meanwhile', async (_, path, body) => {
    const [one, two] = replicas
    const first = await ask(one, path, body)
    expect(first.status).toBe(200)
    const asked = world.asked.length
    expect(await ask(two, path, body)).toEqual(first)
    expect(await ask(one, path, body)).toEqual(first)
    // The second one only has to check its node's chain.
    expect(world.asked.slice(asked).filter((method) => method !== 'eth_chainId')).toEqual([])
  })

  test('serve on without the cache, and use it again when it is back', async () => {
    const [one, two] = replicas
    const path = `/v1/account/${address.replace('a1', 'c3')}/balance?currency=usd&chainId=eip155:1`
    await cache.stop()
    expect([(await ask(one, path)).status, (await ask(two, path)).status]).toEqual([200, 200])
    await cache.start()
    const isShared = async () => JSON.stringify(await ask(one, path)) === JSON.stringify(await ask(two, path))
    await expect.poll(isShared, { timeout: 20_000, interval: 500 }).toBe(true)
  })
})
