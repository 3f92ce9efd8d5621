import type { EvmNetwork } from '@latchkey/chains'
import { AppError, isApprovalMethod, isRpcMethod, rpcMethods, type SafeMethod, tryParse } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import { networkOf } from '../chain/networkOf.ts'
import type { Handler, HandlerDeps } from './HandlerDeps.ts'
import { localMethods } from './wallet/localMethods.ts'

/**
 * Runs one RPC call of the page. The table decides: other methods are rejected here, regardless of the page's own list.
 * Safe methods are read through the operator's service; the others need the user's confirmation.
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
    const requestContext = {
      caller: await deps.session.requireCallerOnChain(page, network.caipNetworkId),
      network,
      claim: deps.surface.state().claim,
    }
    return await deps.approvals.ask({
      id,
      method,
      params: parsed.data as never,
      requestContext: requestContext as never,
      signal,
    })
  }

async function read(
  deps: HandlerDeps,
  page: Page,
  network: EvmNetwork,
  method: SafeMethod,
  params: unknown,
): Promise<unknown> {
  const answer = Object.hasOwn(localMethods, method) ? localMethods[method] : undefined
  if (answer !== undefined) return await answer(deps, { page, network, params } as never)
  return await deps.chain(network.caipNetworkId)(method, (params ?? []) as never)
}
