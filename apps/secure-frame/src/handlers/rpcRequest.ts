import type { EvmNetwork } from '@latchkey/chains'
import {
  AppError,
  isApprovalMethod,
  isRpcMethod,
  type RpcMethod,
  rpcMethods,
  type SafeMethod,
  tryParse,
} from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import { networkOf } from '../chain/networkOf.ts'
import { notEnabled } from '../notEnabled.ts'
import type { Handler, HandlerDeps } from './HandlerDeps.ts'

/**
 * One RPC call of the page. The table decides: what is not in it is refused here, whatever the page's own list says.
 * Safe methods are read through our own service; the others go before the person.
 */
export const rpcRequest: Handler<'RPC_REQUEST'> =
  (deps) =>
  async ({ method, params, chainId, chainNamespace }, { id, context: page, signal }) => {
    if (!isRpcMethod(method)) throw new AppError('METHOD_NOT_ALLOWED')
    const { namespace } = rpcMethods[method]
    const network = networkOf(chainId ?? (await deps.session.chainOf(page, namespace)))
    if ((chainNamespace ?? namespace) !== namespace || network.chainNamespace !== namespace) {
      throw new AppError('CHAIN_NOT_SUPPORTED')
    }
    const parsed = tryParse(rpcMethods[method].params, params)
    if (!parsed.success) throw new AppError('INVALID_PARAMS', { cause: parsed.error })
    if (!isApprovalMethod(method)) return await read(deps, page, network as EvmNetwork, method, parsed.data)
    const asking = { caller: await deps.session.caller(page, namespace), network, claim: deps.surface.state().claim }
    return await deps.approvals.ask({ id, method, params: parsed.data as never, asking: asking as never, signal })
  }

/** Methods that are answered without asking a node. */
const local: Partial<Record<SafeMethod, (deps: HandlerDeps, page: Page, network: EvmNetwork) => Promise<unknown>>> = {
  eth_chainId: async (_, __, network) => hexOf(network),
  eth_accounts: async ({ session }, page) => {
    try {
      return [(await session.caller(page)).address]
    } catch (error) {
      // As EIP-1193 wallets answer a page that is not connected.
      if (error instanceof AppError && error.name === 'UNAUTHORIZED') return []
      throw error
    }
  },
  // EIP-5792: what an account can do, by network. A plain account has nothing to add to what every account can.
  wallet_getCapabilities: async (_, __, network) => ({ [hexOf(network)]: { atomic: { status: 'unsupported' } } }),
  wallet_getCallsStatus: notEnabled,
  wallet_getAssets: notEnabled,
  eth_supportedEntryPoints: notEnabled,
  eth_estimateUserOperationGas: notEnabled,
  eth_getUserOperationByHash: notEnabled,
  eth_getUserOperationReceipt: notEnabled,
}

const hexOf = ({ id }: EvmNetwork): string => `0x${id.toString(16)}`

async function read(
  deps: HandlerDeps,
  page: Page,
  network: EvmNetwork,
  method: Exclude<RpcMethod, never>,
  params: unknown,
): Promise<unknown> {
  const answer = Object.hasOwn(local, method) ? local[method as SafeMethod] : undefined
  if (answer !== undefined) return await answer(deps, page, network)
  return await deps.chain(network.caipNetworkId)(method as SafeMethod, (params ?? []) as never)
}
