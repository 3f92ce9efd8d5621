import { isAppError, type SafeMethod } from '@latchkey/protocol'
import type { HandlerDeps } from '../HandlerDeps.ts'
import type { LocalMethod } from './LocalMethod.ts'
import type { BundlerRead } from './operations.ts'

const hexOf = (id: number): string => `0x${id.toString(16)}`

const bundler =
  <method extends BundlerRead>(method: method): LocalMethod<method> =>
  async (deps, call) =>
    (await import('./operations.ts')).askBundler(deps, method, call)

/** Safe methods that are answered here, or differently from a node; longer ones are loaded on demand. */
export const localMethods: { readonly [method in SafeMethod]?: LocalMethod<method> } = {
  eth_chainId: async (_, { network }) => hexOf(network.id),
  eth_accounts: async ({ session }, { page, network }) => {
    try {
      return [(await session.requireCallerOnChain(page, network.caipNetworkId)).address]
    } catch (error) {
      // As EIP-1193 wallets answer a page that is not connected.
      if (isAppError(error, 'UNAUTHORIZED')) return []
      throw error
    }
  },
  wallet_getCapabilities: async (deps: HandlerDeps, call) =>
    (await import('./getCapabilities.ts')).getCapabilities(deps, call),
  wallet_getCallsStatus: async (deps, call) => (await import('./operations.ts')).getCallsStatus(deps, call),
  wallet_getAssets: async (deps, call) => (await import('./getAssets.ts')).getAssets(deps, call),
  eth_supportedEntryPoints: bundler('eth_supportedEntryPoints'),
  eth_estimateUserOperationGas: bundler('eth_estimateUserOperationGas'),
  eth_getUserOperationByHash: bundler('eth_getUserOperationByHash'),
  eth_getUserOperationReceipt: bundler('eth_getUserOperationReceipt'),
}
