import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { localExchange, localTokens, startStack } from '@latchkey/local'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { type PostgresServer, startPostgres } from '@latchkey/service-kit/test/postgres'
import { type PlacedTokens, placeTokens } from './placeTokens.ts'
import { startFarNode } from './startFarNode.ts'

/** A chain, the backend over it in a separate process, and PostgreSQL. */
export type Place = AsyncDisposable & {
  /** CAIP-2. */
  chainId: string
  nodeUrl: string
  /** Another chain, whose node is not on this machine: `farMs` there, and as much back. */
  far: { chainId: string; nodeUrl: string }
  apiUrl: string
  /** A bare proxy: `/<CAIP-2 id>`. */
  bareProxyUrl: string
  projectId: string
  database: PostgresServer
  tokens: PlacedTokens
}

/** Clear of the ports of `npm start`, the journeys and the other benchmarks. */
const portBase = 35_100
const projectId = 'demo'
const chainId = 'eip155:31337'
const farChainId = 'eip155:1337'
/** The latency of a node in the same region of a hosting company. */
export const farMs = 5
const program = fileURLToPath(import.meta.resolve('@latchkey/combined/main'))

export async function startPlace(): Promise<Place> {
  const owned = new AsyncDisposableStack()
  try {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
    owned.defer(async () => rmSync(folder, { recursive: true, force: true }))
    const stack = await startStack({ portBase, dataFolder: join(folder, 'stack'), parts: ['chainA', 'chainB'] })
    owned.defer(stack.close)
    const nodeUrl = stack.urls.chainA
    const far = { chainId: farChainId, nodeUrl: owned.use(await startFarNode(stack.urls.chainB, farMs)).url }
    const tokens = await placeTokens(nodeUrl, chainId)
    const database = owned.use(await startPostgres())

    const projectsFile = join(folder, 'projects.json')
    writeFileSync(projectsFile, JSON.stringify([{ id: projectId, name: 'Demo', origins: ['http://127.0.0.1:3000'] }]))
    const tokenListFile = join(folder, 'tokens.json')
    writeFileSync(tokenListFile, JSON.stringify(tokens.list))
    const [apiPort, custodyPort] = [await freePort(), await freePort()]
    const apiUrl = `http://127.0.0.1:${apiPort}`
    const backend = fork(program, {
      env: {
        HOSTS: '127.0.0.1',
        API_PORT: String(apiPort),
        CUSTODY_PORT: String(custodyPort),
        API_URL: apiUrl,
        CUSTODY_URL: `http://127.0.0.1:${custodyPort}`,
        WALLET_ORIGIN: 'http://localhost:3001',
        VAULT_ORIGIN: 'http://localhost:3011',
        DATABASE_URL: database.url,
        KEY_RING_FOLDER: join(folder, 'keys'),
        PROJECTS_FILE: projectsFile,
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'login@latchkey.example',
        NODES: JSON.stringify({ [chainId]: [nodeUrl], [far.chainId]: [far.nodeUrl] }),
        EXCHANGES: JSON.stringify({
          [chainId]: {
            factory: localExchange.factory,
            wrappedNative: localTokens.weth.address,
            stable: localTokens.usdc.address,
          },
        }),
        TOKEN_LIST_FILE: tokenListFile,
        INDEX: JSON.stringify({ [chainId]: { from: 0 } }),
        // Every caller has a separate address, so that all limits can be on.
        TRUSTED_PROXIES: '1',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    owned.defer(() => end(backend))
    const proxyPort = await freePort()
    const bareProxyUrl = `http://127.0.0.1:${proxyPort}`
    const bareProxy = fork(fileURLToPath(new URL('bareProxy.ts', import.meta.url)), {
      env: { PORT: String(proxyPort), NODES: JSON.stringify({ [chainId]: nodeUrl, [far.chainId]: far.nodeUrl }) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    owned.defer(() => end(bareProxy))
    await untilAnswers(backend, `${apiUrl}/health`)
    await untilAnswers(bareProxy, bareProxyUrl)
    const place = { chainId, nodeUrl, far, apiUrl, bareProxyUrl, projectId, database, tokens }
    return { ...place, [Symbol.asyncDispose]: () => owned.disposeAsync() }
  } catch (error) {
    await owned.disposeAsync()
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

const untilAnswers = async (child: ChildProcess, url: string): Promise<void> => {
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('A service ended before it answered')
    await sleep(50)
  }
}
