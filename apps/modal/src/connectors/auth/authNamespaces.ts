import type { Namespace, NetworkId } from '../../Modal.ts'
import { namespaceOf } from '../../storedConnections.ts'

/** The embedded wallet's namespaces; one sign-in covers all of them. */
export const authNamespaces = ['eip155', 'solana'] as const
export type AuthNamespace = (typeof authNamespaces)[number]

export const isAuthNamespace = (namespace: Namespace): namespace is AuthNamespace =>
  authNamespaces.some((own) => own === namespace)

/** The namespace of a network, when it is one of them. */
export const authNamespaceOf = (network: NetworkId): AuthNamespace | undefined => {
  const namespace = namespaceOf(network)
  return isAuthNamespace(namespace) ? namespace : undefined
}

/** The embedded wallet's connector id. No wallet of the page can take it: the embedded one is registered first. */
export const authConnectorId = 'auth'

/** Whether a connection is the embedded wallet's. */
export const isAuthConnection = (connectorId: string, namespace: Namespace): boolean =>
  connectorId === authConnectorId && isAuthNamespace(namespace)
