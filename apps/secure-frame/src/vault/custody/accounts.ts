import { addressOfPrivateKey } from '../signers/addressOfPrivateKey.ts'
import { evmPath, hdPrivateKey } from './hdPrivateKey.ts'
import { mnemonicSeed } from './mnemonic.ts'
import type { Hold, SecretBytes } from './secrets.ts'
import type { WalletPayload } from './walletPayload.ts'

export type EvmAccount = { /** EIP-55. */ address: string; privateKey: SecretBytes }

/** The first `count` accounts of a wallet: those derived from its entropy by index, then the imported ones. */
export const evmAccounts = async (payload: WalletPayload, count: number, hold: Hold): Promise<EvmAccount[]> => {
  const seed = await mnemonicSeed(payload.entropy, hold)
  const derived = Array.from({ length: count - payload.importedKeys.length }, (_, index) =>
    hdPrivateKey(seed, evmPath(index), hold),
  )
  return [...derived, ...payload.importedKeys].map((privateKey) => ({
    address: addressOfPrivateKey(privateKey),
    privateKey,
  }))
}
