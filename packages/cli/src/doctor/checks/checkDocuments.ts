import { headerOf, jsonOf } from '../../deployment/ask.ts'
import type { Deployment, DocumentName, MissingDocument, ServedDocument } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok, skipped } from '../../deployment/Finding.ts'
import type { Check } from '../Check.ts'
import { headerRules, removedInFront } from './headerRules.ts'

const words: Readonly<Record<DocumentName, string>> = { page: 'wallet page', frame: 'wallet frame', vault: 'vault' }
/** nginx rejects a response whose headers don't fit into one page of memory, unless configured otherwise. */
const maxHeadBytes = 4_096

/** Explains a status other than 200. */
const whyNot = (deployment: Deployment, { answer, url }: ServedDocument): { why: string; fix: string } => {
  const { projectId } = deployment
  switch (answer.status) {
    case 403:
      return {
        why: 'The pages of the project get no wallet.',
        fix: `Add the project: { "id": "${projectId}", "name": …, "origins": [ … ] } to shared/projects.json in CONFIG_FOLDER. Or name one that is there: --project <id>.`,
      }
    case 502:
    case 504:
      return {
        why: 'Nobody gets a wallet.',
        fix: 'The proxy does not reach the frame server, or its answer is refused: see `docker compose --project-directory infra logs proxy frame`. Headers that are too large show here as 502: with nginx set `proxy_buffer_size 8k`.',
      }
    case 503:
      return {
        why: 'Nobody gets a wallet.',
        fix: 'The frame server has never reached the api’s list of projects: see the status below, PROJECT_LIST_URL of frame, and PROJECT_LIST_PORT of api.',
      }
    default:
      return {
        why: 'Nobody gets a wallet.',
        fix: `Route ${new URL(url).origin} to the frame server, as infra/deploy/Caddyfile does, and check that the address is that of a wallet.`,
      }
  }
}

const checkServed = (deployment: Deployment, document: ServedDocument | MissingDocument): Finding => {
  const subject = `${words[document.name]} document`
  if ('missing' in document)
    return fault(subject, {
      seen: `${document.missing}: ${document.url}`,
      why: 'Nobody gets a wallet.',
      fix: 'Start the proxy and the frame server: `docker compose --project-directory infra up --detach --wait`.',
    })
  const { status } = document.answer
  if (status !== 200)
    return fault(subject, { seen: `status ${status}: ${document.url}`, ...whyNot(deployment, document) })
  return ok(subject, document.url)
}

const checkHeaders = (deployment: Deployment, { name, answer }: ServedDocument): Finding[] => {
  const wrong = headerRules.flatMap((rule) => {
    if (!rule.of.includes(name)) return []
    const value = headerOf(answer, rule.name)
    if (rule.holds(value, deployment)) return []
    return [
      fault(`${rule.name} of the ${words[name]}`, {
        seen: value === null ? `absent, not ${rule.wanted}` : `${JSON.stringify(value)}, not ${rule.wanted}`,
        why: rule.why,
        fix: rule.fix ?? removedInFront,
      }),
    ]
  })
  const size = `size of the headers of the ${words[name]}`
  const weight =
    answer.headBytes <= maxHeadBytes
      ? []
      : [
          fault(size, {
            seen: `${answer.headBytes} bytes`,
            why: 'nginx with its default buffers answers 502 in its place, and other proxies have limits of their own.',
            fix: 'Take headers out that a proxy or CDN adds, or with nginx set `proxy_buffer_size 8k`.',
          }),
        ]
  const found = [...wrong, ...weight]
  return found.length > 0 ? found : [ok(`headers of the ${words[name]}`, `${answer.headBytes} bytes`)]
}

const hash = /^'sha(?:256|384|512)-[A-Za-z0-9+/_-]+=*'$/
/** Returns whether a source allows unlisted scripts. Styles and images may come from the origin itself. */
const isLoose = (source: string): boolean => !hash.test(source)

