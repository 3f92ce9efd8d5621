import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32 } from '@scure/base'
import { askFaucet } from '../askFaucet.ts'
import type { SignerKind } from './SignerKind.ts'

/** The local stack's network (CAIP-2). */
const localBitcoin = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The hash that an ECDSA signature signs ("Bitcoin Signed Message"); for messages of up to 252 bytes, as the demo's is. */
const messageHash = (message: string): Uint8Array => {
  const prefix = utf8('\x18Bitcoin Signed Message:\n')
  const text = utf8(message)
  return sha256(sha256(Uint8Array.from([...prefix, text.length, ...text])))
}

/** Returns the segwit address (BIP-173) of the key that made a signature of 65 bytes (BIP-137). */
const signerOf = (message: string, signature: Uint8Array, prefix: string): string => {
  const [header = 0, ...rest] = signature
  const bytes = Uint8Array.from([(header - 27) & 3, ...rest])
  const key = secp256k1.Signature.fromBytes(bytes, 'recovered').recoverPublicKey(messageHash(message)).toBytes(true)
  return bech32.encode(prefix, [0, ...bech32.toWords(ripemd160(sha256(key)))])
}

export const bitcoin: SignerKind = {
  namespace: 'bip122',
  name: 'Bitcoin',
  async signMessage(modal, message) {
    const { address } = modal.getAccount('bip122')
    if (address === null) throw new Error('No Bitcoin wallet is connected')
    const { signature } = (await modal.getProvider('bip122').request({
      method: 'signMessage',
      params: { account: address, address, message, protocol: 'ecdsa' },
    })) as { signature: string }
    const valid = signerOf(message, base64.decode(signature), address.slice(0, address.lastIndexOf('1'))) === address
    return `${valid ? 'Valid Bitcoin signature' : 'INVALID signature'} ${signature}`
  },
  actions: [
    {
      label: 'Get local BTC',
      only: localBitcoin,
      async act(modal) {
        const { address } = modal.getAccount('bip122')
        if (address === null) throw new Error('No Bitcoin wallet is connected')
        await askFaucet('/faucet', localBitcoin, address)
        return 'The faucet sent some BTC'
      },
    },
  ],
}
