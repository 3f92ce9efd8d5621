import { createHash, randomUUID } from 'node:crypto'
import { endpoints, frameAncestors } from '@latchkey/api-client'
import { type FrameManifest, type OriginManifest, placeholders } from '@latchkey/document-server/frameManifest'
import * as z from 'zod/mini'
import { type Answer, type Ask, describeFailure, headerOf, jsonOf, linesOf, textOf } from '../deployment/ask.ts'
import type { FrameFacts } from '../deployment/Deployment.ts'
import type { AreaFindings } from '../deployment/Finding.ts'
import { type Finding, fault, ok } from '../deployment/Finding.ts'
import { readDocuments } from '../deployment/readDeployment.ts'

/** A deployment, and the manifest of the release that it should serve. */
export type VerifyOptions = {
  walletOrigin: string
  projectId: string
  manifest: FrameManifest
  /** Request functions that look like different clients, by name. A server may treat them differently. */
  clients: Readonly<Record<string, Ask>>
}

/** A deployment's own values, by their names in `placeholders`. */
type Own = Readonly<Record<keyof typeof placeholders, string>>

const why =
  'Users get something else than what the release consists of, and no one has reviewed what it does with their keys.'
const fixOfBuild =
  'Deploy the release that the manifest is of. If you did, find out what stands between: a CDN or proxy that rewrites pages, or somebody on the server.'
const fixOfHeaders =
  'Let the proxy pass on the headers of the frame server as they are, and add none of its own that browsers act on.'

/**
 * Headers that proxies and CDNs add and browsers ignore. Anything else that the manifest lacks is a fault: browsers keep adding headers
 * that load, store, report or run something.
 */
const harmless =
  /^(?:accept-ranges|age|cache-status|cf-cache-status|cf-ray|connection|content-encoding|content-length|date|etag|keep-alive|last-modified|server|transfer-encoding|vary|via|x-cache|x-cache-hits|x-request-id|x-served-by|x-timer)$/

const sha256 = (data: Uint8Array): string => `sha256-${createHash('sha256').update(data).digest('base64')}`
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Replaces a manifest's placeholders with a deployment's own values. */
const fill = (template: string, own: Own, write: (value: string) => string = (value) => value): string =>
  Object.entries(own)
    .reduce((text, [name, value]) => text.replaceAll(placeholders[name as keyof Own], write(value)), template)
    // A duplicate is sent once: for the wallet's own pages.
    .replace(`frame-ancestors ${own.walletOrigin} ${own.walletOrigin};`, `frame-ancestors ${own.walletOrigin};`)

/** A URL, and a key in base64url: no characters that could end the surrounding syntax. */
const address = /^https?:\/\/[\w.:[\]-]+(?:\/[\w./-]*)?$/
const key = /^[\w-]+$/
const routers = /^[\w:,]*$/

const formOf = (name: string): RegExp => (name === 'swapRouters' ? routers : name.endsWith('Key') ? key : address)

/** Returns the headers in which a response differs from the manifest. */
const differencesOf = (answer: Answer, expected: Readonly<Record<string, string>>, own: Own): string[] => {
  const isSecure = answer.url.startsWith('https:')
  const wrong = Object.entries(expected).flatMap(([name, value]) => {
    if (name === 'strict-transport-security' && !isSecure) return []
    const lines = linesOf(answer, name)
    if (lines.length === 1 && lines[0] === fill(value, own)) return []
    return [lines.length === 0 ? `${name} is missing` : `${name} is ${JSON.stringify(lines.join(' | ').slice(0, 200))}`]
  })
  const added = answer.headers.flatMap(([name]) =>
    harmless.test(name) || name in expected ? [] : [`${name} was added`],
  )
  return [...wrong, ...added]
}

const textDifference = (actual: string, expected: string): string => {
  let at = 0
  while (at < expected.length && actual[at] === expected[at]) at++
  return `differs at character ${at}: ${JSON.stringify(actual.slice(at, at + 60))}, not ${JSON.stringify(expected.slice(at, at + 60))}`
}

const compareDocument = (
  answer: Answer,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
  own: Own,
): string[] => {
  if (answer.status !== 200) return [`is answered with ${answer.status}`]
  const expected = fill(body, own, escapeHtml)
  const text = textOf(answer)
  return [...(text === expected ? [] : [textDifference(text, expected)]), ...differencesOf(answer, headers, own)]
}

