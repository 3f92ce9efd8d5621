import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { OidcClient, Project, Projects } from '@latchkey/service-kit/projects/projects'
import type { Adapter, AdapterPayload } from 'oidc-provider'

/** An app that signs its users in by OpenID Connect, and its project. */
export type FoundClient = { project: Project; client: OidcClient }

/** Returns null when no project has it, or it was removed. */
export function findClient(projects: Pick<Projects, 'list'>, clientId: string): FoundClient | null {
  for (const project of projects.list())
    for (const client of project.oidc?.clients ?? []) if (client.clientId === clientId) return { project, client }
  return null
}

/** Fields of a client beyond the standard's. */
export const ownMetadata = ['project_id', 'secret_sha256']

/** Returns a client in the provider's form. Only code, S256 and a query in the redirect URI are allowed, whatever it requests. */
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
    // All redirect URIs of a project are one sector. It is never fetched.
    sector_identifier_uri: `https://latchkey.invalid/${project.id}`,
    project_id: project.id,
    ...(client.public === true
      ? { token_endpoint_auth_method: 'none' }
      : {
          token_endpoint_auth_method: 'client_secret_basic',
          // Only its digest is known; this random one is never compared.
          client_secret: randomBytes(32).toString('hex'),
          secret_sha256: client.secretSha256,
        }),
  }
}

/** Serves the clients of the projects file, as of now. */
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

/** Returns whether the secret has that digest. */
export const isSecretOf = (secret: string, sha256: unknown): boolean =>
  typeof sha256 === 'string' &&
  timingSafeEqual(createHash('sha256').update(secret).digest(), Buffer.from(sha256, 'hex'))
