import { base58, base64 } from '@scure/base'
import { solanaKey } from './account.ts'

/**
 * Returns whether a Solana account has signed a text with its key (Ed25519), using WebCrypto. `signature`: 64 bytes in base58 or base64.
 * Keys of small order are rejected: anyone can sign for those, such as the address of the system program.
 */
export async function hasSolanaKeySigned(address: string, message: string, signature: string): Promise<boolean> {
  const key = solanaKey(address)
  const bytes = decode(signature)
  if (key === null || bytes === null || isOfSmallOrder(key)) return false
  try {
    const publicKey = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', publicKey, bytes, new TextEncoder().encode(message))
  } catch (cause) {
    // A runtime without the algorithm must not report an invalid signature.
    if (cause instanceof DOMException && cause.name === 'NotSupportedError') throw cause
    return false
  }
}

function decode(signature: string): Uint8Array<ArrayBuffer> | null {
  if (signature.length > 88) return null
  for (const codec of [base58, base64]) {
    try {
      const bytes = Uint8Array.from(codec.decode(signature))
      if (bytes.length === 64) return bytes
    } catch {
      // Perhaps in the other encoding.
    }
  }
  return null
}

/** The y coordinates of the curve's points of small order, in the byte order of keys, including those above the field's prime. */
const smallOrder: readonly string[] = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]
function isOfSmallOrder(key: Uint8Array): boolean {
  // The highest bit is the sign of x.
  const y = key.map((byte, at) => (at === 31 ? byte & 0x7f : byte))
  return smallOrder.includes([...y].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
}
