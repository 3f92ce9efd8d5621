import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { endpoints } from '@latchkey/api-client'
import { catalogue } from '@latchkey/protocol/errors'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { startPostgres } from '@latchkey/service-kit/test/postgres'
import { expect, test } from 'vitest'
import { addresses, createHarness } from './harness.ts'
import { openProcessPlace } from './processPlace.ts'
import { createTestDevice } from './testDevice.ts'

/** Samples of our own metrics: name, labels, value. */
const samplesOf = (text: string) =>
  [...text.matchAll(/^(latchkey_\w+?)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, of]) => [key, of])),
    value: Number(value),
  }))

test('labels are names of ours, whatever users send', async () => {
  await using harness = await createHarness({ nodes: { 'eip155:1': ['http://node.test/key-of-the-operator'] } })
  /** One call of each kind that carries a user's text, which must be in no label. */
  const visit = async (word: string): Promise<void> => {
    const { apiUrl, custodyUrl } = addresses
    const body = JSON.stringify({ email: `${word}@example.com`, attemptId: word, code: word, dappOrigin: word })
    for (const [url, init] of [
      [`${apiUrl}/${word}`, {}],
      [`${apiUrl}/getWallets?projectId=${word}`, {}],
      [`${apiUrl}/getWallets?projectId=demo&search=${word}`, { headers: { Origin: `https://${word}.example` } }],
      [`${apiUrl}/getWalletImage/${word}?projectId=demo`, {}],
      [`${apiUrl}/v1?projectId=demo&chainId=eip155:1`, { method: 'POST', body: `{"method":"${word}"}` }],
      [`${apiUrl}/v1?projectId=demo&chainId=${word}:1`, { method: 'POST', body: `{"method":"eth_call"}` }],
      [
        `${apiUrl}/v1?projectId=demo&chainId=eip155:1`,
        { method: 'POST', body: `{"jsonrpc":"2.0","id":1,"method":"eth_getCode","params":["0x${word}","latest"]}` },
      ],
      [`${apiUrl}/social/callback/${word}?state=${word}`, {}],
      [`${custodyUrl}/custody/v1/email/start`, { method: 'POST', body, headers: { DPoP: word, 'X-Request-Id': word } }],
      [`${custodyUrl}/custody/v1/email/start`, { method: word.toUpperCase(), body }],
    ] as const)
      await (await harness.fetch(url, init)).arrayBuffer()
    const device = await harness.device({ userAgent: word })
    const { attemptId } = await device.startEmail(`${word}@example.com`)
    await expect(device.finishLogin(attemptId, word)).rejects.toMatchObject({ name: 'OTP_INVALID' })
    await device.finishLogin(attemptId, harness.mailbox.codeFor(`${word}@example.com`))
  }
  const seriesOf = async () =>
    samplesOf(await harness.metrics.registry.metrics()).map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
  await visit('firstvisitor')
  const first = await seriesOf()
  await visit('secondvisitor')
  expect((await seriesOf()).toSorted()).toEqual(first.toSorted())

  const text = await harness.metrics.registry.metrics()
  expect(text).not.toMatch(/visitor|key-of-the-operator|demo/i)
  const values = (label: string) => samplesOf(text).flatMap(({ labels }) => labels[label] ?? [])
  expect(Object.keys(endpoints)).toEqual(
    expect.arrayContaining(values('route').filter((it) => it !== 'socialCallback')),
  )
  expect(Object.keys(catalogue)).toEqual(expect.arrayContaining(values('error').filter((it) => it !== '')))
  expect(new Set(values('outcome'))).toEqual(new Set(['sent', 'wrong', 'right', 'failed']))
  expect(new Set(values('host'))).toEqual(new Set(['node.test']))
})

