import { forward } from '../../forward.ts'
import { createAccountProvider } from '../createAccountProvider.ts'
import type { ProviderSource } from '../ProviderSource.ts'
import { loadForProvider } from '../toEarlyError.ts'
import type { BitcoinProvider } from './BitcoinProvider.ts'
import type { BitcoinCalls } from './createBitcoinCalls.ts'

/**
 * The provider of `modal.getProvider('bip122')`, over the modal's calls. The same object for the modal's lifetime. Small, because it is
 * loaded with the page: its calls' code comes with the first of them.
 */
export function createBitcoinProvider(source: ProviderSource): BitcoinProvider {
  const load = async (): Promise<BitcoinCalls> =>
    (await loadForProvider(import('./createBitcoinCalls.ts'))).createBitcoinCalls(source)

  return Object.assign(
    createAccountProvider('bip122', source),
    forward(load, 'getAccountAddresses', 'signMessage', 'signPSBT', 'sendTransfer'),
  )
}
