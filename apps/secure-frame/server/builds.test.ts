/** Processes of two builds side by side, as during a rolling update. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { integrityOf } from '@latchkey/document-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FrameServer, startFrameServer } from './startFrameServer.ts'

const root = mkdtempSync(join(tmpdir(), 'latchkey-frames-'))
const previousBuilds = join(root, 'kept')
const servers: FrameServer[] = []
const swapRouters = `eip155:1:0x${'1'.repeat(40)}`

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Two documents with scripts that return their build. Returns the paths of the scripts that are loaded late. */
const build = (name: string) => {
  const write = (path: string, content: string): void => writeFileSync(join(root, name, path), content)
  mkdirSync(join(root, name, 'wallet/assets'), { recursive: true })
  mkdirSync(join(root, name, 'vault'))
  const [entry, chunk] = [`/assets/main-${name}.js`, `/assets/settings-${name}.js`]
  const files = { [entry]: integrityOf(`main of ${name}`), [chunk]: integrityOf(`settings of ${name}`) }
  write(`wallet${entry}`, `main of ${name}`)
  write(`wallet${chunk}`, `settings of ${name}`)
  write(
    'wallet/manifest.json',
    JSON.stringify({ entry, imports: [], styles: [], files, importMap: { integrity: files } }),
  )
  const script = (part: string) => {
    const content = `${part} of ${name}`
    const file = `${part}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.js`
    write(`vault/${file}`, content)
    return { file, sha256: integrityOf(content) }
  }
  const vault = {
    document: script('vault'),
    worker: script('vault-worker'),
    screens: script('vault-screens'),
    kdf: script('vault-kdf'),
  }
  write('vault/manifest.json', JSON.stringify(vault))
  return { name, entry, chunk, worker: `/${vault.worker.file}`, screens: `/${vault.screens.file}` }
}

const start = async (distFolder: string, revokedBuilds: readonly string[] = [], host = '127.0.0.1') => {
  const [walletPort, vaultPort] = [await freePort(), await freePort()]
  const [walletOrigin, vaultOrigin] = [`http://127.0.0.1:${walletPort}`, `http://127.0.0.1:${vaultPort}`]
  const settings = { host, walletPort, vaultPort, walletOrigin, vaultOrigin }
  const services = {
    apiUrl: walletOrigin,
    custodyUrl: walletOrigin,
    projectListUrl: walletOrigin,
    firstListWaitMs: 0,
    swapRouters,
    log: () => {},
  }
  const own = { distFolder: join(root, distFolder), previousBuilds, revokedBuilds }
  const server = await startFrameServer({ ...settings, ...services, ...own })
  servers.push(server)
  const ask = async (origin: string, path: string): Promise<string> => {
    const response = await fetch(`${origin}${path}`)
    return response.ok ? await response.text() : `${response.status}`
  }
  return {
    ...server,
    walletPort,
    wallet: (path: string) => ask(walletOrigin, path),
    vault: (path: string) => ask(vaultOrigin, path),
  }
}

const [old, next] = [build('old'), build('next')]
let before: Awaited<ReturnType<typeof start>>
let after: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  before = await start('old')
  after = await start('next')
})
afterAll(async () => {
  for (const server of servers) await server.close()
  rmSync(root, { recursive: true })
})

test('each sends its own document, and the late chunks and vault scripts of both builds', async () => {
  expect(await before.wallet('/')).toContain(old.entry)
  expect(await after.wallet('/')).toContain(next.entry)
  for (const server of [before, after])
    for (const each of [old, next]) {
      await expect.poll(() => server.wallet(each.chunk)).toBe(`settings of ${each.name}`)
      await expect.poll(() => server.vault(each.worker)).toBe(`vault-worker of ${each.name}`)
      expect(await server.vault(each.screens)).toBe(`vault-screens of ${each.name}`)
    }
})

test('the wallet document names the exchanges that the operator has set', async () => {
  expect(await after.wallet('/')).toContain(swapRouters)
})

test('a revoked build is served by nobody who replaces it', async () => {
  const strict = await start('next', [before.builds.wallet, before.builds.vault])
  expect([await strict.wallet(old.chunk), await strict.vault(old.screens)]).toEqual(['404', '404'])
  await expect.poll(() => after.wallet(old.chunk)).toBe('404')
  expect(await strict.wallet(next.chunk)).toBe('settings of next')
  await expect(start('old', [before.builds.vault])).rejects.toThrow(`The build ${before.builds.vault} is revoked`)
})

const hasIpv6 = Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === '::1'))
test.runIf(hasIpv6)('a listener on IPv6 answers a health check that names no host', async () => {
  const { walletPort } = await start('old', [], '::1')
  const socket = connect(walletPort, '::1')
  socket.end('GET /serving HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
})
