import { UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** Returns the 32 bytes of a secret setting in hexadecimal. Throws UnusableSettings, which names the setting and shows no value. */
export function readPrivateKey(setting: string, text: string): Uint8Array {
  const key = Buffer.from(text.replace(/^0x/, ''), 'hex')
  if (!/^(?:0x)?[0-9a-fA-F]{64}$/.test(text) || !secp256k1.utils.isValidSecretKey(key))
    throw new UnusableSettings([`${setting}: must be a private key of secp256k1, 32 bytes in hexadecimal`])
  return key
}
