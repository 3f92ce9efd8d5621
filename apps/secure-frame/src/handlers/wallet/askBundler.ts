import { smartAccountContracts } from '@latchkey/chains'
import { AppError, type SafeMethod } from '@latchkey/protocol'
import type { HandlerDeps } from '../HandlerDeps.ts'
import type { LocalCall } from './LocalMethod.ts'

/** Answered by the bundler of a network, not by its nodes (ERC-7769). */
export type BundlerRead = Extract<SafeMethod, `eth_${string}UserOperation${string}` | 'eth_supportedEntryPoints'>

/** A question of a page to the bundler of a network. NOT_ENABLED where there are no smart accounts. */
export const askBundler = async <method extends BundlerRead>(
  { smartAccounts, chain }: HandlerDeps,
  method: method,
  { network, params }: LocalCall<method>,
) => {
  if (!smartAccounts.networks.includes(network.caipNetworkId)) throw new AppError('NOT_ENABLED')
  return await chain(network.caipNetworkId)(method, completed(method, params))
}

/** Bundlers want to be told the contract that an operation is for; there is one that this wallet uses. */
const completed = <params>(method: BundlerRead, params: params): params =>
  method === 'eth_estimateUserOperationGas' && Array.isArray(params)
    ? ([params[0], params[1] ?? smartAccountContracts.entryPoint] as params)
    : params
