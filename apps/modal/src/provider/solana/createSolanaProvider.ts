import { forward } from '../../forward.ts'
import { createAccountEvents } from '../createAccountEvents.ts'
import type { ProviderSource } from '../ProviderSource.ts'
import { loadForProvider } from '../toEarlyError.ts'
import type { SolanaCalls } from './createSolanaCalls.ts'
import type { SolanaProvider } from './SolanaProvider.ts'
import { toPublicKey } from './toPublicKey.ts'

/**
 * The provider of `modal.getProvider('solana')`, over the modal's calls. The same object for the modal's lifetime. Small, because it is
 * loaded with the page: its calls' code comes with the first of them.
 */
export function createSolanaProvider(source: ProviderSource): SolanaProvider {
  const { request, account, connect, disconnect } = source
  const load = async (): Promise<SolanaCalls> =>
    (await loadForProvider(import('./createSolanaCalls.ts'))).createSolanaCalls(source)

  return {
    ...createAccountEvents(account, toPublicKey),
    namespace: 'solana',
    get publicKey() {
      const { address } = account.get()
      return address === null ? null : toPublicKey(address)
    },
    get connected() {
      return account.get().address !== null
    },
    request,
    async connect() {
      await connect()
      return { publicKey: await (await load()).requireKey() }
    },
    disconnect,
    ...forward(
      load,
      'signMessage',
      'signTransaction',
      'signAllTransactions',
      'signAndSendTransaction',
      'sendTransaction',
      'signIn',
    ),
  }
}
