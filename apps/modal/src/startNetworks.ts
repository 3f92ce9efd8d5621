import type { NetworkId } from './Modal.ts'
import type { Settings } from './Settings.ts'
import type { ModalStorage } from './storage.ts'

/**
 * The networks that a visit begins with, one of each namespace that has been used, the active one first: as remembered,
 * as far as they are the site's.
 */
export const startNetworks = (
  { networks, defaultNetwork }: Pick<Settings, 'networks'> & { defaultNetwork?: NetworkId | undefined },
  storage: ModalStorage,
): readonly [NetworkId, ...NetworkId[]] => {
  const remembered = storage.read('active-networks') ?? []
  const [first, ...others] = remembered.filter((id) => networks.includes(id))
  return first === undefined ? [defaultNetwork ?? networks[0]] : [first, ...others]
}
