import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../runCli.ts'
import { projectId, startDeployment, type TestDeployment } from '../testing/startDeployment.fixture.ts'

const owned = new AsyncDisposableStack()
afterAll(() => owned.disposeAsync())

let deployment: TestDeployment
beforeAll(async () => {
  deployment = owned.use(await startDeployment())
})
afterEach(() => {
  deployment.tamper = null
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-verify-'))
  return () => rmSync(folder, { recursive: true })
})

const keys = generateKeyPairSync('ed25519')
const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()

/** Writes a file and returns its path. */
const write = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
/** Writes the deployment's manifest, or another one, with its signature and key, and returns the options for them. */
const publish = (content = JSON.stringify(deployment.frameManifest), key = keys.privateKey): string[] => {
  const manifest = write('frame-manifest.json', content)
  write('frame-manifest.json.sig', `${sign(null, Buffer.from(content), key).toString('base64')}\n`)
  return ['--manifest', manifest, '--key', write('release.pem', pemOf(keys.publicKey))]
}
const verify = async (options: readonly string[] = publish(), url = deployment.walletOrigin) => {
  const said: string[] = []
  const terminal = { say: (line: string) => said.push(line), complain: (line: string) => said.push(line) }
  const code = await runCli(['verify', url, '--project', projectId, ...options], '0.0.0', terminal)
  return { code, text: said.join('\n') }
}

/** Changes the responses of a path. */
const change = (path: string, make: (response: Response, request: Request) => Promise<Response> | Response): void => {
  deployment.tamper = async (request, serve) => {
    const response = await serve()
    return new URL(request.url).pathname === path ? make(response, request) : response
  }
}
const withHeader = (name: string, value: string) => (response: Response) => {
  const headers = new Headers(response.headers)
  headers.append(name, value)
  return new Response(response.body, { status: response.status, headers })
}
const plain = (response: Response): Headers => {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return headers
}

test('a deployment of the release that the manifest is of has no fault', async () => {
  const { code, text } = await verify()
  expect({ code, text }).toMatchObject({ code: 0 })
  const documents = Object.keys(deployment.frameManifest.wallet.documents).length
  expect(text).toContain(`documents of the wallet: ${documents} as in the manifest, for 2 clients`)
  expect(text).toContain('files of the vault: 4 as in the manifest, for 2 clients')
  expect(text).toContain(`ok      vault: ${deployment.vaultOrigin}`)
  expect(text).toMatch(/\nCompared with 1\.2\.3: \d+ ok, 0 faults, 0 warnings, 0 skipped$/)
})

test('as JSON it says the same', async () => {
  const { code, text } = await verify([...publish(), '--json'])
  expect([code, JSON.parse(text)]).toMatchObject([0, { version: '1.2.3', counts: { fault: 0 } }])
})

test('one changed byte of any document or file is named', async () => {
  const options = publish()
  const { wallet, vault } = deployment.frameManifest
  const paths = [wallet, vault].flatMap(({ documents, files }) => [...Object.keys(documents), ...Object.keys(files)])
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) {
    change(path, async (response) => {
      const packed = Buffer.from(await response.arrayBuffer())
      const body = response.headers.get('content-encoding') === 'br' ? brotliDecompressSync(packed) : packed
      const at = body.lastIndexOf(')') === -1 ? body.length - 1 : body.lastIndexOf(')')
      body[at] = (body[at] ?? 0) ^ 1
      return new Response(body, { headers: plain(response) })
    })
    const { code, text } = await verify(options)
    expect([path, code, text]).toEqual([path, 1, expect.stringContaining(path)])
  }
})

test('what only one user gets is named with the user', async () => {
  change('/assets/words-3.js', (response, request) =>
    request.headers.get('user-agent')?.includes('iPhone')
      ? new Response('steal()', { headers: plain(response) })
      : response,
  )
  const { code, text } = await verify()
  expect(code).toBe(1)
  expect(text).toMatch(/\/assets\/words-3\.js is sha256-\S+, not sha256-\S+ \(as Safari on a phone\)/)
  expect(text).not.toContain('(as Chrome on a desktop)')
})

