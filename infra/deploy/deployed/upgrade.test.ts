/**
 * The commands of infra/README.md, "Upgrades", exactly as written, under traffic: two processes of each service are replaced one after the
 * other, on a schema of the next release, and no call fails. In the extended tier, since each process takes a while to stop.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDevice } from '@latchkey/combined/test'
import type { Migration } from '@latchkey/service-kit/db/Migration'
import { migrate } from '@latchkey/service-kit/db/migrate'
import { migrations } from '@latchkey/service-kit/db/migrations'
import { openPostgres } from '@latchkey/service-kit/db/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integrityOf } from '../../../packages/document-server/src/readFiles.ts'
import { house } from '../src/readCompose.ts'
import { commandsOf, type Machine, runAsWritten } from './guide.ts'
import { addressesOf, logIn } from './logIn.ts'
import { startDeployed } from './startDeployed.ts'

const [upgrade = []] = commandsOf('Upgrades')
const isExtended = process.env.LATCHKEY_TIER === 'extended'

/** As the next release would have them. */
const next: readonly Migration[] = [
  { name: '9001 a nickname', statements: 'ALTER TABLE latchkey_api.users ADD COLUMN nickname text' },
  { name: '9002 its index', indexes: [{ schema: 'latchkey_api', name: 'by_nickname', on: 'users (nickname)' }] },
]

describe.runIf(isExtended)('an upgrade', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-upgrade-'))
  /** Time, call and failure. */
  const failed: string[] = []
  const seconds = (): string => (Date.now() / 1000).toFixed(3)
  let machine: Machine
  let dist: string
  let isOver = false

  /** The built documents with one more chunk, which no other build has. */
  const buildWith = (name: string): string => {
    const built = join(folder, name)
    cpSync(join(house, 'apps/secure-frame/dist/wallet'), join(built, 'wallet'), { recursive: true })
    cpSync(join(house, 'apps/vault/dist/vault'), join(built, 'vault'), { recursive: true })
    const file = join(built, 'wallet/manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    const path = `/assets/only-${name}.js`
    writeFileSync(join(built, 'wallet', path), `// ${name}`)
    writeFileSync(
      file,
      JSON.stringify({ ...manifest, files: { ...manifest.files, [path]: integrityOf(`// ${name}`) } }),
    )
    return built
  }

  /** A browser whose every call counts: a client would retry some. */
  const counted: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const place = `${request.method} ${new URL(request.url).pathname}`
    try {
      const response = await fetch(request)
      if (response.status >= 500 || response.status === 429) failed.push(`${seconds()} ${place}: ${response.status}`)
      return response
    } catch (error) {
      failed.push(`${seconds()} ${place}: ${(error as Error).cause ?? error}`)
      throw error
    }
  }
  const newDevice = () => {
    const addresses = addressesOf(machine.deployed)
    return createTestDevice({ addresses, clock: { now: () => new Date(), advance: () => {} }, fetch: counted })
  }
  const signIn = async (email: string) => {
    const device = await newDevice()
    const login = await logIn(machine.deployed, device, email)
    await device.enrol(login)
    return { device, accessToken: login.accessToken, address: await device.unlock(login.accessToken) }
  }

  /** Each user's repeated action until the upgrade is over. */
  const users: Record<string, (index: number) => Promise<() => Promise<void>>> = {
    'signs in for the first time': async (index) => {
      let newcomers = 0
      return async () => void (await signIn(`newcomer-${index}-${newcomers++}@example.com`))
    },
    'has the wallet’s share released': async (index) => {
      const { device, accessToken, address } = await signIn(`user-${index}@example.com`)
      return async () => {
        expect(await device.unlock(accessToken)).toBe(address)
        await sleep(50)
      }
    },
    'opens the wallet, and has all chunks of its document': async () => async () => {
      const { walletOrigin, vaultOrigin } = machine.deployed
      const read = async (url: string): Promise<string> => {
        const response = await counted(url)
        if (!response.ok) throw new Error(`${url}: ${response.status}`)
        return response.text()
      }
      const [, map = '{}'] =
        /<script type="importmap">(.*?)<\/script>/.exec(await read(`${walletOrigin}/sdk?projectId=demo`)) ?? []
      for (const path of Object.keys(JSON.parse(map).integrity)) await read(`${walletOrigin}${path}`)
      const [, script = ''] = /src="(\/vault-[^"]*)"/.exec(await read(`${vaultOrigin}/vault?projectId=demo`)) ?? []
      await read(`${vaultOrigin}${script}`)
    },
  }
  const walk = async (name: string, start: () => Promise<() => Promise<void>>) => {
    const round = await start()
    let rounds = 0
    for (; !isOver; rounds++) await round().catch((error: unknown) => failed.push(`${name}: ${error}`))
    return { name, rounds }
  }

  beforeAll(async () => {
    dist = buildWith('before')
    const limits = { networks: { '127.0.0.0/8': 'unlimited' }, limits: { releaseAuthShare: 6_000 } }
    const deployed = await startDeployed({ replicas: 2, limits })
    const settings: Machine['settings'] = (service) => ({
      // As in the images.
      NODE_ENV: 'production',
      ...(service === 'frame' ? { DIST_FOLDER: dist } : {}),
    })
    machine = { deployed, folder, replicas: 2, settings, running: new Map() }
    expect(await runAsWritten(machine, 'docker compose up --detach --wait')).toEqual({ code: 0, said: '' })
  })
  afterAll(async () => {
    await machine.deployed[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  test('loses no request', async () => {
    const started = new Map([...machine.running].map(([name, { pid }]) => [name, pid]))
    const walking = Object.entries(users).flatMap(([name, start]) =>
      [0, 1].map((index) => walk(name, () => start(index))),
    )
    const chunkOf = async (name: string) =>
      (await counted(`${machine.deployed.walletOrigin}/assets/only-${name}.js`)).status
    expect(await chunkOf('before')).toBe(200)

    dist = buildWith('after')
    for (const line of upgrade) {
      expect([line, await runAsWritten(machine, line)]).toMatchObject([line, { code: 0 }])
      if (!line.endsWith(' migrate')) continue
      const owner = await openPostgres(machine.deployed.environmentOf('migrate').DATABASE_URL ?? '')
      await migrate(owner, { known: [...migrations, ...next] })
      await owner.close()
    }
    // Every process of ours is a new one, and an older page still has its chunks.
    for (const name of ['api', 'api-2', 'custody', 'custody-2', 'frame', 'frame-2'])
      expect([name, machine.running.get(name)?.pid]).not.toEqual([name, started.get(name)])
    for (let round = 0; round < 10; round++)
      expect([await chunkOf('before'), await chunkOf('after')]).toEqual([200, 200])
    isOver = true
    const walked = await Promise.all(walking)
    expect(failed).toEqual([])
    for (const { name, rounds } of walked) expect([name, rounds > 3]).toEqual([name, true])
    console.info(walked.map(({ name, rounds }) => `${rounds} × ${name}`).join('\n'))
  })
})
