import { closedPolicy } from './contentSecurityPolicy.ts'

/**
 * The headers of every response (custody design, section 5). Each app has rows for its own documents, derived from `closedResponse`;
 * everything else is sent with that one unchanged.
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
/** The Permissions-Policy features that WebAuthn needs. */
export const passkeys = ['publickey-credentials-get', 'publickey-credentials-create']

/** Returns the `Permissions-Policy`: every feature disabled except those in `allowed`, by name to allow-list. */
export const permissions = (allowed: Readonly<Record<string, string>>): string =>
  [...closedFeatures, ...passkeys, 'clipboard-write']
    .map((feature) => `${feature}=(${allowed[feature] ?? ''})`)
    .join(', ')

/** The headers that differ between responses. */
export type ResponseRow = {
  policy: string
  permissions: string
  resourcePolicy: 'cross-origin' | 'same-origin'
  cache: string
  /** `Cross-Origin-Opener-Policy`. */
  openerPolicy?: 'same-origin'
}

/** For health, errors and everything else that is neither document nor file. */
export const closedResponse: ResponseRow = {
  policy: closedPolicy,
  permissions: permissions({}),
  resourcePolicy: 'same-origin',
  cache: 'no-store',
}

/** For a script, style sheet or image with a hash in its name. */
export const assetResponse: ResponseRow = { ...closedResponse, cache: 'public, max-age=31536000, immutable' }

const twoYears = 'max-age=63072000'

/** Returns all security headers of a response. `secure`: served over HTTPS, where HSTS applies. */
export const responseHeaders = (row: ResponseRow, secure: boolean): Record<string, string> => ({
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
})
