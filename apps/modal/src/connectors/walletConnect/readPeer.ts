import type { WalletSession } from '../Connector.ts'
import { readField } from '../readField.ts'
import { readIcon } from '../readIcon.ts'
import { readWalletName } from '../readWalletName.ts'

/** Returns the peer's own name and icon (`peer.metadata`). Undefined when neither can be shown. */
export function readPeer(metadata: unknown): WalletSession['wallet'] {
  const name = readWalletName(readField(metadata, 'name'))
  return name === null ? undefined : { name, icon: readIcon(readField(readField(metadata, 'icons'), '0')) }
}
