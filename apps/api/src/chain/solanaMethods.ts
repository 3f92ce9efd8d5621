/**
 * The Solana methods that may reach a node: what wallets and pages request about accounts, the cluster and their own transactions, with
 * parameters that those methods know. Scans over all accounts of a program or over whole blocks (`getProgramAccounts`, `getBlock`), and
 * airdrops, are blocked.
 */
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'

const address = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const signature = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
const count = z.int().check(z.gte(0))
/** The network's 1,232 bytes, in base58 or base64 a little longer than either needs. */
const transaction = z.string().check(z.maxLength(1_700))

const context = {
  commitment: z.optional(z.enum(['processed', 'confirmed', 'finalized'])),
  minContextSlot: z.optional(count),
}
const inContext = z.optional(z.strictObject(context))
const accountEncoding = z.enum(['base58', 'base64', 'base64+zstd', 'jsonParsed'])
const ofAccounts = z.optional(
  z.strictObject({
    ...context,
    encoding: z.optional(accountEncoding),
    dataSlice: z.optional(z.strictObject({ offset: count, length: count })),
  }),
)
const wireEncoding = z.optional(z.enum(['base58', 'base64']))
/** A node's own limits. */
const most = { accounts: 100, signatures: 256, feeAccounts: 128 } as const

const none = z.tuple([])
const contextAlone = z.tuple([inContext])

const solanaMethods = {
  getAccountInfo: z.tuple([address, ofAccounts]),
  getBalance: z.tuple([address, inContext]),
  getBlockHeight: contextAlone,
  getBlockTime: z.tuple([count]),
  getEpochInfo: contextAlone,
  getFeeForMessage: z.tuple([z.string().check(z.maxLength(1_700)), inContext]),
  getGenesisHash: none,
  getHealth: none,
  getLatestBlockhash: contextAlone,
  getMinimumBalanceForRentExemption: z.tuple([count, inContext]),
  getMultipleAccounts: z.tuple([z.array(address).check(z.maxLength(most.accounts)), ofAccounts]),
  getRecentPrioritizationFees: z.tuple([z.optional(z.array(address).check(z.maxLength(most.feeAccounts)))]),
  getSignatureStatuses: z.tuple([
    z.array(signature).check(z.maxLength(most.signatures)),
    z.optional(z.strictObject({ searchTransactionHistory: z.optional(z.boolean()) })),
  ]),
  getSignaturesForAddress: z.tuple([
    address,
    z.optional(
      z.strictObject({
        ...context,
        limit: z.optional(z.int().check(z.gte(1), z.lte(1_000))),
        before: z.optional(signature),
        until: z.optional(signature),
      }),
    ),
  ]),
  getSlot: contextAlone,
  getTokenAccountBalance: z.tuple([address, inContext]),
  getTokenAccountsByOwner: z.tuple([
    address,
    z.union([z.strictObject({ mint: address }), z.strictObject({ programId: address })]),
    ofAccounts,
  ]),
  getTokenSupply: z.tuple([address, inContext]),
  getTransaction: z.tuple([
    signature,
    z.optional(
      z.union([
        z.enum(['json', 'jsonParsed', 'base58', 'base64']),
        z.strictObject({
          commitment: context.commitment,
          encoding: z.optional(z.enum(['json', 'jsonParsed', 'base58', 'base64'])),
          maxSupportedTransactionVersion: z.optional(count),
        }),
      ]),
    ),
  ]),
  getVersion: none,
  isBlockhashValid: z.tuple([address, inContext]),
  sendTransaction: z.tuple([
    transaction,
    z.optional(
      z.strictObject({
        encoding: wireEncoding,
        skipPreflight: z.optional(z.boolean()),
        preflightCommitment: context.commitment,
        maxRetries: z.optional(count),
        minContextSlot: context.minContextSlot,
      }),
    ),
  ]),
  simulateTransaction: z.tuple([
    transaction,
    z.optional(
      z.strictObject({
        ...context,
        encoding: wireEncoding,
        sigVerify: z.optional(z.boolean()),
        replaceRecentBlockhash: z.optional(z.boolean()),
        innerInstructions: z.optional(z.boolean()),
        accounts: z.optional(
          z.strictObject({
            encoding: z.optional(accountEncoding),
            addresses: z.array(address).check(z.maxLength(most.accounts)),
          }),
        ),
      }),
    ),
  ]),
} as const satisfies Record<string, z.ZodMiniType>

/** Whether a request may reach a node. */
export const isSolanaMethod = (method: string, params: readonly unknown[]): boolean =>
  Object.hasOwn(solanaMethods, method) && tryParse(solanaMethods[method as keyof typeof solanaMethods], params).success

/** "Node is behind": the next node should be tried. */
export const nodeUnhealthy = -32005