const compareFile = (
  answer: Answer,
  { integrity, headers }: { integrity: string; headers: Readonly<Record<string, string>> },
  own: Own,
): string[] => {
  if (answer.status !== 200) return [`is answered with ${answer.status}`]
  const actual = sha256(answer.body)
  return [...(actual === integrity ? [] : [`is ${actual}, not ${integrity}`]), ...differencesOf(answer, headers, own)]
}

/** Paths that no release uses: where a worker for the whole origin, or an authority's responses, would be. */
const nowhere = [
  '/sw.js',
  '/service-worker.js',
  '/index.html',
  '/account/v1/keys',
  '/custody/v1/keys',
  '/getWallets',
  '/docs',
]

const compareNothing = (answer: Answer): string[] => {
  const isClosed = headerOf(answer, 'content-security-policy')?.startsWith("default-src 'none';") === true
  const type = headerOf(answer, 'content-type') ?? ''
  if (answer.status === 404 && isClosed && /^text\/plain/.test(type)) return []
  return [`is answered with ${answer.status}, ${type === '' ? 'no type' : type}`]
}

type Part = 'wallet' | 'vault'
type Looked = { path: string; like: RequestKind; compare: (answer: Answer) => string[] }

/** The type of a browser request: its headers could let a server treat browsers differently. */
type RequestKind = 'frame' | 'page' | 'script' | 'style'
const fetched = (dest: string, mode: string, accept: string) => ({
  accept,
  'sec-fetch-dest': dest,
  'sec-fetch-mode': mode,
  'sec-fetch-site': mode === 'navigate' ? 'cross-site' : 'same-origin',
})
const ofDocument = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const requestHeaders: Readonly<Record<RequestKind, Readonly<Record<string, string>>>> = {
  frame: { ...fetched('iframe', 'navigate', ofDocument), 'upgrade-insecure-requests': '1' },
  page: { ...fetched('document', 'navigate', ofDocument), 'sec-fetch-user': '?1', 'upgrade-insecure-requests': '1' },
  script: fetched('script', 'cors', '*/*'),
  style: fetched('style', 'no-cors', 'text/css,*/*;q=0.1'),
}

/** Decides by the manifest's own frame policy: a document that no page may embed is opened in a window. */
const kindOf = (headers: Readonly<Record<string, string>>): RequestKind =>
  headers['content-security-policy']?.includes(`frame-ancestors 'none'`) ? 'page' : 'frame'

const atOnce = 6

/**
 * Compares what a deployment serves from both origins of the wallet with a frame manifest, as several clients, and yields its findings. It
 * changes nothing there.
 */
export async function* verify({
  walletOrigin,
  projectId,
  manifest,
  clients,
}: VerifyOptions): AsyncGenerator<AreaFindings> {
  const [first] = Object.values(clients)
  if (first === undefined) throw new Error('Somebody must visit')
  const { documents: read, facts, vaultFacts } = await readDocuments({ walletOrigin, projectId, ask: first })
  if (facts === null || vaultFacts === null) {
    const missing = read.map((document) =>
      'missing' in document ? `${document.url}: ${document.missing}` : `${document.url}: ${document.answer.status}`,
    )
    const found = fault('documents of the wallet', {
      seen: `one of them does not say where everything is (${missing.join(', ')})`,
      why: 'Without them nothing can be compared.',
      fix: 'Look at the address and the project. `latchkey doctor` says what is wrong with a deployment.',
    })
    yield { area: 'Documents', findings: [found] }
    return
  }
  const { apiHpkePublicKey, custodyHpkePublicKey } = vaultFacts
  const said = { walletOrigin, ...facts, apiHpkePublicKey, custodyHpkePublicKey }
  const odd = Object.entries(said).filter(([name, value]) => !formOf(name).test(value))
  if (odd.length > 0) {
    const found = fault('where everything is', {
      seen: odd.map(([name, value]) => `${name} is ${JSON.stringify(value.slice(0, 100))}`).join(', '),
      why: 'What is no plain address could change what the policies around it mean.',
      fix: fixOfBuild,
    })
    yield { area: 'Documents', findings: [found] }
    return
  }
  const shared = sharedOrigins(said)
  const pages = await readPages(first, said.apiUrl, projectId)
  if (shared.length > 0 || pages === null) {
    const found = fault('where everything is', {
      seen: shared.length > 0 ? shared.join('; ') : 'the api does not say which pages the project has',
      why: 'On an origin of the wallet or the vault, another service could run script there; and without the list nobody knows who may embed them.',
      fix: 'Give wallet, vault, api and custody a host name each.',
    })
    yield { area: 'Documents', findings: [found] }
    return
  }
  const own: Own = { ...said, pages }
  const findings = (part: Part, looked: readonly Looked[], subject: string, fix: string) =>
    lookAt({ origin: part === 'wallet' ? walletOrigin : facts.vaultOrigin, looked, subject, fix, clients })
  const headersOf = ({ headers }: { headers: number }) => manifest.headers[headers] ?? {}

  yield { area: 'Deployment', findings: describeOwn(facts, own) }
  for (const part of ['wallet', 'vault'] as const) {
    const { documents, files }: OriginManifest = manifest[part]
    const query = `?projectId=${encodeURIComponent(projectId)}`
    yield {
      area: part === 'wallet' ? 'Wallet' : 'Vault',
      findings: [
        await findings(
          part,
          Object.entries(documents).map(([path, { body, headers }]) => ({
            path: `${path}${query}`,
            like: kindOf(headersOf({ headers })),
            compare: (answer) => compareDocument(answer, { body, headers: headersOf({ headers }) }, own),
          })),
          `documents of the ${part}`,
          fixOfBuild,
        ),
        await findings(
          part,
          Object.entries(files).map(([path, { integrity, headers }]) => ({
            path,
            like: path.endsWith('.css') ? 'style' : 'script',
            compare: (answer) => compareFile(answer, { integrity, headers: headersOf({ headers }) }, own),
          })),
          `files of the ${part}`,
          fixOfBuild,
        ),
        await findings(
          part,
          [...nowhere, `/${randomUUID()}`, `/assets/${randomUUID()}.js`].map((path) => ({
            path,
            like: path.endsWith('.js') ? ('script' as const) : ('page' as const),
            compare: compareNothing,
          })),
          `nothing else on the origin of the ${part}`,
          fixOfHeaders,
        ),
      ],
    }
  }
}

