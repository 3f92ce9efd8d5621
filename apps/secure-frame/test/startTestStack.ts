import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { buildVault } from '@latchkey/vault/build'
import { type TestAuthorities, testAuthorities } from '@latchkey/vault/test'
import { build } from 'vite'
import { buildWallet } from '../scripts/buildWallet.ts'
import { startFrameServer } from '../server/index.ts'
import { type TestServices, testServices } from './testServices.ts'

export type TestStack = {
  walletOrigin: string
  vaultOrigin: string
  /** Another site, listed by the project. */
  dappOrigin: string
  /** Another site, which the project does not list. */
  strangerOrigin: string
  authorities: TestAuthorities
  services: TestServices
  close(): Promise<void>
}

/** Builds wallet and vault, and starts their real server, small services, and a page of another site that embeds them. */
export const startTestStack = async (): Promise<TestStack> => {
  await using started = new AsyncDisposableStack()
  const ports = await freePorts(['wallet', 'vault', 'api', 'custody', 'projectList', 'dapp'])
  const origins = {
    walletOrigin: `http://localhost:${ports.wallet}`,
    vaultOrigin: `http://localhost:${ports.vault}`,
    dappOrigin: `http://127.0.0.1:${ports.dapp}`,
    strangerOrigin: `http://stranger.localhost:${ports.dapp}`,
  }
  const { walletOrigin, vaultOrigin, dappOrigin } = origins
  const authorities = await testAuthorities(walletOrigin)
  const services = testServices({ authorities, walletOrigin, allowedOrigins: [dappOrigin] })

  const distFolder = await mkdtemp(join(tmpdir(), 'latchkey-built-'))
  started.defer(() => rm(distFolder, { recursive: true, force: true }))
  await buildWallet({ outDir: join(distFolder, 'wallet') })
  await buildVault({ outDir: join(distFolder, 'vault') })
  const script = await bundleDapp()
  const dapp = createServer((request, response) => {
    const isScript = request.url === '/dapp.js'
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      .end(isScript ? script : '<!doctype html><title>dapp</title><script type="module" src="/dapp.js"></script>')
  })
  const projects = createServer((_, response) => {
    response.end(JSON.stringify({ projects: ['demo', 'strict'].map((id) => ({ id, origins: [dappOrigin] })) }))
  })
  const servers: [Server, number][] = [
    [createAdaptorServer({ fetch: services.api.fetch }) as Server, ports.api],
    [createAdaptorServer({ fetch: services.custody.fetch }) as Server, ports.custody],
    [dapp, ports.dapp],
    [projects, ports.projectList],
  ]
  for (const [server, port] of servers) started.adopt(await listen(server, port), closed)
  const frame = await startFrameServer({
    walletOrigin,
    vaultOrigin,
    apiUrl: `http://localhost:${ports.api}`,
    custodyUrl: `http://localhost:${ports.custody}`,
    projectListUrl: `http://localhost:${ports.projectList}`,
    walletPort: ports.wallet,
    vaultPort: ports.vault,
    distFolder,
  })
  started.defer(() => frame.close())
  const owned = started.move()
  return { ...origins, authorities, services, close: () => owned.disposeAsync() }
}

const bundleDapp = async (): Promise<string> => {
  const entry = fileURLToPath(new URL('dappProbe.ts', import.meta.url))
  const lib = { entry, formats: ['es' as const], fileName: 'dapp' }
  const result = await build({ configFile: false, logLevel: 'warn', build: { write: false, lib } })
  const [script] = (Array.isArray(result) ? result[0]?.output : undefined) ?? []
  if (script?.type !== 'chunk') throw new Error('The page of the dapp was not built')
  return script.code
}

/** Ports that were free a moment ago, by name. */
const freePorts = async <name extends string>(names: readonly name[]): Promise<Record<name, number>> => {
  const servers = await Promise.all(names.map(() => listen(createServer(), 0)))
  const ports = servers.map((server, index) => [names[index], (server.address() as AddressInfo).port])
  await Promise.all(servers.map(closed))
  return Object.fromEntries(ports) as Record<name, number>
}

const listen = (server: Server, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', () => resolve(server))
  })

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
