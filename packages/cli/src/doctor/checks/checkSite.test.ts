import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, ask } from '../../deployment/ask.ts'
import type { Finding } from '../../deployment/Finding.ts'
import { type DeploymentOptions, readDeployment } from '../../deployment/readDeployment.ts'
import { systemResolver } from '../../deployment/resolver.ts'
import { runCommand } from '../../testing/runCommand.fixture.ts'
import { pages, projectId, startDeployment, type TestDeployment } from '../../testing/startDeployment.fixture.ts'
import { type Site, startSite } from '../../testing/startSite.fixture.ts'
import { checkSite } from './checkSite.ts'

const owned = new AsyncDisposableStack()
afterAll(() => owned.disposeAsync())

let deployment: TestDeployment
/** Serves the current test's page. */
let host: Site
let sent: Page = {}
beforeAll(async () => {
  deployment = owned.use(await startDeployment())
  host = owned.use(
    await startSite(() => {
      const { status = 200, headers = {}, markup = '<!doctype html>' } = sent
      return new Response(markup, { status, headers })
    }),
  )
})

/** The response for a page. `url`: where a user opens it. */
type Page = { url?: string; status?: number; headers?: Record<string, string>; markup?: string }

/** Requests the page from its host, under any name; everything else is requested for real. */
const askFor =
  (page: Page): Ask =>
  (url, question) => {
    if (new URL(url).origin !== new URL(page.url ?? pages[0] ?? '').origin) return ask(url, question)
    sent = page
    return ask(`http://127.0.0.1:${host.port}/`)
  }

const findingsOf = async (page: Page, changes: Partial<DeploymentOptions> = {}): Promise<readonly Finding[]> =>
  checkSite.run(
    await readDeployment({
      walletOrigin: deployment.walletOrigin,
      expectedVault: undefined,
      projectId,
      siteUrl: page.url ?? pages[0],
      siteFolder: undefined,
      mailFrom: undefined,
      ask: askFor(page),
      resolver: systemResolver,
      ca: undefined,
      plainPort: 80,
      privatePorts: [],
      ...changes,
    }),
  )

test('a page that is set up right has no fault and no warning', async () => {
  const { walletOrigin, apiOrigin } = deployment
  const policy = `default-src 'self'; frame-src ${walletOrigin}; connect-src ${apiOrigin}; img-src data: https:`
  const findings = await findingsOf({ headers: { 'content-security-policy': policy } })
  expect(findings.map(({ outcome, subject }) => `${outcome} ${subject}`)).toEqual([
    'ok page',
    'ok wallet',
    'ok project',
    'ok origin',
    'ok content security policy',
  ])
})

