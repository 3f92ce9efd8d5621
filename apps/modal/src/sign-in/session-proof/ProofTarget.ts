import type { Namespace, NetworkId } from '../../Modal.ts'

/** The active account, which proves itself by a signature. */
export type ProofTarget = {
  readonly namespace: Namespace
  readonly network: NetworkId
  readonly address: string
  readonly connectorId: string
}
