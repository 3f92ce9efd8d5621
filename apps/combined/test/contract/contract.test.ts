import { createApiClient, deviceCredentials, type EndpointRow, endpoints, readFailedBody } from '@latchkey/api-client'
import type { ErrorName } from '@latchkey/protocol/errors'
import type { Database } from '@latchkey/service-kit/db/database'
import { openDatabase } from '@latchkey/service-kit/db/openDatabase'
import { listenOn } from '@latchkey/service-kit/http/listen'
import type { Closable } from '@latchkey/service-kit/process/openAll'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { startPostgres } from '@latchkey/service-kit/test/postgres'
import { encodeAbiParameters, parseAbiParameters, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestNodes, result } from '../../../api/src/chain/testNode.fixture.ts'
import { mainnetEns } from '../../../api/src/nameZone/ensSettings.ts'
import { addresses, createHarness, demo, type Harness, logIn } from '../harness.ts'
import type { Login, TestDevice } from '../testDevice.ts'
import { type ApiName, type ContractRequest, contractRequests, purpose } from './contractRequests.ts'
import { spoil, wholes } from './spoil.ts'

const rows = Object.entries<EndpointRow>(endpoints).filter(([, { authority }]) => authority === 'api') as [
  ApiName,
  EndpointRow,
][]
/** Errors of every row, whatever its subject: for its credential, its rate limit, and an unreachable database or key store. */
const ofEveryRow: readonly ErrorName[] = ['INVALID_PARAMS', 'PARSE_ERROR', 'PROOF_INVALID', 'PROOF_NONCE_REQUIRED']

/** The Universal Resolver's answer for no name, and for a name without such a record. */
const noRecord = encodeAbiParameters(parseAbiParameters('bytes, address, address'), ['0x', zeroAddress, zeroAddress])

/** The networks with smart accounts, and their paymaster. */
const polygonNode = 'http://polygon.test'
const paymaster = `0x${'9a'.repeat(20)}` as const

