import { type Authority, type EndpointRow, endpoints } from '@latchkey/api-client'
import * as z from 'zod/mini'
import { type Answer, describeFailure, headerOf, jsonOf, linesOf } from '../../deployment/ask.ts'
import { type Deployment, isLoopback } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok, skipped, warning } from '../../deployment/Finding.ts'
import { readPolicies } from '../../deployment/readPolicies.ts'
import type { Check } from '../Check.ts'

const authorities: readonly Authority[] = ['api', 'custody']
const routing = {
  api: 'API_ORIGIN in infra/.env, and its block in infra/deploy/Caddyfile, proxies/nginx.conf or proxies/haproxy.cfg',
  custody:
    'CUSTODY_ORIGIN in infra/.env, and its block in infra/deploy/Caddyfile, proxies/nginx.conf or proxies/haproxy.cfg',
} as const
const atOnce = 8

const addressOf = ({ facts, walletOrigin }: Deployment, authority: Authority): string =>
  (authority === 'api' ? facts?.apiUrl : facts?.custodyUrl) ?? walletOrigin

/** Checks whether each path of an authority leads to it, with a preflight: it has no effect, and isn't counted. */
const checkRoutes = async (deployment: Deployment, authority: Authority): Promise<Finding> => {
  const subject = `paths of ${authority}`
  const rows = Object.values<EndpointRow>(endpoints).filter(
    (row) => row.authority === authority && row.path !== '/health',
  )
  const wrong: string[] = []
  const queue = [...rows]
  const work = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      const { path, method } = row
      const url = `${addressOf(deployment, authority)}${path.replace(/:\w+/g, 'x')}`
      const asked = { method: 'OPTIONS', headers: { 'access-control-request-method': method } }
      const status = await deployment.ask(url, asked).then(
        (answer) => answer.status,
        (error: unknown) => describeFailure(error),
      )
      if (status !== 204) wrong.push(`${path} (${status})`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (wrong.length === 0) return ok(subject, `all ${rows.length} lead there`)
  return fault(subject, {
    seen: `${wrong.length} of ${rows.length} do not lead there: ${wrong.sort().join(', ')}`,
    why: 'What needs these calls fails in the wallet or in the pages that embed it.',
    fix: `Route them to ${authority}, OPTIONS included: ${routing[authority]}. If they are few and new, the deployment is older than this command: upgrade it.`,
  })
}

const publishedKeys = z.object({
  authority: z.string(),
  hpkePublicKey: z.string(),
  signingKey: z.object({ x: z.string(), y: z.string() }),
})
type PublishedKeys = z.output<typeof publishedKeys>
type Asked = { readonly answer: Answer | null; readonly keys: PublishedKeys | null; readonly seen: string }

const askKeys = async (deployment: Deployment, authority: Authority): Promise<Asked> => {
  const { path } = endpoints[authority === 'api' ? 'apiKeys' : 'custodyKeys']
  try {
    const answer = await deployment.ask(`${addressOf(deployment, authority)}${path}`)
    const parsed = z.safeParse(publishedKeys, jsonOf(answer))
    return { answer, keys: parsed.success ? parsed.data : null, seen: `status ${answer.status}, no keys` }
  } catch (error) {
    return { answer: null, keys: null, seen: describeFailure(error) }
  }
}

const checkOwnKeys = ({ vaultFacts }: Deployment, authority: Authority, { keys, seen }: Asked): Finding => {
  const subject = `keys of ${authority}`
  if (keys === null)
    return fault(subject, {
      seen,
      why: 'The vault document is not served without them: nobody gets a wallet.',
      fix: `Start ${authority}, and route its paths to it: ${routing[authority]}. \`docker compose --project-directory infra logs ${authority}\` says why it does not start.`,
    })
  if (keys.authority !== authority)
    return fault(subject, {
      seen: `they are those of ${keys.authority}`,
      why: 'Shares would be sealed to the wrong authority; the vault document refuses to be served.',
      fix: `Swap the two upstreams: ${routing[authority]}, or API_UPSTREAM and CUSTODY_UPSTREAM of proxy in infra/docker-compose.yml.`,
    })
  const told = authority === 'api' ? vaultFacts?.apiHpkePublicKey : vaultFacts?.custodyHpkePublicKey
  if (told !== undefined && told !== keys.hpkePublicKey)
    return fault(subject, {
      seen: 'the vault document names another one',
      why: 'Shares are sealed to a key that nobody has: wallets made now do not open on new devices.',
      fix: `The frame server asks every minute, and takes a key only if the authority announced it before: after a restore with other keys, restart frame. Otherwise its ${authority === 'api' ? 'API' : 'CUSTODY'}_INTERNAL_URL leads to another deployment, or the processes of ${authority} have different databases or key rings (KEY_RING_FILE).`,
    })
  return ok(subject, 'published')
}

const checkKeys = (deployment: Deployment, asked: Readonly<Record<Authority, Asked>>): Finding[] => {
  const own = authorities.map((authority) => checkOwnKeys(deployment, authority, asked[authority]))
  const [api, custody] = [asked.api.keys, asked.custody.keys]
  if (api === null || custody === null) return own
  const subject = 'keys of the two authorities'
  const isApart = api.hpkePublicKey !== custody.hpkePublicKey && api.signingKey.x !== custody.signingKey.x
  if (isApart) return [...own, ok(subject, 'different')]
  return [
    ...own,
    fault(subject, {
      seen: 'one and the same',
      why: 'Whoever has one authority has both halves of every wallet.',
      fix: 'Give each its own KEY_RING_FILE (volumes api-keys and custody-keys in infra/docker-compose.yml) and database login, before wallets are made.',
    }),
  ]
}

/** Checks that a page from an authority could run no scripts: the proxy must ensure that, since a compromised authority would not. */
const checkSandbox = (deployment: Deployment, authority: Authority, { answer }: Asked): Finding => {
  const subject = `pages of ${authority}`
  if (answer === null) return skipped(subject, 'no answer')
  const { protocol, hostname } = new URL(addressOf(deployment, authority))
  const isShut =
    linesOf(answer, 'content-security-policy')
      .flatMap(readPolicies)
      .some((policy) => policy.sandbox?.length === 0) && headerOf(answer, 'x-content-type-options') === 'nosniff'
  if (isShut) return ok(subject, 'would run no script')
  if (protocol === 'http:' && isLoopback(hostname))
    return skipped(subject, 'no proxy stands before a service on this machine')
  return fault(subject, {
    seen: 'would run script: its answers lack `sandbox` in Content-Security-Policy, or `nosniff`',
    why: `If ${authority} is taken over, it can show your users pages with script at its host name.`,
    fix: `Set the headers that infra/deploy/Caddyfile, proxies/nginx.conf and proxies/haproxy.cfg set on what ${authority} answers, in the proxy.`,
  })
}

/** More is a fault: tokens and codes of one authority are checked against the clock of the other. */
const maxSkewMs = 30_000
/** A `Date` is cut to whole seconds, and the request takes time. */
const fineSkewMs = 3_000
const fixClock = 'Turn time synchronization on: `timedatectl set-ntp true`, and look at `timedatectl timesync-status`.'

const checkClock = (authority: Authority, { answer }: Asked): Finding => {
  const subject = `clock of ${authority}`
  const date = Date.parse((answer === null ? null : headerOf(answer, 'date')) ?? '')
  if (answer === null || Number.isNaN(date)) return skipped(subject, 'no answer with a Date')
  const skewMs = date + 500 - answer.at
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  const seen = `${seconds} s ${skewMs < 0 ? 'behind' : 'ahead of'} this machine’s`
  if (Math.abs(skewMs) <= fineSkewMs) return ok(subject, 'within 3 s of this machine’s')
  const wrong = {
    seen,
    why: 'Codes, links and tokens expire early or late, logins at providers fail, and certificates seem invalid.',
    fix: `${fixClock} On the machine of ${authority}, or on this one: one of them is wrong.`,
  }
  return Math.abs(skewMs) > maxSkewMs ? fault(subject, wrong) : warning(subject, wrong)
}

/** Checks the routes, public keys, sandboxing and clocks of the api and custody. */
export const checkServices: Check = {
  area: 'Services',
  run: async (deployment) => {
    const [api, custody] = await Promise.all([askKeys(deployment, 'api'), askKeys(deployment, 'custody')])
    const asked = { api, custody }
    return [
      ...(await Promise.all(authorities.map((authority) => checkRoutes(deployment, authority)))),
      ...checkKeys(deployment, asked),
      ...authorities.map((authority) => checkSandbox(deployment, authority, asked[authority])),
      ...authorities.map((authority) => checkClock(authority, asked[authority])),
    ]
  },
}
