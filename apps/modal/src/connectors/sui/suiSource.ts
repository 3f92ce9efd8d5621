import type { CaipNetworkId } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import type { ConnectorSource } from '../Connector.ts'
import { createStandardDriver } from '../standard/createStandardDriver.ts'
import { createStandardSource } from '../standard/createStandardSource.ts'
import { chainsOf, hasFeature, type StandardAccount } from '../standard/standardWallet.ts'
import { callSuiWallet } from './callSuiWallet.ts'

const ableTo = ['sui:signPersonalMessage', 'sui:signTransaction', 'sui:signAndExecuteTransaction'] as const

/** The standard's names of Sui's chains are their CAIP-2 ids. */
const suiNetworks = (chains: readonly string[]): readonly CaipNetworkId[] =>
  chains.filter((chain): chain is CaipNetworkId => /^sui:[-_a-zA-Z0-9]{1,32}$/.test(chain))

const isSuiWallet = (wallet: object): boolean =>
  suiNetworks(chainsOf(wallet)).length > 0 &&
  hasFeature(wallet, 'standard:connect') &&
  ableTo.some((feature) => hasFeature(wallet, feature))

/** An address commits to keys of several types, which the standard doesn't distinguish: only its format is checked. */
function readAddress({ address }: StandardAccount): string {
  if (!/^0x[\da-f]{64}$/.test(address)) throw new AppError('WALLET_INVALID_RESPONSE')
  return address
}

/** Finds Sui wallets of the Wallet Standard. */
export const createSuiSource = createStandardSource((wallet, isPresent) =>
  isSuiWallet(wallet)
    ? createStandardDriver({
        wallet,
        isPresent,
        namespace: 'sui',
        networksOf: suiNetworks,
        readAddress,
        call: callSuiWallet,
      })
    : null,
)

/** The source for the page that this runs in. */
export const suiSource: ConnectorSource = (onConnector) => createSuiSource()(onConnector)
