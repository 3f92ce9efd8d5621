import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { findOnPath } from '../../../scripts/findOnPath.ts'
import { house } from '../src/readCompose.ts'
import { startPlain } from './startPlain.ts'

/** Local ports of a proxy's upstreams: the processes of each service. */
export type Upstreams = Readonly<Record<'wallet' | 'vault' | 'api' | 'custody', readonly [number, number?]>>

export type RunningProxy = AsyncDisposable & { port: number }

/** The host names behind a proxy, all at its one port. */
export const hosts: Readonly<Record<keyof Upstreams, string>> = {
  wallet: 'localhost',
  vault: 'vault.localhost',
  api: 'api.localhost',
  custody: 'custody.localhost',
}

export type ProxyProgram = 'caddy' | 'nginx' | 'haproxy'

/** Finds the program on this machine. Debian keeps two of them outside users' PATH. */
const findProxy = (program: ProxyProgram): string | undefined => findOnPath([program, `../sbin/${program}`])

/** Starts a proxy with the configuration that we ship for it, on another port and with other upstreams. */
export async function startShippedProxy(
  program: ProxyProgram,
  folder: string,
  { upstreams, trusted }: { upstreams: Upstreams; trusted: string },
): Promise<RunningProxy> {
  const port = await freePort()
  const placesOf = (name: keyof Upstreams): string =>
    upstreams[name].map((upstream) => `127.0.0.1:${upstream}`).join(' ')
  const names = { '01': 'wallet', 11: 'vault', '02': 'api', 12: 'custody' } as const
  const onThisMachine = (text: string): string =>
    text
      .replace(/127\.0\.0\.1:3([01])(01|11|02|12)\b/g, (_, second: string, service: keyof typeof names) => {
        const [one, other = one] = upstreams[names[service]]
        return `127.0.0.1:${second === '1' ? other : one}`
      })
      .replace(/listen 80;/g, `listen 127.0.0.1:${port};`)
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replace(/\b(wallet|vault|api|custody)\.example\.com/g, (_, name: keyof Upstreams) => hosts[name])
  const shipped = { caddy: 'Caddyfile', nginx: 'proxies/nginx.conf', haproxy: 'proxies/haproxy.cfg' }[program]
  const text = onThisMachine(readFileSync(join(house, 'infra/deploy', shipped), 'utf8'))
  return start(program, folder, port, text, {
    WALLET_ORIGIN: `http://${hosts.wallet}:${port}`,
    VAULT_ORIGIN: `http://${hosts.vault}:${port}`,
    API_ORIGIN: `http://${hosts.api}:${port}`,
    CUSTODY_ORIGIN: `http://${hosts.custody}:${port}`,
    WALLET_UPSTREAM: placesOf('wallet'),
    VAULT_UPSTREAM: placesOf('vault'),
    API_UPSTREAM: placesOf('api'),
    CUSTODY_UPSTREAM: placesOf('custody'),
    PROXY_HEALTH_PORT: String(await freePort()),
    TRUSTED_PROXIES: trusted,
  })
}

/** How a load balancer in front forwards traffic: bytes with a PROXY header, or requests with `X-Forwarded-For`. */
export type Front = { by: ProxyProgram } | { by: 'send-proxy' | 'send-proxy-v2' }

/** Starts a proxy as a load balancer or CDN that stands in front of another server. */
export async function startFront(front: Front, folder: string, behind: number): Promise<RunningProxy> {
  const port = await freePort()
  const haproxy = (mode: string, server: string) =>
    `defaults\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n  mode ${mode}\nlisten front\n  bind 127.0.0.1:${port}\n  ${server}\n`
  switch (front.by) {
    case 'caddy':
      return start(
        'caddy',
        folder,
        port,
        `{\n\tadmin off\n}\nhttp://:${port} {\n\treverse_proxy 127.0.0.1:${behind}\n}\n`,
      )
    case 'nginx':
      return start(
        'nginx',
        folder,
        port,
        `events {}\nhttp {\n  server {\n    listen 127.0.0.1:${port};\n    location / {\n      proxy_pass http://127.0.0.1:${behind};\n      proxy_set_header Host $http_host;\n      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n    }\n  }\n}\n`,
      )
    case 'haproxy':
      return start('haproxy', folder, port, haproxy('http', `option forwardfor\n  server behind 127.0.0.1:${behind}`))
    case 'send-proxy':
    case 'send-proxy-v2':
      return start('haproxy', folder, port, haproxy('tcp', `server behind 127.0.0.1:${behind} ${front.by}`))
  }
}

async function start(
  program: ProxyProgram,
  parent: string,
  port: number,
  text: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProxy> {
  const folder = join(parent, `${program}-${port}`)
  mkdirSync(folder)
  const file = join(folder, 'config')
  // Not as the package's user, which has no write access here.
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const own = process.getuid?.() === 0 ? 'user root;\n' : ''
  writeFileSync(file, program === 'nginx' ? own + text.replace('http {', `http {\n${places.join('\n')}\n`) : text)
  const path = findProxy(program) ?? program
  const command = {
    caddy: [path, 'run', '--adapter', 'caddyfile', '--config', file],
    nginx: [path, '-p', folder, '-e', 'stderr', '-c', file, '-g', `daemon off; pid ${folder}/pid;`],
    haproxy: [path, '-db', '-f', file],
  }[program]
  const running = startPlain({ command, folder, environment: { HOME: folder, XDG_DATA_HOME: folder, ...environment } })
  const isOpen = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  while (!(await isOpen())) {
    if (!running.isRunning()) throw new Error(running.said())
    await sleep(50)
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      // If killed, nginx would leave its workers behind.
      await running.stop()
    },
  }
}
