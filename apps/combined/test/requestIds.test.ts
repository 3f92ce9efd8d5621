import { type Proxies, readProxies } from '@latchkey/service-kit/http/ipAddress'
import { describe, expect, test } from 'vitest'
import { addresses, createHarness } from './harness.ts'

const { apiUrl, custodyUrl } = addresses
/** The harness's own address. */
const trusted = readProxies('192.0.2.0/24', false) as Proxies
const given = '0f8fad5b-d9cb-469f-a165-70867728950e'
const uuid = /^[0-9a-f-]{36}$/
const headers = { 'X-Request-Id': given }
const idOf = (response: Response): string => response.headers.get('x-request-id') ?? ''

describe('the id of a request', () => {
  test('is in its answer, in each of its lines, and is the ref of its failure', async () => {
    await using harness = await createHarness()
    const ask = () => harness.fetch(`${custodyUrl}/custody/v1/email/start`, { method: 'POST', body: '{}' })
    const [first, second] = await Promise.all([ask(), ask()])
    const ids = [first, second].map(idOf)
    expect(ids).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)])
    expect(new Set(ids).size).toBe(2)
    const refs = await Promise.all([first, second].map((each) => each.json()))
    expect(refs).toMatchObject(ids.map((ref) => ({ error: { ref } })))
    expect(harness.log.map(({ requestId }) => requestId).toSorted()).toEqual(ids.toSorted())
  })

  test('is there without a row too: no such path, readiness, the documentation, a preflight', async () => {
    await using harness = await createHarness()
    for (const [path, init] of [
      ['/nowhere', {}],
      ['/ready', {}],
      ['/docs', {}],
      ['/account/v1/session', { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'POST' } }],
    ] as const)
      expect([path, idOf(await harness.fetch(`${apiUrl}${path}`, init))]).toEqual([path, expect.stringMatching(uuid)])
  })

  test('is not in an answer that a browser keeps: pages would know the user by it again', async () => {
    await using harness = await createHarness()
    const response = await harness.fetch(`${apiUrl}/public/getAssetImage/base?projectId=demo`)
    expect([response.status, idOf(response)]).toEqual([200, ''])
  })

  test('is a proxy’s where the connection comes from a trusted one', async () => {
    await using harness = await createHarness({ proxies: trusted })
    const response = await harness.fetch(`${apiUrl}/health`, { headers })
    expect([idOf(response), harness.log.at(-1)?.requestId]).toEqual([given, given])
  })

  test('is never a user’s own', async () => {
    await using harness = await createHarness()
    const response = await harness.fetch(`${apiUrl}/health`, { headers })
    expect(idOf(response)).toMatch(uuid)
    expect(JSON.stringify([...response.headers, ...harness.log])).not.toContain(given)
  })
})
