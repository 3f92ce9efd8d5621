import type { ConnectorSource } from '../Connector.ts'
import { createDrivenConnector } from '../createDrivenConnector.ts'
import type { WalletDriver } from '../WalletDriver.ts'
import { readStandardWallet } from './standardWallet.ts'
import { type StandardRegister, standardRegister, watchStandardWallets } from './watchStandardWallets.ts'

/**
 * Finds the wallets of the Wallet Standard that `driverOf` supports; it returns null for those of other chains. The standard identifies a
 * wallet only by its name: of two with the same name, the first counts.
 */
export const createStandardSource =
  (driverOf: (wallet: object, isPresent: () => boolean) => WalletDriver | null) =>
  (register: StandardRegister = standardRegister()): ConnectorSource =>
  (onConnector) => {
    const names = new Set<string>()
    return watchStandardWallets(register, (wallet) => {
      const claims = readStandardWallet(wallet)
      if (claims === null || names.has(claims.name)) return
      const driver = driverOf(wallet, () => register.get().includes(wallet))
      if (driver === null) return
      names.add(claims.name)
      const id = `announced:${claims.name}`
      onConnector(createDrivenConnector({ id, type: 'announced', ...claims, rdns: null, driver }))
    })
  }