describe('headers', () => {
  test.each<[string, string, (response: Response) => Response, string]>([
    [
      'a second policy',
      '/sdk',
      withHeader('content-security-policy', "script-src 'unsafe-inline'"),
      'content-security-policy is',
    ],
    ['a link to load', '/sdk', withHeader('link', '</x.js>; rel=preload; as=script'), 'link was added'],
    [
      'a worker’s scope',
      '/assets/words-3.js',
      withHeader('service-worker-allowed', '/'),
      'service-worker-allowed was added',
    ],
    [
      'readers of other origins',
      '/',
      withHeader('access-control-allow-origin', '*'),
      'access-control-allow-origin was added',
    ],
    ['a cookie', '/vault', withHeader('set-cookie', 'a=b'), 'set-cookie was added'],
    [
      'a wider policy',
      '/sdk',
      (response) => {
        const headers = new Headers(response.headers)
        const policy = headers.get('content-security-policy') ?? ''
        headers.set('content-security-policy', policy.replace("script-src '", "script-src 'self' '"))
        return new Response(response.body, { headers })
      },
      'content-security-policy is',
    ],
    [
      'a policy behind the pages of the project',
      '/sdk',
      (response) => {
        const headers = new Headers(response.headers)
        const policy = headers.get('content-security-policy') ?? ''
        headers.set(
          'content-security-policy',
          policy.replace('frame-ancestors ', 'frame-ancestors x; script-src *; base-uri '),
        )
        return new Response(response.body, { headers })
      },
      'content-security-policy is',
    ],
    [
      'a frame that anybody may embed',
      '/sdk',
      (response) => {
        const headers = new Headers(response.headers)
        const policy = headers.get('content-security-policy') ?? ''
        headers.set('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'))
        return new Response(response.body, { headers })
      },
      'content-security-policy is',
    ],
    ['another listener', '/sdk', withHeader('alt-svc', 'h2="evil.example:443"'), 'alt-svc was added'],
    [
      'a way out by reports',
      '/vault',
      withHeader('content-security-policy-report-only', "script-src 'none'; report-uri https://evil.example"),
      'content-security-policy-report-only was added',
    ],
    [
      'no header against sniffing',
      '/vault-1.js',
      (response) => {
        const headers = new Headers(response.headers)
        headers.delete('x-content-type-options')
        return new Response(response.body, { headers })
      },
      'x-content-type-options is missing',
    ],
    [
      'a worker without its policy',
      '/worker-1.js',
      (response) => {
        const headers = new Headers(response.headers)
        headers.delete('content-security-policy')
        return new Response(response.body, { headers })
      },
      'content-security-policy is missing',
    ],
  ])('%s is named', async (_, path, make, words) => {
    change(path, make)
    const { code, text } = await verify()
    expect([code, text]).toEqual([1, expect.stringContaining(words)])
    expect(text).toContain(path)
  })

  test('those that proxies add and browsers do not act on are no fault', async () => {
    change('/sdk', withHeader('x-cache', 'HIT'))
    expect(await verify()).toMatchObject({ code: 0 })
  })
})

test('what only browsers get is found', async () => {
  deployment.tamper = async (request, serve) => {
    const response = await serve()
    if (request.headers.get('sec-fetch-dest') !== 'iframe' || !request.url.includes('/vault?')) return response
    return new Response('<script>steal()</script>', { headers: plain(response) })
  }
  const { code, text } = await verify()
  expect([code, text]).toEqual([1, expect.stringContaining('/vault?projectId=demo differs at')])
})

