import type { SiwxAccount } from './account.ts'
import { hasBitcoinKeySigned } from './bitcoinSignature.ts'
import { bytesOfHex, hasEvmKeySigned, mayAskContract } from './evmSignature.ts'
import { hasSolanaKeySigned } from './solanaSignature.ts'

/** `key`: the account's key signed. `contract`: only the account's contract can verify it. `none`: the signature is invalid. */
export type SignedBy = 'key' | 'contract' | 'none'

/**
 * Returns who signed a text, as far as the signature itself shows. `signature`: hexadecimal for EVM, base58 or base64 for Solana, base64
 * for Bitcoin.
 */
export async function verifyByKey(account: SiwxAccount, message: string, signature: string): Promise<SignedBy> {
  const { namespace, address } = account
  if (namespace === 'solana') return (await hasSolanaKeySigned(address, message, signature)) ? 'key' : 'none'
  if (namespace === 'bip122') return hasBitcoinKeySigned(account, message, signature) ? 'key' : 'none'
  // The zero address has no key and no contract, and a failed recovery returns it: the validator would accept it.
  if (/^0x0*$/.test(address)) return 'none'
  const bytes = bytesOfHex(signature)
  if (bytes === null) return 'none'
  if (hasEvmKeySigned(address, message, bytes)) return 'key'
  return mayAskContract(signature) ? 'contract' : 'none'
}
