import { base58 } from '@scure/base'
import type { SignerKind } from './SignerKind.ts'

export const solana: SignerKind = {
  namespace: 'solana',
  name: 'Solana',
  async signMessage(modal, message) {
    const { address } = modal.getAccount('solana')
    if (address === null) throw new Error('No Solana wallet is connected')
    const bytes = new TextEncoder().encode(message)
    const { signature } = (await modal.getProvider('solana').request({
      method: 'solana_signMessage',
      params: { message: base58.encode(bytes), pubkey: address },
    })) as { signature: string }
    // A Solana address is its Ed25519 public key.
    const key = await crypto.subtle.importKey('raw', base58.decode(address).slice(), 'Ed25519', false, ['verify'])
    const valid = await crypto.subtle.verify('Ed25519', key, base58.decode(signature).slice(), bytes)
    return `${valid ? 'Valid Solana signature' : 'INVALID signature'} ${signature}`
  },
}
