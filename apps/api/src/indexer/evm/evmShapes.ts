import * as z from 'zod/mini'

/** Schemas of the nodes' answers that the indexer reads (execution-apis): untrusted data, validated on entry. */

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const safeNumber = z.pipe(
  z.pipe(quantity, z.transform(Number)),
  z.number().check(z.int(), z.nonnegative(), z.lte(Number.MAX_SAFE_INTEGER)),
)
const amount = z.pipe(
  quantity,
  z.transform((text: string) => BigInt(text)),
)
const lower = z.transform((text: string) => text.toLowerCase())
const hash = z.pipe(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)), lower)
const address = z.pipe(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)), lower)
const data = z.pipe(z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)), lower)

export const blockNumber = safeNumber

export const evmTransaction = z.object({
  hash,
  from: address,
  to: z.nullable(address),
  value: amount,
  input: data,
  nonce: safeNumber,
  transactionIndex: safeNumber,
  blockHash: hash,
})
export type EvmTransaction = z.output<typeof evmTransaction>

/** Seconds since 1970, before the year 10000. */
const timestamp = z.pipe(safeNumber, z.number().check(z.lt(253_402_300_800)))
const header = { number: safeNumber, hash, parentHash: hash, timestamp }
/** Null: the node has no such block. */
export const evmHeader = z.nullable(z.object(header))
export type EvmHeader = NonNullable<z.output<typeof evmHeader>>
export const evmBlock = z.nullable(z.object({ ...header, transactions: z.array(evmTransaction) }))
export type EvmBlock = NonNullable<z.output<typeof evmBlock>>

const evmLog = z.object({
  address,
  topics: z.array(hash).check(z.maxLength(4)),
  data,
  blockHash: hash,
  transactionHash: hash,
})
export type EvmLog = z.output<typeof evmLog>
export const evmLogs = z.array(evmLog)

const receipt = {
  transactionHash: hash,
  blockHash: hash,
  blockNumber: safeNumber,
  contractAddress: z.optional(z.nullable(address)),
  logs: evmLogs,
}
/** Null: the transaction is unknown or pending. Blocks before Byzantium have a state root instead of a status: those count as successful. */
export const evmReceipt = z.nullable(z.object({ ...receipt, status: z._default(safeNumber, 1) }))
/** A receipt whose status the node reports itself. */
export const evmReceiptWithStatus = z.nullable(z.object({ ...receipt, status: safeNumber }))
export type EvmReceipt = NonNullable<z.output<typeof evmReceipt>>
