import { readProxies } from '@latchkey/proxies'
import * as z from 'zod'
import { swapRoutersText } from '../src/approvals/swap/swapRouters.ts'
import type { FrameServerSettings } from './startFrameServer.ts'

const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** Browsers allow keys and storage only in secure contexts: HTTPS, or this machine. */
const isSecure = (url: URL): boolean => url.protocol === 'https:' || loopback.test(url.hostname)

const url = z.url({ protocol: /^https?$/ }).refine((text) => isSecure(new URL(text)), 'must be HTTPS')
const origin = url.refine((text) => new URL(text).origin === text, 'must be an origin, such as https://wallet.example')
const address = url.refine((text) => !text.endsWith('/'), 'must not end with a slash')
const internal = z
  .url({ protocol: /^https?$/ })
  .refine((text) => new URL(text).origin === text, 'must be scheme, host and port, such as http://api:3002')
  // Its response names the keys that shares are sealed to. A host without a dot is a service on the containers' network.
  .refine(
    (text) => isSecure(new URL(text)) || /^[a-z\d][\w-]*$/i.test(new URL(text).hostname),
    'must be HTTPS outside this machine and the network of its containers',
  )
const port = z.coerce.number().int().min(1).max(65_535)

/** SHA-256 of manifests, separated by spaces or commas. */
const builds = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''))
  .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of manifests, in hexadecimal')))

/** URIs, separated by spaces. */
const contacts = z
  .string()
  .transform((text) => text.split(/\s+/).filter((word) => word !== ''))
  .pipe(z.array(z.string().regex(/^(?:mailto:|https:\/\/|tel:)[^\s]+$/, 'must be mailto:, https:// or tel: addresses')))

const environment = z
  .object({
    WALLET_ORIGIN: origin,
    VAULT_ORIGIN: origin,
    API_URL: address,
    CUSTODY_URL: address,
    /** The two services' internal URLs, on a trusted network; their public URLs when absent. */
    API_INTERNAL_URL: internal.optional(),
    CUSTODY_INTERNAL_URL: internal.optional(),
    /** The API's URL for the list of all projects, on that network. */
    PROJECT_LIST_URL: internal,
    /** For /.well-known/security.txt; both or none. */
    SECURITY_CONTACT: contacts.optional(),
    SECURITY_EXPIRES: z.iso
      .date('must be a date, such as 2026-12-31')
      .transform((text) => new Date(text))
      .optional(),
    /** Exchanges that swaps may go through: CAIP-10 of their routers, separated by commas. The frame stops swaps through any other. */
    SWAP_ROUTERS: z
      .string()
      .regex(
        swapRoutersText,
        'must be exchanges by CAIP-10 with commas, such as eip155:1:0x…,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:JUP6…',
      )
      .optional(),
    WALLET_PORT: port,
    VAULT_PORT: port,
    /** Address to listen on; all of them when absent. */
    HOST: z.string().min(1).default('0.0.0.0'),
    DIST_FOLDER: z.string().min(1).optional(),
    /** A folder that all processes share, with the builds of the last day. */
    PREVIOUS_BUILDS: z.string().min(1).optional(),
    /** A folder that keeps the authorities' keys for a start while one of them is offline; processes may share it. */
    LAST_KNOWN: z.string().min(1).optional(),
    REVOKED_BUILDS: builds.optional(),
    /** As in the services: the proxies that may name the client's address, in a header or with PROXY_PROTOCOL. */
    TRUSTED_PROXIES: z.string().optional(),
    /** The port for Prometheus, separate from the others; no metrics without it. */
    METRICS_PORT: port.optional(),
    /** Addresses that it listens on, separated by commas; without it the loopback ones. */
    METRICS_HOSTS: z.string().min(1).optional(),
    DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
    /** `production` in Latchkey's images, whose proxy checks whether this server is still running. */
    NODE_ENV: z.string().optional(),
    PROXY_PROTOCOL: z.enum(['true', 'false']).default('false'),
  })
  .refine((settings) => settings.WALLET_ORIGIN !== settings.VAULT_ORIGIN, {
    path: ['VAULT_ORIGIN'],
    error: 'must be another origin than WALLET_ORIGIN: that is what keeps the keys apart',
  })
  .refine(({ SECURITY_CONTACT: named = [], SECURITY_EXPIRES: date }) => named.length > 0 === (date !== undefined), {
    path: ['SECURITY_EXPIRES'],
    error: 'needed with SECURITY_CONTACT, and only with it',
  })
  .superRefine(({ WALLET_ORIGIN, VAULT_ORIGIN, ...services }, { addIssue }) => {
    for (const name of ['API_URL', 'CUSTODY_URL'] as const)
      if ([WALLET_ORIGIN, VAULT_ORIGIN].includes(new URL(services[name]).origin))
        addIssue({
          code: 'custom',
          path: [name],
          message:
            'must be another origin than WALLET_ORIGIN and VAULT_ORIGIN: a service there could run script in their documents',
        })
  })

/** Reads the settings of the deployed server. Throws an Error that names every missing or invalid setting. */
export const parseSettings = (variables: Readonly<Record<string, string | undefined>>): FrameServerSettings => {
  const parsed = environment.safeParse(variables)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`The frame server cannot start:\n${lines.join('\n')}`)
  }
  const settings = parsed.data
  const proxies = readProxies(settings.TRUSTED_PROXIES, settings.PROXY_PROTOCOL === 'true')
  if ('reason' in proxies) throw new Error(`The frame server cannot start:\n${proxies.reason}`)
  return {
    host: settings.HOST,
    proxies,
    drainSeconds: settings.DRAIN_SECONDS ?? (settings.NODE_ENV === 'production' ? 5 : 0),
    walletPort: settings.WALLET_PORT,
    vaultPort: settings.VAULT_PORT,
    walletOrigin: settings.WALLET_ORIGIN,
    vaultOrigin: settings.VAULT_ORIGIN,
    apiUrl: settings.API_URL,
    custodyUrl: settings.CUSTODY_URL,
    internal: {
      apiUrl: settings.API_INTERNAL_URL ?? settings.API_URL,
      custodyUrl: settings.CUSTODY_INTERNAL_URL ?? settings.CUSTODY_URL,
    },
    ...(settings.METRICS_PORT === undefined
      ? {}
      : {
          metricsListener: {
            port: settings.METRICS_PORT,
            ...(settings.METRICS_HOSTS === undefined ? {} : { hosts: settings.METRICS_HOSTS.split(',') }),
          },
        }),
    projectListUrl: settings.PROJECT_LIST_URL,
    ...(settings.SWAP_ROUTERS === undefined ? {} : { swapRouters: settings.SWAP_ROUTERS }),
    ...(settings.SECURITY_CONTACT === undefined || settings.SECURITY_EXPIRES === undefined
      ? {}
      : { contact: { contacts: settings.SECURITY_CONTACT, expires: settings.SECURITY_EXPIRES } }),
    ...(settings.DIST_FOLDER === undefined ? {} : { distFolder: settings.DIST_FOLDER }),
    ...(settings.PREVIOUS_BUILDS === undefined ? {} : { previousBuilds: settings.PREVIOUS_BUILDS }),
    ...(settings.LAST_KNOWN === undefined ? {} : { lastKnownFolder: settings.LAST_KNOWN }),
    ...(settings.REVOKED_BUILDS === undefined ? {} : { revokedBuilds: settings.REVOKED_BUILDS }),
  }
}