/** Returns which services share an origin with the documents. */
const sharedOrigins = ({ walletOrigin, vaultOrigin, apiUrl, custodyUrl }: Omit<Own, 'pages'>): string[] => {
  const services = { api: new URL(apiUrl).origin, custody: new URL(custodyUrl).origin }
  const [wallet, vault] = [new URL(walletOrigin).origin, new URL(vaultOrigin).origin]
  return [
    ...(wallet === vault ? ['wallet and vault have one origin'] : []),
    ...Object.entries(services).flatMap(([name, origin]) =>
      origin === wallet || origin === vault
        ? [`${name} is on the origin of the ${origin === wallet ? 'wallet' : 'vault'}`]
        : [],
    ),
  ]
}

const projectPages = z.object({ allowedOrigins: z.array(z.string()) })

/** Returns the pages that may embed a project's wallet, in policy form; null when the api doesn't return them. */
const readPages = async (ask: Ask, apiUrl: string, projectId: string): Promise<string | null> => {
  const url = `${apiUrl}${endpoints.origins.path}?projectId=${encodeURIComponent(projectId)}`
  const parsed = await ask(url).then(
    (answer) => z.safeParse(projectPages, jsonOf(answer)),
    () => null,
  )
  return parsed?.success ? frameAncestors(parsed.data.allowedOrigins) : null
}

/** Reports the deployment's own values, which can't be verified from outside. */
const describeOwn = (facts: FrameFacts, own: Own): Finding[] => [
  ok('vault', facts.vaultOrigin),
  ok('api', `${facts.apiUrl}, key ${own.apiHpkePublicKey.slice(0, 16)}…`),
  ok('custody', `${facts.custodyUrl}, key ${own.custodyHpkePublicKey.slice(0, 16)}…`),
  ok('pages of the project', own.pages),
  ok('exchanges for swaps', facts.swapRouters === '' ? 'none' : facts.swapRouters),
]

type LookedAt = {
  origin: string
  looked: readonly Looked[]
  subject: string
  fix: string
  clients: Readonly<Record<string, Ask>>
}

const lookAt = async ({ origin, looked, subject, fix, clients }: LookedAt): Promise<Finding> => {
  const wrong: string[] = []
  const queue = looked.flatMap((each) => Object.entries(clients).map(([client, ask]) => ({ ...each, client, ask })))
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { path, like, compare, client, ask } = next
      const found = await ask(`${origin}${path}`, { headers: requestHeaders[like] }).then(compare, (error) => [
        describeFailure(error),
      ])
      for (const each of found) wrong.push(`${path} ${each} (as ${client})`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (wrong.length === 0)
    return ok(subject, `${looked.length} as in the manifest, for ${Object.keys(clients).length} clients`)
  const more = wrong.length > 5 ? `; and ${wrong.length - 5} more` : ''
  return fault(subject, { seen: `${wrong.toSorted().slice(0, 5).join('; ')}${more}`, why, fix })
}
