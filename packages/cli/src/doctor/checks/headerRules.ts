import type { Deployment, DocumentName } from '../../deployment/Deployment.ts'

/** The required value of a document's header. */
export type HeaderRule = {
  readonly name: string
  /** The documents that need it. */
  readonly of: readonly DocumentName[]
  /** `value`: all of its lines; null when it is absent. */
  holds(value: string | null, deployment: Deployment): boolean
  /** The required value, in words. */
  readonly wanted: string
  readonly why: string
  /** If it differs from `removedInFront`. */
  readonly fix?: string
}

const all: readonly DocumentName[] = ['page', 'frame', 'vault']
const embedded: readonly DocumentName[] = ['frame', 'vault']
const is = (wanted: string | null) => (value: string | null) => value === wanted

/** Our servers send every header correctly, so a wrong one was changed by a proxy. */
export const removedInFront =
  'The frame server sends it right. Look for what changes it in front: `header` in the Caddyfile, `add_header` and `proxy_hide_header` in nginx, `http-response` in HAProxy, rules for response headers at a CDN.'

const yearSeconds = 31_536_000

/** The response headers that each document needs, with the reason for each. */
export const headerRules: readonly HeaderRule[] = [
  {
    name: 'strict-transport-security',
    of: all,
    holds: (value, { walletOrigin }) =>
      walletOrigin.startsWith('http:') || Number(/max-age="?(\d+)/i.exec(value ?? '')?.[1] ?? 0) >= yearSeconds,
    wanted: 'a max-age of a year or more',
    why: 'A user’s first request can be answered by anyone on the way.',
    fix: `Let WALLET_ORIGIN and VAULT_ORIGIN in infra/.env start with https://: the frame server then sends it. ${removedInFront}`,
  },
  {
    name: 'x-frame-options',
    of: embedded,
    holds: is(null),
    wanted: 'absent',
    why: 'The pages of a project cannot embed the wallet: it knows one origin at most, and frame-ancestors lists them all.',
    fix: 'Take X-Frame-Options out of what stands in front: `header` in the Caddyfile, `add_header` in nginx, `http-response` in HAProxy, the security headers of a CDN.',
  },
  {
    name: 'cross-origin-resource-policy',
    of: embedded,
    holds: is('cross-origin'),
    wanted: 'cross-origin',
    why: 'Pages that isolate themselves cannot embed the wallet.',
  },
  {
    name: 'cross-origin-embedder-policy',
    of: all,
    holds: is('require-corp'),
    wanted: 'require-corp',
    why: 'Pages that isolate themselves cannot embed the wallet, and the document may load what has not agreed to it.',
  },
  {
    name: 'cross-origin-opener-policy',
    of: ['page'],
    holds: is('same-origin'),
    wanted: 'same-origin',
    why: 'A page that opens the wallet in a window keeps hold of that window.',
  },
  {
    name: 'origin-agent-cluster',
    of: all,
    holds: is('?1'),
    wanted: '?1',
    why: 'The browser may run the document together with others of its site.',
  },
  {
    name: 'x-content-type-options',
    of: all,
    holds: is('nosniff'),
    wanted: 'nosniff',
    why: 'A browser may take a file for something else than it is.',
  },
  {
    name: 'referrer-policy',
    of: all,
    holds: is('no-referrer'),
    wanted: 'no-referrer',
    why: 'Addresses of the wallet, with what they hold, are told to others.',
  },
  {
    name: 'cache-control',
    of: all,
    holds: is('no-store'),
    wanted: 'no-store',
    why: 'After an upgrade users get a document whose scripts and policy are older than each other.',
    fix: `Cache /assets/ only, never documents: \`Cache-Control\` of the answer says which. ${removedInFront}`,
  },
  {
    name: 'permissions-policy',
    of: all,
    holds: (value) => /\bpublickey-credentials-get=\([^)]+\)/.test(value ?? '') && /\bcamera=\(\)/.test(value ?? ''),
    wanted: 'passkeys allowed, and all else closed',
    why: 'Passkeys do not work in the embedded wallet, or the document may use what it needs not.',
  },
]