const checkPolicy = (deployment: Deployment, document: ServedDocument): Finding[] => {
  const { name, policies } = document
  const subject = `content security policy of the ${words[name]}`
  const [policy, ...others] = policies
  const why = 'The policy is what keeps foreign scripts out of the wallet.'
  if (policy === undefined) return [fault(subject, { seen: 'absent', why, fix: removedInFront })]
  if (others.length > 0)
    return [
      fault(subject, {
        seen: `${policies.length} policies`,
        why: 'Browsers obey all of them: what one forbids does not work, such as the wallet’s own scripts.',
        fix: 'Take Content-Security-Policy out of what stands in front: `header` in the Caddyfile, `add_header` in nginx, `http-response` in HAProxy, the security headers of a CDN. The frame server sends the right one.',
      }),
    ]
  const scripts = policy['script-src'] ?? []
  const loose = scripts.filter(isLoose)
  const everywhere = Object.entries(policy).flatMap(([directive, sources]) =>
    sources
      .filter((source) => /^'unsafe-|^\*$|^https?:$|^'strict-dynamic'$/.test(source))
      .map((source) => `${directive} ${source}`),
  )
  const bad = [...new Set([...loose.map((source) => `script-src ${source}`), ...everywhere])]
  if (scripts.length === 0) bad.push('no script-src')
  if (policy['default-src']?.join(' ') !== "'none'") bad.push("default-src is not 'none'")
  if (policy['require-trusted-types-for']?.join(' ') !== "'script'") bad.push('no require-trusted-types-for')
  if (name === 'vault' && policy['connect-src'] !== undefined) bad.push('connect-src lets the vault reach the network')
  const found = bad.length === 0 ? [] : [fault(subject, { seen: bad.join(', '), why, fix: removedInFront })]
  const reach = checkReach(deployment, document)
  return found.length + reach.length > 0 ? [...found, ...reach] : [ok(subject, `${scripts.length} scripts by hash`)]
}

/** Checks whether a wallet document may connect to the services in its facts. */
const checkReach = ({ facts }: Deployment, { name, policies: [policy = {}] }: ServedDocument): Finding[] => {
  if (facts === null || name === 'vault') return []
  const connects = policy['connect-src'] ?? []
  const needed = [facts.apiUrl, facts.custodyUrl].filter((url) => !connects.some((source) => source === `${url}/`))
  const frames = policy['frame-src'] ?? []
  const missing = [
    ...[...new Set(needed)].map((url) => `connect-src lacks ${url}/`),
    ...(frames.includes(facts.vaultOrigin) ? [] : [`frame-src lacks ${facts.vaultOrigin}`]),
  ]
  if (missing.length === 0) return []
  return [
    fault(`reach of the ${words[name]}`, {
      seen: missing.join(', '),
      why: 'The browser stops the wallet from calling its services, or from opening the vault.',
      fix: removedInFront,
    }),
  ]
}

/** Checks that exactly the pages of the project may embed the wallet. */
const checkAncestors = async (deployment: Deployment): Promise<Finding[]> => {
  const { ask, facts, projectId, walletOrigin, documents } = deployment
  const subject = `pages that may embed the wallet of ${projectId}`
  const frame = documents.find(
    (document): document is ServedDocument => document.name === 'frame' && 'answer' in document,
  )
  if (frame === undefined || frame.answer.status !== 200) return [skipped(subject, 'the frame is not served')]
  const ancestors = frame.policies[0]?.['frame-ancestors'] ?? []
  const why = 'Every page can show the wallet under something else, and have a user press its buttons.'
  if (frame.policies[0]?.['frame-ancestors'] === undefined || ancestors.some((source) => /^\*$|^https?:$/.test(source)))
    return [fault(subject, { seen: ancestors.join(' ') || 'everyone', why, fix: removedInFront })]
  const origins = await ask(
    `${facts?.apiUrl ?? walletOrigin}/projects/v1/origins?projectId=${encodeURIComponent(projectId)}`,
  )
    .then((answer) => (jsonOf(answer) as { allowedOrigins?: unknown } | undefined)?.allowedOrigins)
    .catch(() => undefined)
  const listed = Array.isArray(origins) ? origins.filter((origin) => typeof origin === 'string') : null
  if (ancestors.join(' ') === "'none'" || listed?.length === 0)
    return [
      fault(subject, {
        seen: 'none',
        why: 'The project has no page, so nobody can use it.',
        fix: `List the project’s pages: "origins": ["https://…"] of ${projectId} in shared/projects.json in CONFIG_FOLDER.`,
      }),
    ]
  const unlisted = (listed ?? []).filter((origin) => !ancestors.includes(origin))
  if (unlisted.length > 0)
    return [
      fault(subject, {
        seen: `${unlisted.join(' ')} may not`,
        why: 'The project lists these pages, and they get no wallet.',
        fix: 'The frame server learns of a change within seconds. If this stays, restart it: `docker compose --project-directory infra restart frame`.',
      }),
    ]
  return [ok(subject, ancestors.join(' '))]
}

/** Checks the status, headers and Content-Security-Policy of each document, and which pages can embed the frame. */
export const checkDocuments: Check = {
  area: 'Documents',
  run: async (deployment) => {
    const perDocument = deployment.documents.flatMap((document) => {
      const served = checkServed(deployment, document)
      if (!('answer' in document) || document.answer.status !== 200) return [served]
      return [served, ...checkHeaders(deployment, document), ...checkPolicy(deployment, document)]
    })
    return [...perDocument, ...(await checkAncestors(deployment))]
  },
}
