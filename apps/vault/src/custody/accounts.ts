import type { WalletRecord } from '@latchkey/api-client'
import type { Hold, SecretBytes } from '../secrets.ts'
import { addressOfPrivateKey } from '../signers/addressOfPrivateKey.ts'
import { addressOfSolanaSeed } from '../signers/addressOfSolanaSeed.ts'
import { derivePrivateKey, evmPath, solanaPath } from './derivePrivateKey.ts'
import { mnemonicSeed } from './mnemonic.ts'
import type { Source } from './walletPayload.ts'

export type Account = {
  /** CAIP-2. */
  namespace: keyof WalletRecord['addresses']
  /** EIP-55, or base58. */
  address: string
  /** For Solana, the Ed25519 seed. */
  privateKey: SecretBytes
}

/** Returns a source's accounts: of a mnemonic the first of each namespace, of a key its own. */
export const accountsOf = async ({ kind, secret }: Source, hold: Hold): Promise<Account[]> => {
  if (kind === 'evmKey') return [evmAccount(secret)]
  if (kind === 'solanaKey') return [solanaAccount(secret)]
  const seed = await mnemonicSeed(secret, hold)
  return [
    evmAccount(derivePrivateKey('secp256k1', seed, evmPath(0), hold)),
    solanaAccount(derivePrivateKey('ed25519', seed, solanaPath(0), hold)),
  ]
}

/** Returns the accounts of all sources, in order. */
export const allAccounts = async (sources: readonly Source[], hold: Hold): Promise<Account[]> =>
  (await Promise.all(sources.map((source) => accountsOf(source, hold)))).flat()

/** Returns the addresses of a wallet record with these accounts, each once: a key may come from its mnemonic too. */
export const addressesOf = (accounts: readonly Account[]): WalletRecord['addresses'] => {
  const within = (namespace: Account['namespace']): string[] => [
    ...new Set(accounts.filter((account) => account.namespace === namespace).map(({ address }) => address)),
  ]
  return { eip155: within('eip155'), solana: within('solana') }
}

const evmAccount = (privateKey: SecretBytes): Account => ({
  namespace: 'eip155',
  address: addressOfPrivateKey(privateKey),
  privateKey,
})
const solanaAccount = (privateKey: SecretBytes): Account => ({
  namespace: 'solana',
  address: addressOfSolanaSeed(privateKey),
  privateKey,
})
