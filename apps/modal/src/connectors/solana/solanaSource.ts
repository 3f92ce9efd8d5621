import { formatSolanaAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { ConnectorSource } from '../Connector.ts'
import { createStandardDriver } from '../standard/createStandardDriver.ts'
import { createStandardSource } from '../standard/createStandardSource.ts'
import { chainsOf, hasFeature, type StandardAccount } from '../standard/standardWallet.ts'
import { callSolanaWallet } from './callSolanaWallet.ts'
import { solanaNetworks } from './solanaChains.ts'

const ableTo = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const

const isSolanaWallet = (wallet: object): boolean =>
  solanaNetworks(chainsOf(wallet)).length > 0 &&
  hasFeature(wallet, 'standard:connect') &&
  ableTo.some((feature) => hasFeature(wallet, feature))

/** An address is its key. Throws WALLET_INVALID_RESPONSE. */
function readAddress({ address, publicKey }: StandardAccount): string {
  if (publicKey.length !== 32 || formatSolanaAddress(publicKey) !== address)
    throw new AppError('WALLET_INVALID_RESPONSE')
  return address
}

/** Finds Solana wallets of the Wallet Standard. */
export const createSolanaSource = createStandardSource((wallet, isPresent) =>
  isSolanaWallet(wallet)
    ? createStandardDriver({
        wallet,
        isPresent,
        namespace: 'solana',
        networksOf: solanaNetworks,
        readAddress,
        call: callSolanaWallet,
      })
    : null,
)

/** The source for the page that this runs in. */
export const solanaSource: ConnectorSource = (onConnector) => createSolanaSource()(onConnector)
