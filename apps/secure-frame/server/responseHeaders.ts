import type { PageRow } from '../src/pages/pages.ts'
import { closedPolicy, kdfPolicy, workerPolicy } from './contentSecurityPolicy.ts'

/**
 * The headers of every response (custody design, section 5), by what the response is. Documents bring their own policy;
 * everything that has no row here is `closed`.
 */

const closedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'xr-spatial-tracking',
]
const passkeys = ['publickey-credentials-get', 'publickey-credentials-create']

const permissions = (allowed: Readonly<Record<string, string>>): string =>
  [...closedFeatures, ...passkeys, 'clipboard-write']
    .map((feature) => `${feature}=(${allowed[feature] ?? ''})`)
    .join(', ')

const immutable = 'public, max-age=31536000, immutable'
const twoYears = 'max-age=63072000'

export type ResponseKind =
  /** A document of the wallet origin, as in its table of pages. `frames`: the origins that it embeds. */
  | { kind: PageRow['kind']; policy: string; frames: readonly string[] }
  | { kind: 'vaultDocument'; policy: string }
  /** A script, style sheet or image whose name holds its hash. */
  | { kind: 'asset' }
  | { kind: 'worker' }
  | { kind: 'kdf' }
  /** Health, errors, everything else. */
  | { kind: 'closed' }

type Row = {
  policy: string
  permissions: string
  resourcePolicy: 'cross-origin' | 'same-origin'
  cache: string
  /** `Cross-Origin-Opener-Policy`. */
  openerPolicy?: 'same-origin'
}

/** What a document of the wallet origin may use, and what it passes on to the frames that it embeds. */
const documentPermissions = (frames: readonly string[]): string => {
  const passed = ['self', ...frames.map((origin) => `"${origin}"`)].join(' ')
  return permissions({
    'clipboard-write': 'self',
    ...(frames.length === 0 ? {} : Object.fromEntries(passkeys.map((feature) => [feature, passed]))),
  })
}

const rowOf = (response: ResponseKind): Row => {
  const closed: Row = {
    policy: closedPolicy,
    permissions: permissions({}),
    resourcePolicy: 'same-origin',
    cache: 'no-store',
  }
  switch (response.kind) {
    case 'frame':
    case 'window':
    case 'popup':
    case 'page': {
      const row = { ...closed, policy: response.policy, permissions: documentPermissions(response.frames) }
      if (response.kind === 'frame') return { ...row, resourcePolicy: 'cross-origin' }
      // A window talks to the frame that opened it, a popup to the page: parted from their opener they could not.
      return response.kind === 'page' ? { ...row, openerPolicy: 'same-origin' } : row
    }
    case 'vaultDocument':
      return {
        ...closed,
        policy: response.policy,
        permissions: permissions({ 'publickey-credentials-get': 'self', 'publickey-credentials-create': 'self' }),
        resourcePolicy: 'cross-origin',
      }
    case 'asset':
      return { ...closed, cache: immutable }
    case 'worker':
      return { ...closed, policy: workerPolicy, cache: immutable }
    case 'kdf':
      return { ...closed, policy: kdfPolicy, cache: immutable }
    case 'closed':
      return closed
  }
}

/** All security headers of a response. `secure`: served over HTTPS, which is when HSTS means something. */
export const responseHeaders = (response: ResponseKind, secure: boolean): Record<string, string> => {
  const row = rowOf(response)
  return {
    'content-security-policy': row.policy,
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': row.resourcePolicy,
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': row.permissions,
    'cache-control': row.cache,
    ...(row.openerPolicy === undefined ? {} : { 'cross-origin-opener-policy': row.openerPolicy }),
    ...(secure ? { 'strict-transport-security': twoYears } : {}),
  }
}
