import * as z from 'zod/mini'
import { base58, block, evmAddress, hash, hexBytes, jsonObject, quantity, solanaAddress } from './schemas.ts'

/** Whether consent is needed: `approve` shows a screen that the user confirms. */
export type Safety = 'safe' | 'approve'

/** An RPC method that the frame accepts: its shapes, limits and whether the user must approve it. */
export type RpcRow = {
  namespace: 'eip155' | 'solana'
  params: z.ZodMiniType
  result: z.ZodMiniType
  safety: Safety
} & RpcFacts

type RpcFacts = {
  /** Maximum size of a request, in KiB: 256 for methods with documents. */
  maxKib: 64 | 256
  /** Whether balances may have changed after its response. */
  movesFunds: boolean
  /** The required account type; null for any. */
  needs: 'smartAccount' | null
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
/** A transaction from a dapp. Only shapes are checked here: `@latchkey/chains` parses it and reports faults. */
const transactionRequest = z.record(z.string().check(z.maxLength(32)), z.unknown())

const read = <const params extends z.ZodMiniType, const result extends z.ZodMiniType>(params: params, result: result) =>
  ({ namespace: 'eip155', params, result, safety: 'safe', maxKib: 64, movesFunds: false, needs: null }) as const
const approval = <const params extends z.ZodMiniType, const result extends z.ZodMiniType>(
  params: params,
  result: result,
  facts: RpcFacts,
) => ({ namespace: 'eip155', params, result, safety: 'approve', ...facts }) as const

const solanaApproval = <const params extends z.ZodMiniType, const result extends z.ZodMiniType>(
  params: params,
  result: result,
  facts: Omit<RpcFacts, 'needs'>,
) => ({ namespace: 'solana', params, result, safety: 'approve', needs: null, ...facts }) as const

/** A Solana transaction or message in base58. The chain's own limit is 1,232 bytes; batches count as a whole. */
const solanaBytes = base58.check(z.maxLength(8192))
const sendOptions = z.object({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(z.enum(['processed', 'confirmed', 'finalized'])),
  maxRetries: z.optional(z.number().check(z.int(), z.gte(0), z.lte(100))),
  minContextSlot: z.optional(z.number().check(z.int(), z.gte(0))),
})

/** EIP-5792, in the final shape and in that of older clients (no `version`, `id` or `atomicRequired`). */
const sendCalls = z.object({
  version: z.optional(z.string().check(z.maxLength(16))),
  id: z.optional(z.string().check(z.maxLength(8194))),
  chainId: z.optional(quantity),
  from: z.optional(evmAddress),
  atomicRequired: z.optional(z.boolean()),
  calls: z
    .array(
      // The wallet parses these itself and reports which one is invalid.
      z.object({
        to: z.optional(z.string()),
        data: z.optional(z.string()),
        value: z.optional(z.string()),
        capabilities: z.optional(jsonObject),
      }),
    )
    .check(z.minLength(1), z.maxLength(256)),
  capabilities: z.optional(jsonObject),
})
const callsId = z.string().check(z.minLength(1), z.maxLength(8194))
/** EIP-5792 allows further fields. */
const callsStatus = z.looseObject({
  version: z.optional(z.string()),
  id: z.optional(callsId),
  chainId: z.optional(quantity),
  status: z.union([z.number(), z.string()]),
  atomic: z.optional(z.boolean()),
  receipts: z.optional(z.array(jsonObject)),
  capabilities: z.optional(jsonObject),
})

/** ERC-4337 with EntryPoint 0.7 and later: unpacked, in JSON-RPC form. A wallet fills missing fields. */
const userOperation = z.object({
  sender: evmAddress,
  nonce: z.optional(quantity),
  factory: z.optional(evmAddress),
  factoryData: z.optional(hexBytes),
  callData: hexBytes,
  callGasLimit: z.optional(quantity),
  verificationGasLimit: z.optional(quantity),
  preVerificationGas: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  paymaster: z.optional(evmAddress),
  paymasterVerificationGasLimit: z.optional(quantity),
  paymasterPostOpGasLimit: z.optional(quantity),
  paymasterData: z.optional(hexBytes),
  signature: z.optional(hexBytes),
  /** Its EIP-7702 authorization. */
  eip7702Auth: z.optional(jsonObject),
})
const userOperationCall = z.union([z.tuple([userOperation]), z.tuple([userOperation, evmAddress])])

/**
 * ERC-7715. A permission's `data` depends on its type, and is checked where the type is known. Clients of its first draft send no chain,
 * and some no signer: the wallet reports such faults.
 */
const permission = z.object({
  type: z.string().check(z.minLength(1), z.maxLength(64)),
  data: jsonObject,
  policies: z.optional(z.array(jsonObject)),
  required: z.optional(z.boolean()),
  isAdjustmentAllowed: z.optional(z.boolean()),
})
const permissionRequest = z.object({
  chainId: z.optional(quantity),
  address: z.optional(evmAddress),
  expiry: z.optional(z.number().check(z.int(), z.positive())),
  signer: z.optional(z.object({ type: z.string().check(z.maxLength(64)), data: z.optional(jsonObject) })),
  permissions: z.array(permission).check(z.minLength(1), z.maxLength(16)),
  policies: z.optional(z.array(jsonObject)),
})
const grantedPermission = z.looseObject({ context: hexBytes })

/** ERC-7811. */
const assetQuery = z.object({
  account: evmAddress,
  assetFilter: z.optional(z.record(quantity, z.array(jsonObject))),
  assetTypeFilter: z.optional(z.array(z.string().check(z.maxLength(32)))),
  chainFilter: z.optional(z.array(quantity)),
})
const asset = z.looseObject({
  address: z.union([evmAddress, z.literal('native')]),
  balance: quantity,
  type: z.string(),
  metadata: z.optional(jsonObject),
})

const found = z.nullable(jsonObject)
const filterResults = z.array(z.union([hash, jsonObject]))

/**
 * All RPC methods that the frame accepts; it rejects any other. The list of safe methods and the set of approval screens are derived from
 * this table.
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
  eth_supportedEntryPoints: read(none, z.array(evmAddress)),
  eth_estimateUserOperationGas: read(userOperationCall, jsonObject),
  eth_getUserOperationByHash: read(z.tuple([hash]), found),
  eth_getUserOperationReceipt: read(z.tuple([hash]), found),
  wallet_getCapabilities: read(
    z.optional(z.union([z.tuple([]), z.tuple([evmAddress]), z.tuple([evmAddress, z.array(quantity)])])),
    z.record(quantity, jsonObject),
  ),
  wallet_getCallsStatus: read(z.tuple([callsId]), callsStatus),
  wallet_getAssets: read(z.tuple([assetQuery]), z.record(quantity, z.array(asset))),

  personal_sign: approval(
    z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string(), z.string(), z.string()])]),
    hexBytes,
    { maxKib: 64, movesFunds: false, needs: null },
  ),
  // `swap` in a third parameter: the terms of the swap that the permit is for.
  eth_signTypedData_v4: approval(
    z.tuple([z.string(), z.union([z.string(), jsonObject]), z.optional(jsonObject)]),
    hexBytes,
    {
      maxKib: 256,
      movesFunds: false,
      needs: null,
    },
  ),
  eth_sendTransaction: approval(z.tuple([transactionRequest]), hash, { maxKib: 64, movesFunds: true, needs: null }),
  eth_sendUserOperation: approval(userOperationCall, hash, { maxKib: 64, movesFunds: true, needs: 'smartAccount' }),
  // Older clients expect the id as a string; the final standard returns an object.
  wallet_sendCalls: approval(
    z.tuple([sendCalls]),
    z.union([callsId, z.object({ id: callsId, capabilities: z.optional(jsonObject) })]),
    { maxKib: 256, movesFunds: true, needs: 'smartAccount' },
  ),
  wallet_grantPermissions: approval(
    z.union([z.tuple([permissionRequest]), z.array(permissionRequest).check(z.minLength(1), z.maxLength(16))]),
    z.union([grantedPermission, z.array(grantedPermission)]),
    { maxKib: 64, movesFunds: false, needs: 'smartAccount' },
  ),
  wallet_revokePermissions: approval(
    z.tuple([z.object({ permissionContext: hexBytes })]),
    z.union([jsonObject, z.null(), z.undefined()]),
    { maxKib: 64, movesFunds: false, needs: 'smartAccount' },
  ),

  solana_signMessage: solanaApproval(
    z.object({ message: solanaBytes, pubkey: solanaAddress }),
    z.object({ signature: base58 }),
    { maxKib: 64, movesFunds: false },
  ),
  solana_signTransaction: solanaApproval(
    z.object({ transaction: solanaBytes }),
    z.object({ transaction: solanaBytes }),
    { maxKib: 256, movesFunds: false },
  ),
  solana_signAllTransactions: solanaApproval(
    z.object({ transactions: z.array(solanaBytes).check(z.minLength(1), z.maxLength(256)) }),
    z.object({ transactions: z.array(solanaBytes) }),
    { maxKib: 256, movesFunds: false },
  ),
  solana_signAndSendTransaction: solanaApproval(
    // `swap`: the agreed terms, which the wallet compares with the transaction.
    z.object({ transaction: solanaBytes, options: z.optional(sendOptions), swap: z.optional(jsonObject) }),
    z.object({ signature: base58 }),
    { maxKib: 256, movesFunds: true },
  ),
} as const satisfies Record<string, RpcRow>

/** The name of an RPC method that the frame accepts. All others fail with METHOD_NOT_ALLOWED. */
export type RpcMethod = keyof typeof rpcMethods
/** The parsed parameters of a method. */
export type RpcParams<method extends RpcMethod> = z.output<(typeof rpcMethods)[method]['params']>
/** The parsed result of a method. */
export type RpcResult<method extends RpcMethod> = z.output<(typeof rpcMethods)[method]['result']>
/** The methods that need an approval screen in the frame. */
export type ApprovalMethod = {
  [m in RpcMethod]: (typeof rpcMethods)[m]['safety'] extends 'approve' ? m : never
}[RpcMethod]
/** The methods that only read and need no approval. */
export type SafeMethod = Exclude<RpcMethod, ApprovalMethod>

/** Narrows an untrusted string. Own keys only. */
export const isRpcMethod = (name: unknown): name is RpcMethod =>
  typeof name === 'string' && Object.hasOwn(rpcMethods, name)
/** Returns whether `name` is a known method that the user has to approve. */
export const isApprovalMethod = (name: unknown): name is ApprovalMethod =>
  isRpcMethod(name) && rpcMethods[name].safety === 'approve'
/** Returns whether `name` is a known method that needs no approval. */
export const isSafeMethod = (name: unknown): name is SafeMethod =>
  isRpcMethod(name) && rpcMethods[name].safety === 'safe'
