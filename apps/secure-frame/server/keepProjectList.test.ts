import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { walletProjectId } from '@latchkey/api-client'
import { expect, onTestFinished, test } from 'vitest'
import { keepProjectList } from './keepProjectList.ts'

/** An API with a list, which may be offline or send something else. */
const startApi = async (projects: Record<string, string[]>) => {
  const api = {
    projects,
    isAway: false,
    body: null as string | null,
    asked: [] as (string | undefined)[],
    paths: [] as string[],
  }
  const server = createServer((request, response) => {
    api.asked.push(request.headers['if-none-match'])
    api.paths.push(request.url ?? '')
    if (api.isAway) return void response.destroy()
    const list = { projects: Object.entries(api.projects).map(([id, origins]) => ({ id, origins })) }
    const body = api.body ?? JSON.stringify(list)
    const tag = JSON.stringify(String(body.length))
    const isSame = request.headers['if-none-match'] === tag
    response.writeHead(isSame ? 304 : 200, { etag: tag }).end(isSame ? undefined : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { api, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const keep = (projectListUrl: string) => {
  const lines: string[] = []
  const list = keepProjectList({
    projectListUrl,
    walletOrigin: 'https://wallet.example',
    lookMs: 100,
    log: (level, event) => lines.push(`${level} ${event}`),
  })
  onTestFinished(() => list.close())
  return { ...list, lines }
}

test('the list is read at the start, and what changes in it is known soon after; unchanged, it is not sent again', async () => {
  const { api, url } = await startApi({ demo: ['https://dapp.example'] })
  const { projectOrigins, ready } = keep(url)
  await ready(60_000)
  expect(await projectOrigins('demo')).toEqual(['https://dapp.example'])
  api.projects = { demo: [], shop: ['https://shop.example'] }
  await expect.poll(() => projectOrigins('shop')).toEqual(['https://shop.example'])
  expect(await projectOrigins('demo')).toEqual([])
  await expect.poll(() => api.asked.at(-1)).toBeDefined()
})

test('asks nobody for an id, however it is made', async () => {
  const { api, url } = await startApi({ demo: [] })
  const { projectOrigins, ready } = keep(url)
  await ready(60_000)
  const ids = [
    'nobody',
    '',
    'x'.repeat(129),
    'x'.repeat(16_000),
    'a b',
    'a/b',
    'é',
    '__proto__',
    'constructor',
    'demo\n',
    '%00',
  ]
  for (const id of ids) expect([id, await projectOrigins(id)]).toEqual([id, null])
  for (let index = 0; index < 10_000; index++) expect(await projectOrigins(`${index}`)).toBeNull()
  // Only the list is requested.
  expect(new Set(api.paths)).toEqual(new Set(['/projects']))
})

test('gives the wallet’s own project the wallet’s own origin, whatever the list says', async () => {
  const { url } = await startApi({ [walletProjectId]: ['https://elsewhere.example'] })
  const { projectOrigins, ready } = keep(url)
  await ready(60_000)
  expect(await projectOrigins(walletProjectId)).toEqual(['https://wallet.example'])
})

test.each<[string, (api: Awaited<ReturnType<typeof startApi>>['api']) => void]>([
  ['the api is away', (api) => Object.assign(api, { isAway: true })],
  ['the api sends no JSON', (api) => Object.assign(api, { body: '<html>' })],
  ['the api sends another shape', (api) => Object.assign(api, { body: '{"projects":[{"id":"demo"}]}' })],
  ['the api sends a list without end', (api) => Object.assign(api, { body: ' '.repeat(33 * 1024 * 1024) })],
])('while %s the last list stands, and the log says so once', async (_, fail) => {
  const { api, url } = await startApi({ demo: ['https://dapp.example'] })
  const { projectOrigins, ready, lines } = keep(url)
  await ready(60_000)
  fail(api)
  await expect.poll(() => lines).toEqual(['error projects cannot be read'])
  expect(await projectOrigins('demo')).toEqual(['https://dapp.example'])
  expect(await projectOrigins('nobody')).toBeNull()
  Object.assign(api, { isAway: false, body: null, projects: { demo: ['https://new.example'] } })
  await expect.poll(() => projectOrigins('demo')).toEqual(['https://new.example'])
  expect(lines).toEqual(['error projects cannot be read', 'info projects read again'])
})

test('a process that never had a list knows no project, and says so until it has one', async () => {
  const { api, url } = await startApi({ demo: ['https://dapp.example'] })
  api.isAway = true
  const { projectOrigins, ready } = keep(url)
  await ready(0)
  await expect(projectOrigins('demo')).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  api.isAway = false
  await expect.poll(() => projectOrigins('demo').catch(() => 'not yet')).toEqual(['https://dapp.example'])
})
