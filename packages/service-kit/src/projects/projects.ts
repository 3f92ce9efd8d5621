import { readFileSync } from 'node:fs'
import {
  approvalModes,
  capturePurpose,
  matchesOrigin,
  type ProjectFeature,
  projectFeature,
  projectNotice,
  projectWallets,
} from '@latchkey/api-client'
import { projectBrand } from '@latchkey/api-client/projectBrand'
import { projectIdShape } from '@latchkey/api-client/projectList'
import { isEvmAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { evmChain } from '../settings/fields.ts'
import { watchFile } from '../watchFile.ts'

const wei = z.string().check(z.regex(/^(?:0|[1-9]\d{0,29})$/))

/**
 * What a project pays for its people: the network fees of operations of their smart accounts. Amounts are wei of a network's
 * own coin and count for each network apart, from 00:00 UTC on.
 */
const sponsorship = z.strictObject({
  /** CAIP-2. */
  networks: z.array(evmChain).check(z.minLength(1)),
  /** The contracts that an operation may call, and no others; without the list any. */
  contracts: z.optional(z.array(z.custom<Address>(isEvmAddress)).check(z.minLength(1))),
  perPersonPerDayWei: wei,
  perDayWei: wei,
})
/** A parsed policy of which user operations a project pays for. */
export type SponsorshipPolicy = z.output<typeof sponsorship>

const loopbacks: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Where a user returns to: compared letter by letter. Over plain HTTP on the developer's own machine alone. */
const redirectUri = z.string().check(
  z.maxLength(512),
  z.refine((text) => {
    const uri = URL.parse(text)
    if (uri === null || text.includes('#') || text.includes('*') || uri.username !== '' || uri.password !== '')
      return false
    return uri.protocol === 'https:' || (uri.protocol === 'http:' && loopbacks.includes(uri.hostname))
  }),
)

const oidcClientFields = {
  clientId: z.string().check(z.regex(/^[\w.-]{1,128}$/)),
  redirectUris: z.array(redirectUri).check(z.minLength(1), z.maxLength(20)),
}
/** An app that signs its users in by OpenID Connect: a server that has a secret, or a page or program that can keep none. */
const oidcClient = z.union([
  z.strictObject({
    ...oidcClientFields,
    /** Of its secret, which this file does not hold: SHA-256 in lower-case hexadecimal digits. */
    secretSha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    public: z.optional(z.literal(false)),
  }),
  z.strictObject({ ...oidcClientFields, public: z.literal(true) }),
])
/** A parsed OpenID Connect client of a project. */
export type OidcClient = z.output<typeof oidcClient>

const project = z.object({
  /** As the frame server takes it out of an address. */
  id: z.string().check(z.regex(projectIdShape)),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  /** How it looks in the wallet and in mails. Without it the name that a page gives itself is shown as not verified. */
  brand: z.optional(projectBrand),
  /** Origin patterns; `*` is exactly one label. */
  origins: z.array(z.string()),
  /** Where its people decide. A word that is none of these is an error here, not a guess. */
  approvals: z._default(z.enum(approvalModes), 'auto'),
  /** Profiles of the wire that its pages may speak. In 4 a page sees the codes that users type. Without the list both. */
  profiles: z.optional(z.array(z.union([z.literal(4), z.literal(5)])).check(z.minLength(1))),
  /** What is on in its pages; what the list lacks is off. Without a list the pages decide. */
  features: z.optional(z.array(projectFeature)),
  /** Wallets that its pages show first, and wallets that they hide. Without it the pages decide. */
  wallets: z.optional(projectWallets),
  /** A line that its pages show above the modal's views. */
  notice: z.optional(projectNotice),
  /** What the email addresses of its users are captured for, in the words that they read. Without it none are captured. */
  emailCapture: z.optional(z.strictObject({ purpose: capturePurpose })),
  /** Networks (CAIP-2) on which its people may have smart accounts, where the operator has them too. Without the list none. */
  smartAccounts: z.optional(z.array(evmChain)),
  /** Without it the project pays for nothing. */
  sponsorship: z.optional(sponsorship),
  /** Apps of the project that sign users in by OpenID Connect. Without it none. */
  oidc: z.optional(z.strictObject({ clients: z.array(oidcClient) })),
})
/** A parsed project of the operator's configuration. */
export type Project = z.output<typeof project>

/** Whether a project has a feature on. One without a list leaves features to its pages; what a list lacks is off. */
export const hasFeature = ({ features }: Project, feature: ProjectFeature['id']): boolean =>
  features === undefined || features.some(({ id, isEnabled }) => id === feature && isEnabled)

/** What mails show of a project. */
export const mailBrandOf = ({ name, brand }: Project) => ({ projectName: brand?.name ?? name, brand })

/** The projects of a deployment. The list may change between calls. */
export type Projects = {
  /** All of them. */
  list(): readonly Project[]
  /** Throws PROJECT_UNKNOWN. */
  find(projectId: string): Project
  /** Throws PROJECT_UNKNOWN or ORIGIN_NOT_ALLOWED. */
  requireOrigin(projectId: string, origin: string): Project
}

/**
 * The projects of a JSON file (a list of `{ id, name, origins, brand?, approvals?, profiles?, features?, wallets?, notice?, emailCapture?, smartAccounts?, sponsorship?, oidc? }`), read
 * again when the file changes. A file that is damaged while running keeps the last good list, and `onBadFile` is told why; at
 * the start it is an error.
 */
export function openProjects(file: string, onBadFile: (reason: string) => void): Projects {
  const current = watchFile(file, readProjects, onBadFile)
  const find = (projectId: string): Project => {
    const found = current().get(projectId)
    if (found === undefined) throw new AppError('PROJECT_UNKNOWN')
    return found
  }
  return {
    list: () => [...current().values()],
    find,
    requireOrigin(projectId, origin) {
      const found = find(projectId)
      if (!matchesOrigin(found.origins, origin)) throw new AppError('ORIGIN_NOT_ALLOWED')
      return found
    },
  }
}

function readProjects(file: string): Map<string, Project> {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`The projects file ${file} cannot be read as JSON`, { cause })
  }
  const parsed = z.safeParse(z.array(project), json)
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') ?? ''
    throw new Error(
      `The projects file ${file} is not a list of { id, name, origins, brand?, approvals?, profiles?, features?, wallets?, notice?, emailCapture?, smartAccounts?, sponsorship?, oidc? }${at === '' ? '' : `: see ${at}`}`,
    )
  }
  requireOwnClients(parsed.data, file)
  return new Map(parsed.data.map((row) => [row.id, row]))
}

/**
 * A client is one app's, and its id no other project's: the audience of a token is either, and one must not be taken for
 * the other.
 */
function requireOwnClients(projects: readonly Project[], file: string): void {
  const taken = new Set<string>()
  for (const { id, oidc } of projects)
    for (const { clientId } of oidc?.clients ?? []) {
      const isProject = clientId !== id && projects.some((other) => other.id === clientId)
      if (taken.has(clientId) || isProject)
        throw new Error(`The projects file ${file} has two owners of the client ${clientId}`)
      taken.add(clientId)
    }
}
