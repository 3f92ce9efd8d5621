import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { endpoints, matchesOrigin } from '@latchkey/api-client'
import { allowsSource } from '../../deployment/allowsSource.ts'
import { type Answer, describeFailure, headerOf, jsonOf, linesOf, textOf } from '../../deployment/ask.ts'
import { type Deployment, isLoopback, servedDocuments } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok, skipped, warning } from '../../deployment/Finding.ts'
import { readHtml } from '../../deployment/readHtml.ts'
import { type Policy, readPolicies } from '../../deployment/readPolicies.ts'
import type { Check } from '../Check.ts'

/** A page of the dapp, as it is served after redirects. */
type Site = { readonly url: URL; readonly answer: Answer; readonly policies: readonly Policy[] }

const maxRedirects = 5

const readSite = async ({ ask }: Deployment, siteUrl: string): Promise<Site> => {
  let url = new URL(siteUrl)
  for (let count = 0; ; count++) {
    const answer = await ask(url.href)
    const to = headerOf(answer, 'location')
    if (answer.status < 300 || answer.status > 399 || to === null) {
      const inMarkup = readHtml(textOf(answer)).flatMap(({ name, attributes }) =>
        name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy'
          ? [attributes.content ?? '']
          : [],
      )
      const lines = [...linesOf(answer, 'content-security-policy'), ...inMarkup]
      return { url, answer, policies: lines.flatMap(readPolicies) }
    }
    if (count === maxRedirects) throw new Error(`more than ${maxRedirects} redirects`)
    url = new URL(to, url)
  }
}

const isSecure = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url.hostname)

const checkPage = (siteUrl: string, { url, answer }: Site): Finding[] => {
  const subject = 'page'
  if (answer.status !== 200)
    return [
      fault(subject, {
        seen: `status ${answer.status}: ${url.href}`,
        why: 'Users get no page, so the modal never starts.',
        fix: 'Start your site, or name a page that it has: --site <url>.',
      }),
    ]
  if (!isSecure(url))
    return [
      fault(subject, {
        seen: `${url.origin} has no TLS`,
        why: 'Browsers give such a page no Web Crypto, and the wallet refuses it.',
        fix: 'Serve your site over HTTPS. While you develop, http://localhost and http://127.0.0.1 are fine.',
      }),
    ]
  const asked = new URL(siteUrl).origin
  if (asked !== url.origin)
    return [
      warning(subject, {
        seen: `${asked} redirects to ${url.origin}`,
        why: 'The origin where the page ends up is the one that counts for the project.',
        fix: `List ${url.origin} in the project’s origins. ${asked} isn’t needed there.`,
      }),
    ]
  return [ok(subject, url.href)]
}

