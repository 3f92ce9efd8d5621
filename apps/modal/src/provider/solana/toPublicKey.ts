import type { SolanaPublicKey } from './SolanaProvider.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** An address that is connected, and so read already, as a public key. */
export const toPublicKey = (address: string): SolanaPublicKey => ({
  toBase58: () => address,
  toBytes: () => toBytes(address),
  toString: () => address,
  toJSON: () => address,
  equals: (other) => other.toBase58() === address,
})

/** The 32 bytes of an address. Here and not from a library, because this is loaded with every page of a dapp. */
function toBytes(address: string): Uint8Array {
  let left = [...address].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  const bytes = new Uint8Array(32)
  for (let index = 31; index >= 0; index--) {
    bytes[index] = Number(left & 0xffn)
    left >>= 8n
  }
  return bytes
}
