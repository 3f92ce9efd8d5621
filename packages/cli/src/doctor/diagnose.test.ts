import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../deployment/ask.ts'
import type { Finding } from '../deployment/Finding.ts'
import type { DeploymentOptions } from '../deployment/readDeployment.ts'
import type { Resolver } from '../deployment/resolver.ts'
import { runCli } from '../runCli.ts'
import { makeCertificates } from '../testing/makeCertificates.fixture.ts'
import { projectId, startDeployment, type TestDeployment } from '../testing/startDeployment.fixture.ts'
import { startSite } from '../testing/startSite.fixture.ts'
import { diagnose } from './diagnose.ts'

const owned = new AsyncDisposableStack()
afterAll(() => owned.disposeAsync())

const certificates = owned.use(makeCertificates())
const sound = certificates.make('localhost', 60)
/** Resolves a domain with mail records, and one without any. */
const resolver: Resolver = {
  addresses: async (host) => (host === 'localhost' ? ['127.0.0.1'] : []),
  texts: async (name) => {
    const found: Record<string, string[]> = {
      'mail.example': ['v=spf1 include:spf.mail.example -all', 'something else'],
      '_dmarc.mail.example': ['v=DMARC1; p=quarantine'],
      'lax.example': ['v=spf1 +all'],
      '_dmarc.lax.example': ['v=DMARC1; p=none'],
      'twice.example': ['v=spf1 -all', 'v=spf1 ~all'],
    }
    if (found[name] === undefined) throw new Error('ENOTFOUND')
    return found[name]
  },
  mailHosts: async (domain) => (domain === 'mail.example' ? ['mx.mail.example'] : Promise.reject(new Error('ENODATA'))),
}

let deployment: TestDeployment
/** Redirects to the wallet, like the proxy on port 80. */
let plainPort: number
beforeAll(async () => {
  deployment = owned.use(await startDeployment({ certificates: { wallet: sound, vault: sound } }))
  const redirecting = owned.use(
    await startSite((request) => {
      // One server for both names: only in these tests do they differ by port.
      const { pathname } = new URL(request.url)
      return Response.redirect(`${deployment.walletOrigin}${pathname}`, 308)
    }),
  )
  plainPort = redirecting.port
})
afterEach(() => {
  deployment.tamper = null
  Object.assign(deployment.node, { isThere: true, blockAgeSeconds: 5 })
})

const optionsOf = (changes: Partial<DeploymentOptions> = {}): DeploymentOptions => ({
  walletOrigin: deployment.walletOrigin,
  expectedVault: deployment.vaultOrigin,
  projectId,
  siteUrl: undefined,
  siteFolder: undefined,
  mailFrom: 'Latchkey <codes@mail.example>',
  ask,
  resolver,
  ca: certificates.ca,
  plainPort,
  privatePorts: [],
  ...changes,
})

/** Returns the findings of one area, or of all. */
const findingsIn = async (area: string | null, changes: Partial<DeploymentOptions> = {}): Promise<Finding[]> => {
  const areas = []
  for await (const each of diagnose(optionsOf(changes), area === null ? undefined : [area])) areas.push(each)
  return areas.flatMap(({ findings }) => findings)
}
const faultsIn = async (area: string, changes: Partial<DeploymentOptions> = {}) =>
  (await findingsIn(area, changes)).flatMap((finding) =>
    finding.outcome === 'fault' ? [{ subject: finding.subject, seen: finding.seen, fix: finding.fix }] : [],
  )

