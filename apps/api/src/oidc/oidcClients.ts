import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { OidcClient, Project, Projects } from '@latchkey/service-kit/projects/projects'
import type { Adapter, AdapterPayload } from 'oidc-provider'

/** An app that signs its users in by OpenID Connect, and the project that it belongs to. */
export type FoundClient = { project: Project; client: OidcClient }

/** Null when no project has it, or has it any more. */
export function findClient(projects: Pick<Projects, 'list'>, clientId: string): FoundClient | null {
  for (const project of projects.list())
    for (const client of project.oidc?.clients ?? []) if (client.clientId === clientId) return { project, client }
  return null
}

/** Fields of a client beyond the standard's. */
export const ownMetadata = ['project_id', 'secret_sha256']

/**
 * A client as the provider knows it. Everything but code, S256 and a query in the address of return is closed to it, whatever
 * it asks for.
 */
function metadataOf({ project, client }: FoundClient): AdapterPayload {
  return {
    client_id: client.clientId,
    client_name: project.name,
    redirect_uris: [...client.redirectUris],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    response_modes: ['query'],
    id_token_signed_response_alg: 'ES256',
    subject_type: 'pairwise',
    // All addresses of a project are one sector. It is never asked for.
    sector_identifier_uri: `https://latchkey.invalid/${project.id}`,
    project_id: project.id,
    ...(client.public === true
      ? { token_endpoint_auth_method: 'none' }
      : {
          token_endpoint_auth_method: 'client_secret_basic',
          // Its digest alone is known; this one is compared with nothing.
          client_secret: randomBytes(32).toString('hex'),
          secret_sha256: client.secretSha256,
        }),
  }
}

/** The clients of the projects file, as of now. */
export const createClientStore = (projects: Pick<Projects, 'list'>): Adapter => {
  const none = async (): Promise<undefined> => undefined
  return {
    async find(clientId) {
      const found = findClient(projects, clientId)
      return found === null ? undefined : metadataOf(found)
    },
    upsert: none,
    findByUid: none,
    findByUserCode: none,
    consume: none,
    destroy: none,
    revokeByGrantId: none,
  }
}

/** Whether this is the secret with that digest. */
export const isSecretOf = (secret: string, sha256: unknown): boolean =>
  typeof sha256 === 'string' &&
  timingSafeEqual(createHash('sha256').update(secret).digest(), Buffer.from(sha256, 'hex'))