/** Returns an origin of the project that differs from this one only by a common mistake. */
const nearMiss = (origins: readonly string[], { protocol, hostname, port }: URL): string | undefined => {
  const rest = port === '' ? '' : `:${port}`
  const twin = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[hostname]
  const hosts = [hostname, twin, hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`]
  return hosts
    .flatMap((host) => (host === undefined ? [] : [`http://${host}${rest}`, `https://${host}${rest}`]))
    .find((origin) => origin !== `${protocol}//${hostname}${rest}` && matchesOrigin(origins, origin))
}

const projectsFile =
  'the projects file (`shared/projects.json` in CONFIG_FOLDER; `infra/local/projects.json` on the local stack)'

const checkProject = async (deployment: Deployment, { url }: Site): Promise<Finding[]> => {
  const { ask, facts, projectId } = deployment
  if (!/^[\w-]{1,128}$/.test(projectId))
    return [
      fault('project', {
        seen: `${JSON.stringify(projectId)} can’t be a project id`,
        why: 'The modal shows an alert (APKT007) in place of the sign-in.',
        fix: 'Use the id that the operator gave you: 1 to 128 letters, digits, `-` and `_`.',
      }),
    ]
  if (facts === null) return [skipped('project', 'the wallet does not say where its api is')]
  const list = `${facts.apiUrl}${endpoints.origins.path}?projectId=${projectId}`
  const answer = await ask(list).catch((error: unknown) => describeFailure(error))
  if (typeof answer === 'string' || answer.status >= 500)
    return [
      fault('api', {
        seen: `${typeof answer === 'string' ? answer : `status ${answer.status}`}: ${facts.apiUrl}`,
        why: 'The modal shows no balances and no wallets, and signing in by email fails.',
        fix: 'Ask the operator, or run `latchkey doctor` without --site: it says what is wrong there.',
      }),
    ]
  const origins = (jsonOf(answer) as { allowedOrigins?: unknown } | undefined)?.allowedOrigins
  if (!Array.isArray(origins))
    return [
      fault('project', {
        seen: `${projectId} is unknown (status ${answer.status})`,
        why: 'The modal shows an alert (APKT007) in place of the sign-in.',
        fix: `Correct \`projectId\` in createModal, or have the operator add { "id": "${projectId}", "name": "…", "origins": ["${url.origin}"] } to ${projectsFile}.`,
      }),
    ]
  const listed = origins.filter((origin) => typeof origin === 'string')
  if (!matchesOrigin(listed, url.origin)) {
    const near = nearMiss(listed, url)
    return [
      fault('origin', {
        seen: `${url.origin} isn’t one of ${listed.join(' ') || 'none'}`,
        why: 'The wallet refuses your page (APKT002). Scheme, host and port have to be the same.',
        fix: `${near === undefined ? '' : `Open the site as ${near}, which is listed. Or `}${near === undefined ? 'Have' : 'have'} the operator add "${url.origin}" to the origins of ${projectId} in ${projectsFile}.`,
      }),
    ]
  }
  // Sent as the page would. An unlisted page would get no details.
  const toPage = await ask(list, { headers: { origin: url.origin } }).catch(() => null)
  const allowed = toPage && headerOf(toPage, 'access-control-allow-origin')
  if (allowed !== '*' && allowed !== url.origin)
    return [
      fault('api', {
        seen: `Access-Control-Allow-Origin: ${allowed ?? 'absent'}`,
        why: 'The browser keeps the api’s answers from your page.',
        fix: 'Something in front of the api changes its headers: the operator takes that out. The api sends them itself.',
      }),
    ]
  return [ok('project', projectId), ok('origin', url.origin)]
}

const checkWallet = (deployment: Deployment, { url }: Site): Finding[] => {
  const { facts, walletOrigin } = deployment
  const [page] = servedDocuments(deployment)
  const location = page && headerOf(page.answer, 'location')
  const own = location ? new URL(location, walletOrigin).origin : walletOrigin
  if (own !== walletOrigin)
    return [
      fault('wallet', {
        seen: `${walletOrigin} leads to ${own}`,
        why: 'The wallet works at its own origin alone: `localhost` is not `127.0.0.1` (APKT003).',
        fix: `Write frameUrl: '${own}' in createModal.`,
      }),
    ]
  const [document] = deployment.documents
  const why = 'The modal shows an alert (APKT003) and no sign-in by email.'
  if (facts === null && page === undefined && document !== undefined && 'missing' in document)
    return [
      fault('wallet', {
        seen: `${walletOrigin}: ${document.missing}`,
        why,
        fix: 'Start the wallet (local stack: `npm start`). If it runs at another address, write that as `frameUrl`.',
      }),
    ]
  if (facts === null)
    return [
      fault('wallet', {
        seen: `${walletOrigin} serves no wallet`,
        why,
        fix: 'Use the wallet’s address for `frameUrl`, not the api’s. <frameUrl>/health of a wallet answers {"status":"ok","part":"wallet"}.',
      }),
    ]
  const plain = [walletOrigin, facts.apiUrl].filter((each) => !isSecure(new URL(each)))
  if (url.protocol === 'https:' && plain.length > 0)
    return [
      fault('mixed content', {
        seen: `a page with TLS would load ${plain.join(' and ')}`,
        why: 'Browsers block that.',
        fix: 'Give the wallet and its services certificates, and use their https:// addresses in createModal.',
      }),
    ]
  return [ok('wallet', walletOrigin)]
}

const checkPolicy = ({ facts, walletOrigin }: Deployment, { url, policies }: Site): Finding[] => {
  const subject = 'content security policy'
  if (policies.length === 0) return [ok(subject, 'none')]
  const isMissing = (directive: Parameters<typeof allowsSource>[1], source: string): boolean =>
    !allowsSource(policies, directive, source, url.origin)
  const findings: Finding[] = []
  const add = (directive: string, source: string): string =>
    `Add ${source} to ${directive} of your Content-Security-Policy, in every policy that the page has.`
  if (isMissing('frame-src', walletOrigin))
    findings.push(
      fault('frame-src', {
        seen: `does not allow ${walletOrigin}`,
        why: 'The browser blocks the wallet (APKT003).',
        fix: add('frame-src', walletOrigin),
      }),
    )
  if (facts !== null && isMissing('connect-src', facts.apiUrl))
    findings.push(
      fault('connect-src', {
        seen: `does not allow ${new URL(facts.apiUrl).origin}`,
        why: 'The browser keeps the modal from the api (APKT009): no balances, no list of wallets.',
        fix: add('connect-src', new URL(facts.apiUrl).origin),
      }),
    )
  const images = ['data:image/png,', 'https://images.example/'].filter((each) => isMissing('img-src', each))
  if (images.length > 0)
    findings.push(
      warning('img-src', {
        seen: `does not allow ${images.map((each) => new URL(each).protocol).join(' ')}`,
        why: 'Pictures of wallets and profiles are missing; their initials show.',
        fix: add('img-src', 'data: https:'),
      }),
    )
  const sandbox = policies.find((policy) => policy.sandbox !== undefined)?.sandbox
  const missing = ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-forms'].filter(
    (each) => sandbox !== undefined && !sandbox.includes(each),
  )
  if (missing.length > 0)
    findings.push(
      fault('sandbox', {
        seen: `lacks ${missing.join(' ')}`,
        why: 'The page, and the wallet in it, can’t run, store a session, or open a sign-in window.',
        fix: `Add ${missing.join(' ')} to sandbox, or remove sandbox from your Content-Security-Policy.`,
      }),
    )
  return findings.length > 0 ? findings : [ok(subject, 'allows the wallet, the api and pictures')]
}