const inPglite = async () => ({ async [Symbol.asyncDispose]() {} })
const inPostgres = async () => {
  const server = await startPostgres()
  return { database: await openDatabase({ url: server.url }), [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}
const places: [string, () => Promise<AsyncDisposable & { database?: Database }>][] = [
  ['PGlite', inPglite],
  ['PostgreSQL', inPostgres],
]

describe.each(places)('over HTTP, on %s', (_, open) => {
  const nodes = createTestNodes(({ url, method, params: [call] }) => {
    if (method === 'eth_chainId' && url === polygonNode) return result('0x89')
    // An address without a delegation yet.
    if (method === 'eth_getCode') return result('0x')
    if (method !== 'eth_call') return result('0x1')
    return result((call as { to: string }).to === mainnetEns.universalResolver ? noRecord : '0x')
  })
  let place: AsyncDisposable
  let harness: Harness
  let listener: Closable
  let device: TestDevice
  let login: Login
  let requests: { [name in ApiName]: ContractRequest<name> }
  let statements = 0
  /** The api's last response, as sent. */
  let answered: { response: Response; body: Uint8Array }

  beforeAll(async () => {
    const opened = await open()
    place = opened
    harness = await createHarness({
      ...(opened.database === undefined ? {} : { database: opened.database }),
      nodes: { 'eip155:1': ['http://node.test'], 'eip155:137': [polygonNode] },
      smartAccounts: { 'eip155:137': { kind: 'eip7702', bundler: 'http://bundler.test', paymaster } },
      paymasterKey: new Uint8Array(32).fill(1),
      fetch: nodes.fetch,
      wrapDatabase: (database) => ({
        ...database,
        transaction: (...asked) => {
          statements++
          return database.transaction(...asked)
        },
      }),
    })
    const amounts = { perPersonPerDayWei: '1000000', perDayWei: '1000000' }
    const sponsorship = { networks: ['eip155:137'], ...amounts }
    harness.writeProjects([{ ...demo, smartAccounts: ['eip155:137'], sponsorship, emailCapture: { purpose } }])
    const port = await freePort()
    listener = await listenOn(harness.apps().api, port, { hosts: ['127.0.0.1'] })
    const overHttp: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (!request.url.startsWith(addresses.apiUrl)) return harness.fetch(request)
      const url = request.url.replace(addresses.apiUrl, `http://127.0.0.1:${port}`)
      const { method, headers } = request
      const body = method === 'GET' ? null : await request.arrayBuffer()
      const response = await fetch(url, { method, headers, body })
      answered = { response: response.clone() as Response, body: await response.clone().bytes() }
      return response as unknown as Response
    }
    device = await harness.device({ fetch: overHttp })
    login = await logIn(harness, device, 'ada@example.com')
    const { data } = await device.client.call('getWallets', { entries: 1 })
    const wallet = (login as Login & { wallet: NonNullable<Login['wallet']> }).wallet
    requests = contractRequests({
      address: wallet.addresses.eip155[0] ?? '',
      walletImage: data[0]?.image_id ?? '',
      wallet,
      deviceId: device.deviceId,
      refreshToken: login.refreshToken,
    })
  }, 120_000)
  afterAll(async () => {
    await listener.close()
    await harness[Symbol.asyncDispose]()
    await place[Symbol.asyncDispose]()
  })

  /** A client that sends what the rows forbid. */
  const boldClient = () => {
    const bold = rows.map(([name, row]) => [name, { ...row, request: z.unknown(), idempotent: false }])
    return createApiClient({
      endpoints: Object.fromEntries(bold) as Record<ApiName, EndpointRow>,
      ...addresses,
      projectId: 'demo',
      credentials: deviceCredentials({ prove: (input) => device.signProof(device.claimsFor(input)) }),
      fetch: device.fromWallet,
    })
  }
  /** As a third-party client: with the project in the query. */
  const sendBarely = async (name: ApiName, { method, path, query }: EndpointRow, request: unknown) => {
    const fields = new Map(typeof request === 'object' && request !== null ? Object.entries(request) : [])
    const address = path.replace(/:(\w+)/g, (_, field) => {
      // A server rejects an overlong URL by itself.
      const value = encodeURIComponent(String(fields.get(field)).slice(0, 9_000))
      fields.delete(field)
      return value
    })
    const url = new URL(`${addresses.apiUrl}${address}?projectId=demo`)
    const asked = method === 'GET' ? fields : Object.entries(query === undefined ? {} : (optionsOf(name).query ?? {}))
    for (const [field, value] of asked) url.searchParams.set(field, String(value))
    const isList = Array.isArray(request) || !(typeof request === 'object' && request !== null)
    const body = JSON.stringify(isList ? request : Object.fromEntries(fields))
    const headers = { 'content-type': 'text/plain' }
    await device.fromWallet(url, method === 'GET' ? {} : { method, headers, body })
  }
  const optionsOf = (name: ApiName): { accessToken: string; query?: Record<string, string> } => {
    const { query } = requests[name] as { query?: Record<string, string> }
    return { accessToken: login.accessToken, ...(query === undefined ? {} : { query }) }
  }
  const nameOfFailure = () => {
    const text = new TextDecoder().decode(answered.body)
    return text === '' ? 'nothing' : readFailedBody(JSON.parse(text))?.name
  }

  test('every row answers a request that fits it: its response, or an error of its own in the body of failures', async () => {
    for (const name of Object.keys(requests) as ApiName[]) {
      const row: EndpointRow = endpoints[name]
      const { request, answers } = requests[name] as { request: never; answers: 'response' | ErrorName }
      const outcome = await device.client.call(name, request, optionsOf(name) as never).then(
        () => 'response',
        (error) => error.name,
      )
      expect([name, outcome]).toEqual([name, answers])
      const { response, body } = answered
      expect([name, response.headers.get('x-content-type-options')]).toEqual([name, 'nosniff'])
      if (outcome === 'response') continue
      expect([name, row.errors]).toEqual([name, expect.arrayContaining([outcome])])
      expect(JSON.parse(new TextDecoder().decode(body))).toEqual({
        status: 'FAILED',
        reasons: [{ description: expect.stringMatching(/./) }],
        error: expect.objectContaining({
          name: outcome,
          code: expect.any(Number),
          message: expect.any(String),
          ref: expect.any(String),
        }),
      })
    }
  }, 120_000)

  test('every field of every row that is missing, of another type or too long is refused, and nothing happens', async () => {
    const bold = boldClient()
    login = await device.finishLogin(
      (await device.startEmail('ada@example.com')).attemptId,
      harness.mailbox.codeFor('ada@example.com'),
    )
    const count = () => [nodes.asked.length, harness.mailbox.mails.length]
    let tried = 0
    for (const [name, row] of rows) {
      // A call to a node is JSON-RPC, which has its own errors.
      if (name === 'rpc') continue
      const inPath = [...row.path.matchAll(/:(\w+)/g)].map(([, field]) => field)
      const { request } = requests[name] as { request: object }
      for (const [what, spoiled] of spoil(request, row.method === 'GET' ? 'query' : 'body')) {
        // Without it the path is another one, where everything is text; and a proof's input is an object, or our client makes it one.
        if (inPath.some((field) => what === `${field} missing` || what === `${field} of another type`)) continue
        if (row.credential !== 'none' && wholes.includes(what)) continue
        if (z.safeParse(row.request, withProject(spoiled)).success) {
          // Optional fields may be missing.
          expect([name, what]).toEqual([name, expect.stringMatching(/missing$/)])
          continue
        }
        const [before, statementsBefore] = [count(), statements]
        if (row.credential === 'none') await sendBarely(name, row, spoiled)
        else await bold.call(name, withShortPath(spoiled, inPath) as never, optionsOf(name) as never).catch(() => {})
        const failure = nameOfFailure()
        expect([name, what, answered.response.status, failure]).toEqual([name, what, 400, 'INVALID_PARAMS'])
        expect([name, what, count()]).toEqual([name, what, before])
        if (row.credential === 'none') expect([name, what, statements]).toEqual([name, what, statementsBefore])
        tried++
      }
    }
    expect(tried).toBeGreaterThan(150)
  }, 240_000)

  test('no row takes what is no JSON, or another project’s word', async () => {
    for (const [name, { method, path, caller }] of rows) {
      const url = `${addresses.apiUrl}${path.replace(/:\w+/g, 'x')}?projectId=nobodys`
      const response = await device.fromWallet(url, { method, ...(method === 'GET' ? {} : { body: '{' }) })
      if (name === 'apiHealth') continue
      const failure = readFailedBody(await response.json())?.name as ErrorName
      if (caller === 'dapp')
        expect([name, ['PROJECT_UNKNOWN', 'PARSE_ERROR']]).toEqual([name, expect.arrayContaining([failure])])
      else if (method !== 'GET') expect([name, [...ofEveryRow]]).toEqual([name, expect.arrayContaining([failure])])
    }
  })
})

/** The proof repeats the URL, and a server limits both. */
const withShortPath = (request: unknown, inPath: readonly (string | undefined)[]): unknown =>
  Object.fromEntries(
    Object.entries(request as object).map(([field, value]) => [
      field,
      inPath.includes(field) ? String(value).slice(0, 2_000) : value,
    ]),
  )

const withProject = (request: unknown): unknown =>
  typeof request === 'object' && request !== null && !Array.isArray(request)
    ? { projectId: 'demo', ...request }
    : request
