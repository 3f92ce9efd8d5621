import type { ChainNamespace } from '@latchkey/chains'
import { isAppError } from '@latchkey/protocol'
import type { Connector } from './Connector.ts'
import type { RequestArguments } from './Eip1193Provider.ts'

/**
 * Whether this JSON-RPC code means that a wallet doesn't know the method (-32601), or doesn't support it (-32004). Libraries such as viem
 * call another method then; on EIP-1193's 4200, which means the same, they don't.
 */
const isUnknownMethodCode = (code: unknown): code is number => code === -32601 || code === -32004

/** Whether the wallet doesn't know the method, so that nothing was sent. 4200 is EIP-1193's code for it. */
const isUnknownMethod = (thrown: unknown): boolean =>
  isAppError(thrown, 'WALLET_UNAVAILABLE') &&
  (thrown.details.walletCode === 4200 || isUnknownMethodCode(thrown.details.walletCode))

/**
 * Makes a call to a wallet. One that doesn't know `eth_sendTransaction` is called by `wallet_sendTransaction` instead (specification
 * section 7.4). Rejects as the connector does.
 */
export async function callWallet(
  connector: Pick<Connector, 'type' | 'request'>,
  namespace: ChainNamespace,
  args: RequestArguments,
): Promise<unknown> {
  try {
    return await connector.request(namespace, args)
  } catch (thrown) {
    if (args.method !== 'eth_sendTransaction' || connector.type === 'auth' || !isUnknownMethod(thrown)) throw thrown
    return connector.request(namespace, { ...args, method: 'wallet_sendTransaction' })
  }
}
