import { HARDENED_OFFSET, HDKey } from '@scure/bip32'
import type { Hold, SecretBytes } from './secrets.ts'

/** BIP-44: purpose 44', coin type 60' (Ether), account 0', external chain. */
export const evmPath = (index: number): readonly number[] => [
  44 + HARDENED_OFFSET,
  60 + HARDENED_OFFSET,
  HARDENED_OFFSET,
  0,
  index,
]

/** The secp256k1 private key at a BIP-32 path under a seed. Each node on the way is wiped as soon as its child exists. */
export const hdPrivateKey = (seed: SecretBytes, path: readonly number[], hold: Hold): SecretBytes => {
  let node = HDKey.fromMasterSeed(seed)
  for (const index of path) {
    const child = node.deriveChild(index)
    node.wipePrivateData()
    node = child
  }
  const { privateKey } = node
  node.wipePrivateData()
  if (privateKey === null) throw new TypeError('a node derived from a seed has a private key')
  return hold(privateKey)
}