test.each([
  [
    'the api on the wallet’s origin',
    'apiUrl',
    () => `${deployment.walletOrigin}/backend`,
    'api is on the origin of the wallet',
  ],
  ['custody on the vault’s', 'custodyUrl', () => deployment.vaultOrigin, 'custody is on the origin of the vault'],
  ['the vault on the wallet’s', 'vaultOrigin', () => deployment.walletOrigin, 'wallet and vault have one origin'],
])('%s is a fault', async (_, name, url, words) => {
  deployment.tamper = async (request, serve) => {
    // An attacker who does that also serves a vault there.
    const { pathname, search } = new URL(request.url)
    const isVault = pathname === '/vault' && request.url.startsWith(deployment.walletOrigin)
    const response = isVault ? await fetch(`${deployment.vaultOrigin}${pathname}${search}`) : await serve()
    if (!response.headers.get('content-type')?.includes('html')) return response
    const text = (await response.text()).replaceAll(
      new RegExp(`&#34;${name}&#34;:&#34;[^&]*&#34;`, 'g'),
      `&#34;${name}&#34;:&#34;${url()}&#34;`,
    )
    return new Response(text, { headers: plain(response) })
  }
  const { code, text } = await verify()
  expect([code, text]).toEqual([1, expect.stringContaining(words)])
})

test.each(['/sw.js', '/docs', '/custody/v1/keys'])('a document at %s is named', async (path) => {
  change(path, () => new Response('<script>steal()</script>', { headers: { 'content-type': 'text/html' } }))
  const { code, text } = await verify()
  expect([code, text]).toEqual([1, expect.stringContaining(`${path} is answered with 200, text/html`)])
})

test('an address that could change the meaning of a policy is named, and nothing is compared with it', async () => {
  const evil = 'http://127.0.0.1:1/x; script-src *; connect-src '
  deployment.tamper = async (_, serve) => {
    const response = await serve()
    if (!response.headers.get('content-type')?.includes('html')) return response
    const text = (await response.text()).replaceAll(
      /&#34;apiUrl&#34;:&#34;[^&]*&#34;/g,
      `&#34;apiUrl&#34;:&#34;${evil}&#34;`,
    )
    return new Response(text, { headers: plain(response) })
  }
  const { code, text } = await verify()
  expect([code, text]).toEqual([1, expect.stringContaining('apiUrl is "http://127.0.0.1:1/x; script-src')])
  expect(text).not.toContain('as in the manifest')
})

test('without the document of the vault nothing is compared', async () => {
  change('/vault', () => new Response('away', { status: 503 }))
  const { code, text } = await verify()
  expect([code, text]).toEqual([1, expect.stringContaining('/vault?projectId=demo: 503')])
})

describe('is not run', () => {
  const unsigned = (content: string) => ['--manifest', write('frame-manifest.json', content), '--unsigned']
  test.each<[string, () => string[], string]>([
    ['without a manifest', () => ['--unsigned'], '--manifest is missing.'],
    ['without a key', () => publish().slice(0, 2), 'Name either the --key'],
    ['with a key for what is unsigned', () => [...publish(), '--unsigned'], 'Name either the --key'],
    [
      'with another one’s signature',
      () => publish(undefined, generateKeyPairSync('ed25519').privateKey),
      'is no signature of',
    ],
    [
      'with a manifest that was changed since it was signed',
      () => {
        const options = publish()
        write('frame-manifest.json', `${JSON.stringify(deployment.frameManifest)} `)
        return options
      },
      'is no signature of',
    ],
    [
      'without the signature',
      () => {
        const options = publish()
        rmSync(join(folder, 'frame-manifest.json.sig'))
        return options
      },
      'The signature',
    ],
    [
      'with a key of another kind',
      () => {
        const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
        return [...publish().slice(0, 2), '--key', write('other.pem', pemOf(publicKey))]
      },
      'other.pem is no public key of Ed25519 in PEM.',
    ],
    ['with what is no manifest', () => unsigned('{}'), 'it is no frame manifest of this version'],
    [
      'with a manifest that lists no files',
      () => {
        const { vault, ...rest } = deployment.frameManifest
        return unsigned(JSON.stringify({ ...rest, vault: { ...vault, files: {} } }))
      },
      'it lists no documents or no files',
    ],
    [
      'with a manifest of headers that are not there',
      () => unsigned(JSON.stringify({ ...deployment.frameManifest, headers: [] })),
      'it names headers that it does not have',
    ],
  ])('%s', async (_, options, words) => {
    const { code, text } = await verify(options())
    expect([code, text]).toEqual([2, expect.stringContaining(words)])
  })
})
