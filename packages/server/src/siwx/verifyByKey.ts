import type { SiwxAccount } from './account.ts'
import { hasBitcoinKeySigned } from './bitcoinSignature.ts'
import { bytesOfHex, hasEvmKeySigned, mayAskContract } from './evmSignature.ts'
import { hasSolanaKeySigned } from './solanaSignature.ts'

/** `key`: the account's key signed. `contract`: only the account's contract can verify it. `none`: the signature is invalid. */
export type SignedBy = 'key' | 'contract' | 'none'

/**
 * Whether an account has signed a text, as far as the signature itself tells. `signature`: hexadecimal of EVM, base58 or base64 of
 * Solana, base64 of Bitcoin.
 */
export async function verifyByKey(account: SiwxAccount, message: string, signature: string): Promise<SignedBy> {
  const { namespace, address } = account
  if (namespace === 'solana') return (await hasSolanaKeySigned(address, message, signature)) ? 'key' : 'none'
  if (namespace === 'bip122') return hasBitcoinKeySigned(account, message, signature) ? 'key' : 'none'
  // It has no key and no contract, and a failed recovery answers it: the validator would say yes.
  if (/^0x0*$/.test(address)) return 'none'
  const bytes = bytesOfHex(signature)
  if (bytes === null) return 'none'
  if (hasEvmKeySigned(address, message, bytes)) return 'key'
  return mayAskContract(signature) ? 'contract' : 'none'
}
