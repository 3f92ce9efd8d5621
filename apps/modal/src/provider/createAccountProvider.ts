import type { RequestArguments } from '../connectors/Eip1193Provider.ts'
import type { Namespace } from '../Modal.ts'
import type { AccountEmitter } from './AccountEmitter.ts'
import { createAccountEvents } from './createAccountEvents.ts'
import type { ProviderSource } from './ProviderSource.ts'

/** The common part of the providers of all namespaces whose accounts are addresses. */
export type AccountProvider<namespace extends Namespace = Namespace> = AccountEmitter<string> & {
  readonly namespace: namespace
  readonly address: string | null
  readonly connected: boolean
  request(args: RequestArguments): Promise<unknown>
  connect(): Promise<{ address: string }>
  disconnect(): Promise<void>
}

/** The provider of a namespace, over the modal's calls. The same object for the modal's lifetime. */
export function createAccountProvider<namespace extends Namespace>(
  namespace: namespace,
  { request, account, connect, disconnect }: ProviderSource,
): AccountProvider<namespace> {
  return {
    ...createAccountEvents(account, (address) => address),
    namespace,
    get address() {
      return account.get().address
    },
    get connected() {
      return account.get().address !== null
    },
    request,
    async connect() {
      const [address = ''] = await connect()
      return { address }
    },
    disconnect,
  }
}
