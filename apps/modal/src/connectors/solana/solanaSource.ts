import type { ConnectorSource } from '../Connector.ts'
import { createDrivenConnector } from '../createDrivenConnector.ts'
import { chainsOf, hasFeature, readStandardWallet } from '../standard/standardWallet.ts'
import { type StandardRegister, standardRegister, watchStandardWallets } from '../standard/watchStandardWallets.ts'
import { createSolanaDriver } from './createSolanaDriver.ts'
import { solanaNetworks } from './solanaChains.ts'

const ableTo = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const

/**
 * Finds Solana wallets of the Wallet Standard. The standard knows a wallet by its name alone: of two that say the same, the
 * first is taken.
 */
export const createSolanaSource =
  (register: StandardRegister = standardRegister()): ConnectorSource =>
  (onConnector) => {
    const names = new Set<string>()
    return watchStandardWallets(register, (wallet) => {
      const claims = readStandardWallet(wallet)
      if (claims === null || names.has(claims.name) || !isSolanaWallet(wallet)) return
      names.add(claims.name)
      const driver = createSolanaDriver(wallet, () => register.get().includes(wallet))
      const id = `announced:${claims.name}`
      onConnector(createDrivenConnector({ id, type: 'announced', ...claims, rdns: null, driver }))
    })
  }

const isSolanaWallet = (wallet: object): boolean =>
  solanaNetworks(chainsOf(wallet)).length > 0 &&
  hasFeature(wallet, 'standard:connect') &&
  ableTo.some((feature) => hasFeature(wallet, feature))

/** The source for the page that this runs in. */
export const solanaSource: ConnectorSource = (onConnector) => createSolanaSource()(onConnector)