const checkOpener = ({ answer }: Site): Finding[] => {
  const opener = headerOf(answer, 'cross-origin-opener-policy')
  if (opener !== 'same-origin') return []
  return [
    warning('cross-origin-opener-policy', {
      seen: opener,
      why: 'A sign-in window is kept apart from your page: users have to compare a number.',
      fix: 'Send Cross-Origin-Opener-Policy: same-origin-allow-popups.',
    }),
  ]
}

const versionOf = (folder: string, name: string): string | null => {
  // The folders that Node and bundlers search. Not `require.resolve`: a package may not export its package.json.
  const parent = dirname(folder)
  const file = join(folder, 'node_modules', name, 'package.json')
  if (existsSync(file)) return String(JSON.parse(readFileSync(file, 'utf8')).version)
  return parent === folder ? null : versionOf(parent, name)
}

/** Checks the packages installed in the dapp's folder. */
const checkInstalled = ({ siteFolder }: Deployment): Finding[] => {
  if (siteFolder === undefined) return []
  const kit = versionOf(siteFolder, '@latchkey/modal')
  if (kit === null) return [skipped('packages', `@latchkey/modal is not installed in ${siteFolder}`)]
  const react = versionOf(siteFolder, 'react')
  if (react !== null && Number.parseInt(react, 10) < 18)
    return [
      fault('packages', {
        seen: `react ${react}`,
        why: '`@latchkey/modal/react` needs React 18 or newer. The modal itself needs none.',
        fix: 'npm install react@latest react-dom@latest, or use createModal without the hooks.',
      }),
    ]
  return [ok('packages', `@latchkey/modal ${kit}${react === null ? '' : `, react ${react}`}`)]
}

/** Checks whether a dapp's page can use this wallet: only with `siteUrl`. */
export const checkSite: Check = {
  area: 'Site',
  run: async (deployment) => {
    const { siteUrl } = deployment
    if (siteUrl === undefined) return [skipped('site', 'no page is named: --site <url>')]
    const site = await readSite(deployment, siteUrl).catch((error: unknown) => describeFailure(error))
    if (typeof site === 'string')
      return [
        fault('page', {
          seen: `${site}: ${siteUrl}`,
          why: 'Users get no page.',
          fix: 'Start your site, for example `npm run dev`, and check host and port.',
        }),
      ]
    return [
      ...checkPage(siteUrl, site),
      ...checkWallet(deployment, site),
      ...(await checkProject(deployment, site)),
      ...checkPolicy(deployment, site),
      ...checkOpener(site),
      ...checkInstalled(deployment),
    ]
  },
}