test('a running service exports what dashboard and alerts read, on a port of its own, and says how it runs', async () => {
  await using place = await openProcessPlace()
  await using server = await startPostgres()
  await using stack = new AsyncDisposableStack()
  const node = createServer((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'))
  stack.adopt(node, (open) => void open.close())
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { ports, folder, settings } = place
  const metricsPort = await freePort()
  const secrets = ['key-of-the-operator', 'secret-of-mail', new URL(server.url).password]
  const program = place.run('apps/combined/src/main.ts', {
    ...settings,
    API_PORT: String(ports.api),
    CUSTODY_PORT: String(ports.custody),
    API_URL: place.addresses.apiUrl,
    CUSTODY_URL: place.addresses.custodyUrl,
    VAULT_ORIGIN: place.addresses.vaultOrigin,
    DATABASE_URL: server.url,
    KEY_RING_FOLDER: join(folder, 'keys'),
    METRICS_PORT: String(metricsPort),
    METRICS_HOSTS: '127.0.0.1',
    MAIL_FROM: 'secret-of-mail@latchkey.example',
    NODES: `{"eip155:1":["http://127.0.0.1:${(node.address() as AddressInfo).port}/key-of-the-operator"]}`,
  })
  await program.ready(place.addresses.apiUrl)
  await program.ready(place.addresses.custodyUrl)

  const device = await createTestDevice({
    addresses: place.addresses,
    clock: { now: () => new Date(), advance: () => {} },
    fetch,
  })
  const { attemptId } = await device.startEmail('ada@example.com')
  const login = await device.finishLogin(attemptId, await place.nextCode())
  await device.enrol(login)
  await device.unlock(login.accessToken)
  const rpc = `${place.addresses.apiUrl}/v1?projectId=demo&chainId=eip155:1`
  const called = await fetch(rpc, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}' })
  expect(called.status).toBe(200)
  const unknown = await fetch(`${place.addresses.apiUrl}/getWallets?projectId=unknown`)

  const scraped = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect([scraped.status, scraped.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  const text = await scraped.text()
  for (const secret of secrets) expect(text).not.toContain(secret)
  const samples = samplesOf(text)
  const find = (name: string, labels: Record<string, string> = {}) =>
    samples.find((each) => each.name === name && Object.entries(labels).every(([key, of]) => each.labels[key] === of))
  expect(find('latchkey_requests_total', { route: 'releaseAuthShare', error: '' })?.value).toBe(1)
  expect(find('latchkey_codes_total', { outcome: 'right' })?.value).toBe(1)
  expect(find('latchkey_mails_total', { outcome: 'sent' })?.value).toBe(1)
  expect(find('latchkey_part_up', { authority: 'custody', part: 'database' })?.value).toBe(1)
  expect(find('latchkey_part_up', { authority: 'api', part: 'eip155:1' })?.value).toBe(1)
  expect(find('latchkey_database_pool', { state: 'free' })?.value).toBeGreaterThan(0)
  expect(find('latchkey_upstream_duration_seconds_count', { chain: 'eip155:1', outcome: 'answered' })).toBeDefined()
  expect(find('latchkey_key_store_duration_seconds_count', { authority: 'custody', operation: 'unwrap' })).toBeDefined()
  expect(find('latchkey_build_info', { mode: 'combined' })?.value).toBe(1)

  // All metrics on the dashboard and in alerts are exported.
  const exported = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const observability = join(import.meta.dirname, '../../../infra/observability')
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const read = readFileSync(join(observability, file), 'utf8').match(/\b(?:latchkey|nodejs|process)_\w+/g)
    expect([file, read?.length]).not.toEqual([file, 0])
    for (const name of new Set(read)) expect([file, name, exported.has(name)]).toEqual([file, name, true])
  }

  // Clients can't reach it.
  for (const url of [place.addresses.apiUrl, place.addresses.custodyUrl])
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/health`)).status).toBe(404)

  program.child.kill('SIGTERM')
  const { code, said } = await program.ended
  const lines = said
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
  expect([code, lines[0], lines.at(-1)]).toEqual([
    0,
    {
      at: expect.any(String),
      level: 'info',
      event: 'started',
      version: '0.1.0',
      mode: 'combined',
      listens: [`127.0.0.1:${ports.api}`, `127.0.0.1:${ports.custody}`],
      metrics: [`127.0.0.1:${metricsPort}`],
      database: 'postgres',
      redis: false,
      cache: false,
    },
    expect.objectContaining({ event: 'stopping' }),
  ])
  for (const secret of secrets) expect(said).not.toContain(secret)
  // Each response's id leads to its log line.
  const idOf = (response: Response) => response.headers.get('x-request-id')
  expect(lines).toContainEqual(expect.objectContaining({ route: 'rpc', requestId: idOf(called) }))
  const { error } = (await unknown.json()) as { error: { ref: string } }
  expect(error.ref).toBe(idOf(unknown))
  expect(lines).toContainEqual(expect.objectContaining({ route: 'getWallets', requestId: error.ref }))
  expect(lines.filter(({ event }) => event === 'request' || event === 'mail sent')).toEqual(
    expect.not.arrayContaining([expect.not.objectContaining({ requestId: expect.any(String) })]),
  )
}, 60_000)
