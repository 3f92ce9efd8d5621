import type { AwsCredentials } from './signAwsRequest.ts'

/** Gives credentials that are good now. `isForced`: AWS has just said that the last ones are not. Rejects when there are none. */
export type AwsCredentialSource = (isForced: boolean) => Promise<AwsCredentials>

/** Returns a source of credentials that never change or expire. */
export const fixedCredentials =
  (credentials: AwsCredentials): AwsCredentialSource =>
  async () =>
    credentials

/**
 * The credentials of the role that the process has, renewed before they expire: of a container (ECS, EKS Pod Identity), of a web identity
 * (EKS service accounts), of the machine (EC2, IMDSv2). AWS's own chain finds out which; a process without a role does not load it.
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
