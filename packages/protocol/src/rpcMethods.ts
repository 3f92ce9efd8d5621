import * as z from 'zod/mini'
import { block, evmAddress, hash, hexBytes, jsonObject, quantity } from './schemas.ts'

/** Who must consent: `approve` shows a screen that the visitor confirms. */
export type Safety = 'safe' | 'approve'

export type RpcRow = {
  namespace: 'eip155' | 'solana'
  params: z.ZodMiniType
  result: z.ZodMiniType
  safety: Safety
}

const none = z.optional(z.union([z.tuple([]), z.array(z.never())]))
const call = z.object({
  from: z.optional(evmAddress),
  to: z.optional(z.nullable(evmAddress)),
  gas: z.optional(quantity),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  value: z.optional(quantity),
  nonce: z.optional(quantity),
  data: z.optional(hexBytes),
  input: z.optional(hexBytes),
  type: z.optional(quantity),
  chainId: z.optional(quantity),
  accessList: z.optional(z.array(z.object({ address: evmAddress, storageKeys: z.array(hash) }))),
})
const logFilter = z.object({
  fromBlock: z.optional(block),
  toBlock: z.optional(block),
  blockHash: z.optional(hash),
  address: z.optional(z.union([evmAddress, z.array(evmAddress)])),
  topics: z.optional(z.array(z.nullable(z.union([hash, z.array(hash)])))),
})
/** A transaction as a dapp hands it over. Only shapes are checked here: `@latchkey/chains` parses it and says what is wrong. */
const transactionRequest = z.record(z.string().check(z.maxLength(32)), z.unknown())

const read = <const params extends z.ZodMiniType, const result extends z.ZodMiniType>(params: params, result: result) =>
  ({ namespace: 'eip155', params, result, safety: 'safe' }) as const
const approval = <const params extends z.ZodMiniType, const result extends z.ZodMiniType>(
  params: params,
  result: result,
) => ({ namespace: 'eip155', params, result, safety: 'approve' }) as const

const found = z.nullable(jsonObject)
const filterResults = z.array(z.union([hash, jsonObject]))

/**
 * Every RPC method that the frame serves; anything else it refuses. The list of safe methods and the set of approval
 * screens are derived from this table.
 */
export const rpcMethods = {
  eth_accounts: read(none, z.array(evmAddress)),
  eth_blockNumber: read(none, quantity),
  eth_call: read(z.union([z.tuple([call]), z.tuple([call, block]), z.tuple([call, block, jsonObject])]), hexBytes),
  eth_chainId: read(none, quantity),
  eth_estimateGas: read(
    z.union([z.tuple([call]), z.tuple([call, block]), z.tuple([call, block, jsonObject])]),
    quantity,
  ),
  eth_feeHistory: read(z.tuple([z.union([quantity, z.number()]), block, z.optional(z.array(z.number()))]), jsonObject),
  eth_gasPrice: read(none, quantity),
  eth_getAccount: read(z.tuple([evmAddress, block]), found),
  eth_getBalance: read(z.tuple([evmAddress, z.optional(block)]), quantity),
  eth_getBlockByHash: read(z.tuple([hash, z.boolean()]), found),
  eth_getBlockByNumber: read(z.tuple([block, z.boolean()]), found),
  eth_getBlockReceipts: read(z.tuple([block]), z.nullable(z.array(jsonObject))),
  eth_getBlockTransactionCountByHash: read(z.tuple([hash]), z.nullable(quantity)),
  eth_getBlockTransactionCountByNumber: read(z.tuple([block]), z.nullable(quantity)),
  eth_getCode: read(z.tuple([evmAddress, z.optional(block)]), hexBytes),
  eth_getFilterChanges: read(z.tuple([quantity]), filterResults),
  eth_getFilterLogs: read(z.tuple([quantity]), filterResults),
  eth_getLogs: read(z.tuple([logFilter]), z.array(jsonObject)),
  eth_getProof: read(z.tuple([evmAddress, z.array(z.union([hash, quantity])), block]), jsonObject),
  eth_getStorageAt: read(z.tuple([evmAddress, z.union([hash, quantity]), z.optional(block)]), hexBytes),
  eth_getTransactionByBlockHashAndIndex: read(z.tuple([hash, quantity]), found),
  eth_getTransactionByBlockNumberAndIndex: read(z.tuple([block, quantity]), found),
  eth_getTransactionByHash: read(z.tuple([hash]), found),
  eth_getTransactionCount: read(z.tuple([evmAddress, z.optional(block)]), quantity),
  eth_getTransactionReceipt: read(z.tuple([hash]), found),
  eth_getUncleCountByBlockHash: read(z.tuple([hash]), z.nullable(quantity)),
  eth_getUncleCountByBlockNumber: read(z.tuple([block]), z.nullable(quantity)),
  eth_maxPriorityFeePerGas: read(none, quantity),
  eth_newBlockFilter: read(none, quantity),
  eth_newFilter: read(z.tuple([logFilter]), quantity),
  eth_newPendingTransactionFilter: read(none, quantity),
  eth_sendRawTransaction: read(z.tuple([hexBytes]), hash),
  eth_syncing: read(none, z.union([z.boolean(), jsonObject])),
  eth_uninstallFilter: read(z.tuple([quantity]), z.boolean()),

  personal_sign: approval(
    z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string(), z.string(), z.string()])]),
    hexBytes,
  ),
  eth_signTypedData_v4: approval(z.tuple([z.string(), z.union([z.string(), jsonObject])]), hexBytes),
  eth_sendTransaction: approval(z.tuple([transactionRequest]), hash),
} as const satisfies Record<string, RpcRow>

export type RpcMethod = keyof typeof rpcMethods
export type RpcParams<method extends RpcMethod> = z.output<(typeof rpcMethods)[method]['params']>
export type RpcResult<method extends RpcMethod> = z.output<(typeof rpcMethods)[method]['result']>
/** The methods for which the frame must have a screen. */
export type ApprovalMethod = {
  [m in RpcMethod]: (typeof rpcMethods)[m]['safety'] extends 'approve' ? m : never
}[RpcMethod]
export type SafeMethod = Exclude<RpcMethod, ApprovalMethod>

/** Narrow an untrusted string. Own keys only. */
export const isRpcMethod = (name: unknown): name is RpcMethod =>
  typeof name === 'string' && Object.hasOwn(rpcMethods, name)
export const isApprovalMethod = (name: unknown): name is ApprovalMethod =>
  isRpcMethod(name) && rpcMethods[name].safety === 'approve'
export const isSafeMethod = (name: unknown): name is SafeMethod =>
  isRpcMethod(name) && rpcMethods[name].safety === 'safe'
