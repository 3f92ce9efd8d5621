import { parseEvmAddress } from '../address/evmAddress.ts'
import { parseCaip2 } from '../caip/caip2.ts'
import { normaliseChainId } from '../caip/chainId.ts'
import { checkFees, type RequestedFees } from '../fees/fees.ts'
import { type Hex, parseHexBytes, parseQuantity } from '../hex/hex.ts'
import { parseRecord, refuse } from '../refuse.ts'
import type { AccessList, EvmTransaction } from './evmTransaction.ts'

const maxUint64 = 2n ** 64n - 1n
const maxUint256 = 2n ** 256n - 1n
const maxAccessListEntries = 1024

// These change a transaction's effect. Dropping one would sign something other than the dapp intends.
const unsupported = ['authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars']

/**
 * Parses the parameter of `eth_sendTransaction` in its JSON-RPC shape. Fields with null count as absent; unknown ones are dropped, so they
 * are neither shown nor signed.
 *
 * Throws ADDRESS_INVALID, CHAIN_ID_INVALID, GAS_PRICE_CONFLICT, FEE_CAP_TOO_HIGH, TIP_ABOVE_FEE_CAP, and INVALID_PARAMS (`details.field`)
 * for the rest: quantities that aren't hex, `data` and `input` that differ, types other than 0 to 2, fees or an access list that don't
 * belong to the type, a contract creation without code.
 */
export function parseEvmTransaction(input: unknown): EvmTransaction {
  const fields = parseRecord(input, 'transaction')
  const given = (field: string): unknown => (Object.hasOwn(fields, field) ? (fields[field] ?? undefined) : undefined)
  const quantity = (field: string, max: bigint): bigint | undefined =>
    given(field) === undefined ? undefined : parseQuantity(given(field), field, max)
  for (const field of unsupported) if (given(field) !== undefined) refuse(field)

  const to = given('to') === undefined ? null : parseEvmAddress(given('to'))
  const data = same(dataOf(given('data'), 'data'), dataOf(given('input'), 'input'), 'input') ?? '0x'
  if (to === null && data === '0x') refuse('to')

  const fees = present<RequestedFees>({
    // One bit more than allowed, so that `checkFees` reports the fault.
    gasPrice: quantity('gasPrice', 2n * maxUint256),
    maxFeePerGas: quantity('maxFeePerGas', 2n ** 512n),
    maxPriorityFeePerGas: quantity('maxPriorityFeePerGas', 2n ** 512n),
  })
  checkFees(fees)
  const type = typeOf(quantity('type', 255n))
  const accessList = given('accessList') === undefined ? undefined : parseAccessList(given('accessList'))
  if (type === 0 && accessList) refuse('accessList')
  if (type === 2 ? fees.gasPrice !== undefined : type !== undefined && hasTip(fees)) refuse('type')

  const nonce = quantity('nonce', BigInt(Number.MAX_SAFE_INTEGER))
  return {
    from: parseEvmAddress(given('from')),
    to,
    value: quantity('value', maxUint256) ?? 0n,
    data,
    ...fees,
    ...present<Pick<EvmTransaction, 'type' | 'chainId' | 'nonce' | 'gas' | 'accessList'>>({
      type,
      chainId: given('chainId') === undefined ? undefined : parseEvmChainId(given('chainId')),
      nonce: nonce === undefined ? undefined : Number(nonce),
      gas: same(quantity('gas', maxUint64), quantity('gasLimit', maxUint64), 'gasLimit'),
      accessList,
    }),
  }
}

const dataOf = (value: unknown, field: string): Hex | undefined =>
  value === undefined ? undefined : parseHexBytes(value, field)

/** Two names for one field: either may be set, both only if equal. */
function same<value>(first: value | undefined, second: value | undefined, field: string): value | undefined {
  if (first !== undefined && second !== undefined && first !== second) refuse(field)
  return first ?? second
}

const hasTip = (fees: RequestedFees): boolean =>
  fees.maxFeePerGas !== undefined || fees.maxPriorityFeePerGas !== undefined

function typeOf(value: bigint | undefined): 0 | 1 | 2 | undefined {
  if (value === undefined) return undefined
  return value === 0n ? 0 : value === 1n ? 1 : value === 2n ? 2 : refuse('type')
}

function parseEvmChainId(value: unknown): number {
  const { namespace, reference } = parseCaip2(normaliseChainId(value))
  return namespace === 'eip155' ? Number(reference) : refuse('chainId')
}

function parseAccessList(value: unknown): AccessList {
  if (!Array.isArray(value) || value.length > maxAccessListEntries) refuse('accessList')
  return value.map((item: unknown) => {
    const { address, storageKeys } = parseRecord(item, 'accessList')
    if (!Array.isArray(storageKeys) || storageKeys.length > maxAccessListEntries) refuse('accessList')
    return {
      address: parseEvmAddress(address),
      storageKeys: storageKeys.map((key: unknown) => parseHexBytes(key, 'accessList', 32)),
    }
  })
}

/** Returns the fields that are set: `exactOptionalPropertyTypes` distinguishes absent from undefined. */
const present = <shape extends object>(fields: { [name in keyof shape]: shape[name] | undefined }): shape =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as shape