const csp = (policy: string): Page => ({ headers: { 'content-security-policy': policy } })
type Mistake = [
  what: string,
  page: () => Page,
  changes: () => Partial<DeploymentOptions>,
  found: { outcome?: 'warning'; subject: string; seen: RegExp; fix: RegExp },
]
const mistakes: Mistake[] = [
  [
    'a page that is not there',
    () => ({}),
    () => ({ siteUrl: 'http://127.0.0.1:1/', ask }),
    { subject: 'page', seen: /nothing listens there/, fix: /npm run dev/ },
  ],
  [
    'a page that fails',
    () => ({ status: 500 }),
    () => ({}),
    { subject: 'page', seen: /status 500/, fix: /Start your site/ },
  ],
  [
    'a page without TLS',
    () => ({ url: 'http://shop.example' }),
    () => ({}),
    { subject: 'page', seen: /shop\.example has no TLS/, fix: /HTTPS/ },
  ],
  [
    'an address that redirects to another origin',
    () => ({}),
    () => ({
      siteUrl: 'http://localhost:3000/',
      ask: (url, question) => {
        const headers = { location: pages[0] ?? '' }
        return askFor(url.startsWith('http://localhost:3000') ? { url, status: 302, headers } : {})(url, question)
      },
    }),
    { outcome: 'warning', subject: 'page', seen: /redirects to http:\/\/127\.0\.0\.1:3000/, fix: /List http:\/\/127/ },
  ],
  [
    'a project id that can be none',
    () => ({}),
    () => ({ projectId: 'my project!' }),
    { subject: 'project', seen: /can’t be a project id/, fix: /1 to 128/ },
  ],
  [
    'an unknown project',
    () => ({}),
    () => ({ projectId: 'demos' }),
    { subject: 'project', seen: /demos is unknown/, fix: /"id": "demos".*"origins": \["http:\/\/127\.0\.0\.1:3000"\]/ },
  ],
  [
    'an origin that the project does not list',
    () => ({ url: 'https://shop.example' }),
    () => ({}),
    { subject: 'origin', seen: /shop\.example isn’t one of/, fix: /^Have the operator add "https:\/\/shop\.example"/ },
  ],
  [
    'the right host under the wrong scheme',
    () => ({ url: 'https://localhost:3000' }),
    () => ({}),
    { subject: 'origin', seen: /https:\/\/localhost:3000 isn’t/, fix: /^Open the site as http:\/\/localhost:3000/ },
  ],
  [
    'the api’s address in place of the wallet’s',
    () => ({}),
    () => ({ walletOrigin: deployment.apiOrigin }),
    { subject: 'wallet', seen: /serves no wallet/, fix: /frameUrl/ },
  ],
  [
    'an address of the wallet where nothing listens',
    () => ({}),
    () => ({ walletOrigin: 'http://localhost:9' }),
    { subject: 'wallet', seen: /^http:\/\/localhost:9: nothing listens there/, fix: /npm start/ },
  ],
  [
    'the wallet under another name of its host',
    () => ({}),
    () => ({ walletOrigin: deployment.walletOrigin.replace('localhost', '127.0.0.1') }),
    { subject: 'wallet', seen: /leads to http:\/\/localhost/, fix: /frameUrl: 'http:\/\/localhost:\d+'/ },
  ],
  [
    'a policy without the wallet',
    () => csp(`frame-src 'self'; connect-src *`),
    () => ({}),
    {
      subject: 'frame-src',
      seen: /does not allow http:\/\/localhost/,
      fix: /^Add http:\/\/localhost:\d+ to frame-src/,
    },
  ],
  [
    'a policy without the api, in the markup',
    () => ({
      markup: `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; frame-src *; img-src * data:">`,
    }),
    () => ({}),
    { subject: 'connect-src', seen: /does not allow/, fix: /to connect-src/ },
  ],
  [
    'a policy without pictures',
    () => csp(`img-src 'self'`),
    () => ({}),
    { outcome: 'warning', subject: 'img-src', seen: /data: https:/, fix: /data: https: to img-src/ },
  ],
  [
    'a sandbox',
    () => csp('sandbox allow-scripts'),
    () => ({}),
    { subject: 'sandbox', seen: /lacks allow-same-origin allow-popups/, fix: /Add allow-same-origin/ },
  ],
  [
    'a page that parts itself from its windows',
    () => ({ headers: { 'cross-origin-opener-policy': 'same-origin' } }),
    () => ({}),
    { outcome: 'warning', subject: 'cross-origin-opener-policy', seen: /same-origin/, fix: /same-origin-allow-popups/ },
  ],
  [
    'an api that nothing answers for',
    () => ({}),
    () => ({
      ask: (url, question) =>
        new URL(url).origin === deployment.apiOrigin ? ask('http://127.0.0.1:1/') : askFor({})(url, question),
    }),
    { subject: 'api', seen: /nothing listens there/, fix: /without --site/ },
  ],
  [
    'an api whose answers pages may not read',
    () => ({}),
    () => ({
      ask: async (url, question) => {
        const answer = await askFor({})(url, question)
        return { ...answer, headers: answer.headers.filter(([name]) => !name.startsWith('access-control')) }
      },
    }),
    { subject: 'api', seen: /Access-Control-Allow-Origin: absent/, fix: /in front of the api/ },
  ],
]

test.each(mistakes)(
  '%s: it says so, and what to change',
  async (_, page, changes, { outcome = 'fault', ...wanted }) => {
    const wrong = (await findingsOf(page(), changes())).flatMap((finding) => ('fix' in finding ? [finding] : []))
    expect(wrong).toContainEqual(
      expect.objectContaining({
        outcome,
        subject: wanted.subject,
        seen: expect.stringMatching(wanted.seen),
        fix: expect.stringMatching(wanted.fix),
      }),
    )
  },
)

test('a page with TLS and a wallet without it: mixed content', async () => {
  // The same deployment under a name that isn't this machine's.
  const named = (text: string): string => text.replaceAll('localhost', 'wallet.example')
  const asNamed: Ask = async (url, question) => {
    const answer = await askFor({ url: 'https://shop.example' })(url.replace('wallet.example', 'localhost'), question)
    return { ...answer, body: Buffer.from(named(answer.body.toString())) }
  }
  const walletOrigin = named(deployment.walletOrigin)
  const findings = await findingsOf({ url: 'https://shop.example' }, { walletOrigin, ask: asNamed })
  expect(findings).toContainEqual({
    outcome: 'fault',
    subject: 'mixed content',
    seen: `a page with TLS would load ${walletOrigin} and ${named(deployment.apiOrigin)}`,
    why: expect.any(String),
    fix: expect.stringMatching(/https:\/\//),
  })
})

test('a React that is too old for the hooks', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'latchkey-site-'))
  for (const [name, version] of [
    ['@latchkey/modal', '0.1.0'],
    ['react', '17.0.2'],
  ] as const) {
    mkdirSync(join(folder.path, 'node_modules', name), { recursive: true })
    writeFileSync(join(folder.path, 'node_modules', name, 'package.json'), JSON.stringify({ name, version }))
  }
  const siteFolder = join(folder.path, 'src')
  const packages = (await findingsOf({}, { siteFolder })).filter(({ subject }) => subject === 'packages')
  expect(packages).toMatchObject([
    { outcome: 'fault', seen: 'react 17.0.2', fix: expect.stringMatching(/react@latest/) },
  ])
})

test('the command looks at the page alone, and exits with 1 for a fault', async () => {
  sent = {}
  const site = `http://127.0.0.1:${host.port}`
  const { code, said } = await runCommand(['doctor', deployment.walletOrigin, '--project', projectId, '--site', site])
  expect(code).toBe(1)
  expect(said).toMatch(/^Site\n {2}ok {6}page: /)
  expect(said).toContain(`FAULT   origin: ${site} isn’t one of`)
})
