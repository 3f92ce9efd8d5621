import type { AwsCredentials } from './signAwsRequest.ts'

/** Returns current credentials. `isForced`: AWS has just rejected the last ones. Rejects when there are none. */
export type AwsCredentialSource = (isForced: boolean) => Promise<AwsCredentials>

/** Returns a source of credentials that never change or expire. */
export const fixedCredentials =
  (credentials: AwsCredentials): AwsCredentialSource =>
  async () =>
    credentials

/**
 * Returns the credentials of the process's role, and renews them before they expire: of a container (ECS, EKS Pod Identity), a web identity
 * (EKS service accounts), or the machine (EC2, IMDSv2). AWS's own provider chain selects one; it isn't loaded in a process without a role.
 */
export function roleCredentials(region: string): AwsCredentialSource {
  const load = async () => {
    const { defaultProvider } = await import('@aws-sdk/credential-provider-node')
    return defaultProvider({ clientConfig: { region } })
  }
  let loaded: ReturnType<typeof load> | undefined
  return async (isForced) => {
    loaded ??= load()
    const provide = await loaded
    const { accessKeyId, secretAccessKey, sessionToken } = await provide({ forceRefresh: isForced })
    return { accessKeyId, secretAccessKey, sessionToken }
  }
}
