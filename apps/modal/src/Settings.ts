import type { Network } from '@latchkey/chains'
import type { ModalOptions, NetworkId } from './Modal.ts'

/** The options of a modal, parsed: whole and in bounds, and every network by its id. */
export type Settings = Omit<ModalOptions, 'networks' | 'defaultNetwork'> & {
  networks: readonly [NetworkId, ...NetworkId[]]
  defaultNetwork?: NetworkId
  /** Those of the site's networks that the registry doesn't have, as the site describes them. Their nodes are in `rpcUrls`. */
  ownNetworks?: readonly Network[]
}
