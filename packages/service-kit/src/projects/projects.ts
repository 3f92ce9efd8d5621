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
 * What a project sponsors for its users: the network fees of their smart accounts' operations. Amounts are in wei of a network's native
 * coin, and counted per network, from 00:00 UTC on.
 */
const sponsorship = z.strictObject({
  /** CAIP-2. */
  networks: z.array(evmChain).check(z.minLength(1)),
  /** The only contracts that an operation may call; without the list, any. */
  contracts: z.optional(z.array(z.custom<Address>(isEvmAddress)).check(z.minLength(1))),
  perPersonPerDayWei: wei,
  perDayWei: wei,
})
/** A parsed policy of which user operations a project pays for. */
export type SponsorshipPolicy = z.output<typeof sponsorship>

const loopbacks: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Where a user returns to, compared exactly. Plain HTTP is allowed only on the developer's own machine. */
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
/** An app that signs its users in by OpenID Connect: a server with a secret, or a page or program that can't keep one. */
const oidcClient = z.union([
  z.strictObject({
    ...oidcClientFields,
    /** The secret's SHA-256 in lower-case hexadecimal digits; this file doesn't contain the secret. */
    secretSha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    public: z.optional(z.literal(false)),
  }),
  z.strictObject({ ...oidcClientFields, public: z.literal(true) }),
])
/** A parsed OpenID Connect client of a project. */
export type OidcClient = z.output<typeof oidcClient>

const project = z.object({
  /** As the frame server extracts it from a URL. */
  id: z.string().check(z.regex(projectIdShape)),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  /** The project's brand in the wallet and in mails. Without it, the app's own name is shown as unverified. */
  brand: z.optional(projectBrand),
  /** Origin patterns; `*` is exactly one label. */
  origins: z.array(z.string()),
  /** Where its users confirm requests. Any other value is an error. */
  approvals: z._default(z.enum(approvalModes), 'auto'),
  /** Wire profiles that its pages may use. In 4 a page sees the codes that users type. Without the list, both. */
  profiles: z.optional(z.array(z.union([z.literal(4), z.literal(5)])).check(z.minLength(1))),
  /** Features that are on in its pages; those not listed are off. Without a list, the pages decide. */
  features: z.optional(z.array(projectFeature)),
  /** Wallets that its pages show first, and wallets that they hide. Without it, the pages decide. */
  wallets: z.optional(projectWallets),
  /** A line that its pages show above the modal's views. */
  notice: z.optional(projectNotice),
  /** The purpose for which its users' email addresses are captured, as shown to them. Without it, none are captured. */
  emailCapture: z.optional(z.strictObject({ purpose: capturePurpose })),
  /** Networks (CAIP-2) on which its users may have smart accounts, if the operator enables them there too. Without the list, none. */
  smartAccounts: z.optional(z.array(evmChain)),
  /** Without it, the project sponsors nothing. */
  sponsorship: z.optional(sponsorship),
  /** Apps of the project that sign users in by OpenID Connect. Default: none. */
  oidc: z.optional(z.strictObject({ clients: z.array(oidcClient) })),
})
/** A parsed project of the operator's configuration. */
export type Project = z.output<typeof project>

/** Returns whether a project has a feature on. A project without a list leaves features to its pages; features not listed are off. */
export const hasFeature = ({ features }: Project, feature: ProjectFeature['id']): boolean =>
  features === undefined || features.some(({ id, isEnabled }) => id === feature && isEnabled)

/** Returns the parts of a project that mails show. */
export const mailBrandOf = ({ name, brand }: Project) => ({ projectName: brand?.name ?? name, brand })

/** The projects of a deployment. The list may change between calls. */
export type Projects = {
  /** Returns all of them. */
  list(): readonly Project[]
  /** Throws PROJECT_UNKNOWN. */
  find(projectId: string): Project
  /** Throws PROJECT_UNKNOWN or ORIGIN_NOT_ALLOWED. */
  requireOrigin(projectId: string, origin: string): Project
}

/**
 * Opens the projects of a JSON file (a list of `{ id, name, origins, brand?, approvals?, profiles?, features?, wallets?, notice?,
 * emailCapture?, smartAccounts?, sponsorship?, oidc? }`), and reloads the file when it changes. If it becomes invalid, the last good list
 * stays, and `onBadFile` gets the reason; at startup this is an error.
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
 * Requires client ids to be unique and different from other projects' ids: a token's audience may be either, and one must not be taken for
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