test('a sound deployment has no fault and no warning', async () => {
  const findings = await findingsIn(null)
  // All share one host name here, so some redirects lead to another origin.
  const wrong = findings.filter(
    ({ outcome, subject }) => outcome !== 'ok' && outcome !== 'skipped' && !/^HTTP at/.test(subject),
  )
  expect(wrong).toEqual([])
  expect(findings.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(25)
})

type Tamper = NonNullable<TestDeployment['tamper']>
type Fault = {
  area: string
  what: string
  tamper?: Tamper
  prepare?: (deployment: TestDeployment) => void
  changes?: () => Partial<DeploymentOptions>
  subject: RegExp
  seen: RegExp
  fix: RegExp
}

const isDocument = (request: Request, path: string): boolean => new URL(request.url).pathname === path
/** Changes the headers of one document, or of all responses. */
const withHeaders =
  (change: (headers: Headers) => void, path?: string): Tamper =>
  async (request, serve) => {
    const response = await serve()
    if (path !== undefined && !isDocument(request, path)) return response
    const headers = new Headers(response.headers)
    change(headers)
    return new Response(response.body, { status: response.status, headers })
  }
const withText =
  (change: (text: string) => string, path: string): Tamper =>
  async (request, serve) => {
    const response = await serve()
    if (!isDocument(request, path)) return response
    const headers = new Headers(response.headers)
    const isPacked = headers.has('content-encoding')
    headers.delete('content-encoding')
    return new Response(change(isPacked ? '' : await response.text()), { status: response.status, headers })
  }
const instead =
  (answer: () => Response, isMeant: (path: string, request: Request) => boolean): Tamper =>
  async (request, serve) =>
    isMeant(new URL(request.url).pathname, request) ? answer() : serve()
const editPolicy = (change: (policy: string) => string, path = '/sdk'): Tamper =>
  withHeaders((headers) => {
    headers.set('content-security-policy', change(headers.get('content-security-policy') ?? ''))
  }, path)

const faults: readonly Fault[] = [
  {
    area: 'Names and ports',
    what: 'a name without an address',
    changes: () => ({ resolver: { ...resolver, addresses: async () => [] } }),
    subject: /^addresses of localhost$/,
    seen: /none/,
    fix: /Add an A record/,
  },
  {
    area: 'Names and ports',
    what: 'an address where nothing listens',
    changes: () => ({ resolver: { ...resolver, addresses: async () => ['127.0.0.1', '127.0.0.99'] } }),
    subject: /at 127\.0\.0\.99$/,
    seen: /nothing listens/,
    fix: /remove the A record/,
  },
  {
    area: 'Names and ports',
    what: 'a database that is open to the internet',
    changes: () => ({ privatePorts: [openPort] }),
    subject: /^private ports/,
    seen: /^open: \d+$/,
    fix: /Only the proxy publishes ports/,
  },
  {
    area: 'TLS',
    what: 'HTTP that is served instead of redirected',
    changes: () => ({ plainPort: Number(new URL(deployment.mailboxUrl).port) }),
    subject: /^HTTP at localhost$/,
    seen: /answers with 200/,
    fix: /Redirect to https:\/\/localhost:\d+ with status 308/,
  },
  {
    area: 'Origins',
    what: 'another vault than the operator expects',
    changes: () => ({ expectedVault: 'https://vault.example' }),
    subject: /^vault of the wallet document$/,
    seen: /and you https:\/\/vault\.example/,
    fix: /VAULT_ORIGIN=https:\/\/vault\.example in infra\/\.env/,
  },
  {
    area: 'Origins',
    what: 'one origin for wallet and vault',
    tamper: withText((text) => text.replaceAll(deployment.vaultOrigin, deployment.walletOrigin), '/'),
    subject: /^origins of wallet and vault$/,
    seen: /one origin for both/,
    fix: /Give the vault a host name of its own/,
  },
  {
    area: 'Origins',
    what: 'a vault that names another wallet',
    tamper: withText((text) => text.replaceAll(deployment.walletOrigin, 'https://old.example'), '/vault'),
    subject: /^wallet of the vault document$/,
    seen: /https:\/\/old\.example/,
    fix: /WALLET_ORIGIN=https:\/\/localhost/,
  },
  {
    area: 'Origins',
    what: 'custody at the wallet’s host name',
    tamper: withText((text) => text.replaceAll(deployment.custodyOrigin, deployment.walletOrigin), '/'),
    subject: /^origin of custody$/,
    seen: /also that of the wallet/,
    fix: /^Give custody a host name of its own: CUSTODY_ORIGIN in infra\/\.env/,
  },
  {
    area: 'Services',
    what: 'an api whose pages would run script',
    tamper: withHeaders((headers) => headers.delete('content-security-policy'), '/account/v1/keys'),
    subject: /^pages of api$/,
    seen: /would run script/,
    fix: /Caddyfile/,
  },
  {
    area: 'Documents',
    what: 'no HSTS',
    tamper: withHeaders((headers) => headers.delete('strict-transport-security')),
    subject: /^strict-transport-security of the wallet page$/,
    seen: /absent/,
    fix: /start with https:\/\//,
  },
  {
    area: 'Documents',
    what: 'X-Frame-Options that a CDN adds',
    tamper: withHeaders((headers) => headers.set('x-frame-options', 'SAMEORIGIN')),
    subject: /^x-frame-options of the wallet frame$/,
    seen: /"SAMEORIGIN"/,
    fix: /Take X-Frame-Options out/,
  },
  {
    area: 'Documents',
    what: 'a second policy that a proxy adds',
    tamper: withHeaders((headers) => headers.append('content-security-policy', "default-src 'self'")),
    subject: /^content security policy of the wallet frame$/,
    seen: /2 policies/,
    fix: /Take Content-Security-Policy out/,
  },
  {
    area: 'Documents',
    what: 'inline scripts that are allowed',
    tamper: editPolicy((policy) => policy.replace('script-src', "script-src 'unsafe-inline'")),
    subject: /^content security policy of the wallet frame$/,
    seen: /script-src 'unsafe-inline'/,
    fix: /Look for what changes it in front/,
  },
  {
    area: 'Documents',
    what: 'a policy without the vault',
    tamper: editPolicy((policy) => policy.replace(/frame-src \S+;/, "frame-src 'none';")),
    subject: /^reach of the wallet frame$/,
    seen: /frame-src lacks https:\/\/localhost/,
    fix: /Look for what changes it in front/,
  },
  {
    area: 'Documents',
    what: 'a vault that may reach the network',
    tamper: editPolicy((policy) => `${policy}; connect-src https:`, '/vault'),
    subject: /^content security policy of the vault$/,
    seen: /lets the vault reach the network/,
    fix: /Look for what changes it in front/,
  },
  {
    area: 'Documents',
    what: 'frame-ancestors that let every page embed the wallet',
    tamper: editPolicy((policy) => policy.replace(/frame-ancestors [^;]+/, 'frame-ancestors *')),
    subject: /^pages that may embed the wallet of demo$/,
    seen: /^\*$/,
    fix: /Look for what changes it in front/,
  },
  {
    area: 'Documents',
    what: 'a project without pages',
    tamper: editPolicy((policy) => policy.replace(/frame-ancestors [^;]+/, "frame-ancestors 'none'")),
    subject: /^pages that may embed the wallet of demo$/,
    seen: /^none$/,
    fix: /"origins": \["https:\/\/…"\] of demo in shared\/projects\.json/,
  },
  {
    area: 'Documents',
    what: 'a project that nobody knows',
    changes: () => ({ projectId: 'nobody' }),
    subject: /^wallet frame document$/,
    seen: /^status 403/,
    fix: /\{ "id": "nobody".*shared\/projects\.json/,
  },
  {
    area: 'Documents',
    what: 'headers that nginx refuses',
    tamper: withHeaders((headers) => headers.set('x-cdn-trace', 'x'.repeat(4_000))),
    subject: /^size of the headers of the wallet page$/,
    seen: /^\d{4} bytes$/,
    fix: /proxy_buffer_size 8k/,
  },
  {
    area: 'Documents',
    what: 'documents that a CDN keeps',
    tamper: withHeaders((headers) => headers.set('cache-control', 'public, max-age=14400')),
    subject: /^cache-control of the wallet page$/,
    seen: /max-age=14400/,
    fix: /Cache \/assets\/ only/,
  },
  {
    area: 'Documents',
    what: 'a vault that is not there',
    tamper: instead(
      () => new Response('nothing', { status: 404 }),
      (path) => path === '/vault',
    ),
    subject: /^vault document$/,
    seen: /^status 404/,
    fix: /Route https:\/\/localhost:\d+ to the frame server/,
  },
  {
    area: 'Scripts',
    what: 'a script that a CDN has made smaller',
    tamper: withText(() => 'smaller()', '/assets/screen-2.js'),
    subject: /^scripts of the wallet page$/,
    seen: /changed: \/assets\/screen-2\.js/,
    fix: /minification/,
  },
  {
    area: 'Scripts',
    what: 'a script that a CDN has put into the page',
    tamper: withText((text) => text.replace('</head>', '<script src="/cdn-cgi/beacon.js"></script></head>'), '/'),
    subject: /^scripts of the wallet page$/,
    seen: /cdn-cgi\/beacon\.js/,
    fix: /injected analytics/,
  },
  {
    area: 'Scripts',
    what: 'a chunk of another build',
    tamper: instead(
      () => new Response('Not found', { status: 404 }),
      (path) => path === '/assets/words-3.js',
    ),
    subject: /^scripts of the wallet frame$/,
    seen: /missing: \/assets\/words-3\.js/,
    fix: /Let every frame server run the same build/,
  },
  {
    area: 'Scripts',
    what: 'a changed script of the vault',
    tamper: withText(() => 'steal()', '/vault-1.js'),
    subject: /^scripts of the vault$/,
    seen: /changed: \/vault-1\.js/,
    fix: /minification/,
  },
  {
    area: 'Services',
    what: 'paths of custody that lead to the frame',
    tamper: instead(
      () => new Response('Not found', { status: 404 }),
      (path) => path.startsWith('/custody/v1/email'),
    ),
    subject: /^paths of custody$/,
    seen: /^7 of \d+ do not lead there: .*\/custody\/v1\/email\/start \(404\)/,
    fix: /CUSTODY_ORIGIN in infra\/\.env, and its block in infra\/deploy\/Caddyfile/,
  },
  {
    area: 'Services',
    what: 'a firewall that drops OPTIONS',
    tamper: instead(
      () => new Response('', { status: 405 }),
      (_, { method }) => method === 'OPTIONS',
    ),
    subject: /^paths of api$/,
    seen: /^(\d+) of \1 do not lead there/,
    fix: /OPTIONS included/,
  },
  {
    area: 'Services',
    what: 'two authorities with one key',
    tamper: async (request, serve) => {
      if (!isDocument(request, '/custody/v1/keys')) return serve()
      const keys = await (await ownKeys('api')).json()
      return Response.json({ ...keys, authority: 'custody' })
    },
    subject: /^keys of the two authorities$/,
    seen: /one and the same/,
    fix: /own KEY_RING_FILE/,
  },
  {
    area: 'Services',
    what: 'authorities that are swapped',
    tamper: async (request, serve) => (isDocument(request, '/account/v1/keys') ? ownKeys('custody') : serve()),
    subject: /^keys of api$/,
    seen: /those of custody/,
    fix: /Swap the two upstreams/,
  },
  {
    area: 'Services',
    what: 'a vault that seals to an older key',
    tamper: withText((text) => text.replace(/(custodyHpkePublicKey&#34;:&#34;)..../, '$1AAAA'), '/vault'),
    subject: /^keys of custody$/,
    seen: /names another one/,
    fix: /CUSTODY_INTERNAL_URL/,
  },
  {
    area: 'Services',
    what: 'a clock that is two minutes behind',
    tamper: withHeaders(
      (headers) => headers.set('date', new Date(Date.now() - 120_000).toUTCString()),
      '/custody/v1/keys',
    ),
    subject: /^clock of custody$/,
    seen: /^1[12]\d s behind/,
    fix: /timedatectl set-ntp true/,
  },
  {
    area: 'Status',
    what: 'a status that the proxy does not lead to the frame',
    tamper: instead(
      () => new Response('no', { status: 404 }),
      (path) => path === '/status',
    ),
    subject: /^status page$/,
    seen: /^status 404/,
    fix: /Route \/status/,
  },
  {
    area: 'Status',
    what: 'mail servers that are away',
    prepare: ({ harness }) => Object.assign(harness.mailbox, { check: async () => false }),
    subject: /^mail$/,
    seen: /^away$/,
    fix: /API_SMTP_URL and CUSTODY_SMTP_URL/,
  },
  {
    area: 'Chains',
    what: 'a chain without a node that answers',
    prepare: ({ node }) => Object.assign(node, { isThere: false }),
    subject: /^eip155:1$/,
    seen: /./,
    fix: /Use a node that answers: NODES in api\.env/,
  },
  {
    area: 'Chains',
    what: 'a node that is hours behind',
    prepare: ({ node }) => Object.assign(node, { blockAgeSeconds: 7_200 }),
    subject: /^eip155:1$/,
    seen: /newest block is 72\d\d s old/,
    fix: /Use another node: NODES in api\.env/,
  },
  {
    area: 'Mail',
    what: 'a sender without SPF',
    changes: () => ({ mailFrom: 'codes@none.example' }),
    subject: /^SPF of none\.example$/,
    seen: /no record/,
    fix: /exactly one TXT record at none\.example/,
  },
  {
    area: 'Mail',
    what: 'a sender with two SPF records',
    changes: () => ({ mailFrom: 'twice.example' }),
    subject: /^SPF of twice\.example$/,
    seen: /2 records/,
    fix: /exactly one/,
  },
  {
    area: 'Mail',
    what: 'a sender that everyone may be',
    changes: () => ({ mailFrom: 'codes@lax.example' }),
    subject: /^SPF of lax\.example$/,
    seen: /\+all/,
    fix: /-all or ~all/,
  },
  {
    area: 'Privacy',
    what: 'metrics that are public',
    tamper: instead(
      () => new Response('# HELP calls Calls\ncalls 1\n'),
      (path) => path === '/metrics',
    ),
    subject: /^metrics$/,
    seen: /public: https:\/\/localhost:\d+\/metrics/,
    fix: /Route no path to the port of the metrics/,
  },
  {
    area: 'Privacy',
    what: 'a proxy that lets foreign pages read',
    tamper: withHeaders((headers) => headers.set('access-control-allow-origin', '*'), '/status'),
    subject: /^foreign pages$/,
    seen: /\*/,
    fix: /Take Access-Control-Allow-Origin out/,
  },
]

const ownKeys = (authority: 'api' | 'custody'): Promise<Response> => {
  const path = authority === 'api' ? '/account/v1/keys' : '/custody/v1/keys'
  const { harness, apiOrigin, custodyOrigin } = deployment
  const request = new Request(`${authority === 'api' ? apiOrigin : custodyOrigin}${path}`)
  return Promise.resolve(harness.apps()[authority].fetch(request, { remoteAddress: '127.0.0.1' }))
}

let openPort: number
beforeAll(async () => {
  const server = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  owned.defer(() => void server.close())
  openPort = (server.address() as AddressInfo).port
})

describe('a fault is found, with what to change', () => {
  test.each(faults)('$area: $what', async ({ area, tamper, prepare, changes, subject, seen, fix }) => {
    prepare?.(deployment)
    deployment.tamper = tamper ?? null
    const found = await faultsIn(area, changes?.())
    expect(found).toContainEqual({
      subject: expect.stringMatching(subject),
      seen: expect.stringMatching(seen),
      fix: expect.stringMatching(fix),
    })
    Object.assign(deployment.harness.mailbox, { check: undefined })
  })
})

describe('certificates', () => {
  const startTls = async (options: object): Promise<string> => {
    const server = createSecureServer(options, (_, response) => response.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    owned.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    return `https://localhost:${(server.address() as AddressInfo).port}`
  }
  const faultsAt = async (options: object) => {
    const walletOrigin = await startTls(options)
    return faultsIn('TLS', { walletOrigin, expectedVault: undefined, plainPort: 80 })
  }

  test.each([
    ['that ends in 5 days', () => certificates.make('localhost', 5), /^expires in [45] days$/, /renewing failed/],
    ['of another name', () => certificates.make('other.example', 60), /ALTNAME/, /certificate for localhost/],
    ['that nobody vouches for', () => certificates.makeSelfSigned('localhost'), /SELF_SIGNED/, /public authority/],
  ])('one %s', async (_, make, seen, fix) => {
    const found = await faultsAt(make())
    expect(found).toEqual([
      {
        subject: expect.stringMatching(/^certificate of/),
        seen: expect.stringMatching(seen),
        fix: expect.stringMatching(fix),
      },
    ])
  })

  test('TLS 1.1', async () => {
    const found = await faultsAt({ ...sound, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' })
    expect(found).toEqual([
      {
        subject: expect.stringMatching(/^old TLS/),
        seen: 'TLSv1.1 is accepted',
        fix: expect.stringMatching(/ssl_protocols/),
      },
    ])
  })

  test('no TLS at all', async () => {
    const found = await faultsIn('TLS', { walletOrigin: 'http://wallet.example', expectedVault: undefined })
    expect(found).toMatchObject([{ subject: 'TLS at wallet.example', fix: expect.stringContaining('https://') }])
  })
})

test('of a deployment that is not there each area says so, and nothing hangs', async () => {
  const findings = await findingsIn(null, { walletOrigin: 'https://localhost:1', expectedVault: undefined })
  expect(findings.filter(({ outcome }) => outcome === 'fault').length).toBeGreaterThan(5)
  expect(findings.filter(({ outcome }) => outcome === 'ok').map(({ subject }) => subject)).toEqual([
    'SPF of mail.example',
    'DMARC of mail.example',
    'MX of mail.example',
  ])
})

describe('the command', () => {
  const run = async (...args: string[]) => {
    const [said, complained]: [string[], string[]] = [[], []]
    const terminal = { say: (line: string) => said.push(line), complain: (line: string) => complained.push(line) }
    const code = await runCli(['doctor', ...args], '0.0.0', terminal)
    return { code, said: said.join('\n'), complained: complained.join('\n') }
  }

  test('prints each fault with what it leads to and what to change, and exits with 1', async () => {
    deployment.tamper = withHeaders((headers) => headers.set('x-frame-options', 'DENY'))
    const { code, said } = await run(deployment.walletOrigin, '--project', projectId)
    expect(code).toBe(1)
    expect(said).toMatch(
      /FAULT {3}x-frame-options of the wallet frame: "DENY", not absent\n +Why: The pages .*\n +Fix: Take X-Frame-Options out/,
    )
    expect(said).toMatch(/\d+ ok, \d+ faults, 0 warnings, \d+ skipped$/)
  })

  test('prints one JSON document', async () => {
    const { said } = await run(deployment.walletOrigin, '--json')
    const { wallet, areas } = JSON.parse(said)
    expect([wallet, areas.map(({ area }: { area: string }) => area)]).toEqual([
      deployment.walletOrigin,
      expect.arrayContaining(['TLS', 'Documents', 'Status']),
    ])
  })

  test.each([
    [[], 'address of the wallet is missing'],
    [['ftp://wallet.example'], 'no address of HTTP'],
    [['https://a.example', 'https://b.example'], 'One wallet at a time'],
    [['https://a.example', '--frobnicate'], '--frobnicate'],
  ])('does not take %j', async (args, words) => {
    expect(await run(...args)).toEqual({ code: 2, said: '', complained: expect.stringContaining(words) })
  })
})
