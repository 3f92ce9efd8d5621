import { numberToHex } from 'viem/utils'
import { type EvmAddress, parseEvmAddress } from '../address/evmAddress.ts'
import { type Hex, parseHexBytes, parseQuantity } from '../hex/hex.ts'
import { parseRecord, refuse } from '../refuse.ts'
import type { SignedAuthorization } from './authorization.ts'
import type { UserOperation } from './userOperation.ts'

type HexFields<shape> = { [field in keyof shape]: Hex }

/** A user operation in JSON-RPC form (ERC-7769). */
export type UserOperationJson = HexFields<Omit<UserOperation, 'authorization'>> & {
  eip7702Auth?: HexFields<SignedAuthorization>
}

/** A user operation as a dapp may request it: the wallet fills absent fields. */
export type UserOperationRequest = Pick<UserOperation, 'sender' | 'callData'> &
  Partial<Omit<UserOperation, 'sender' | 'callData'>>

/** The maximum bits of each number in the packed form. */
const quantities = {
  nonce: 256,
  callGasLimit: 128,
  verificationGasLimit: 128,
  preVerificationGas: 256,
  maxFeePerGas: 128,
  maxPriorityFeePerGas: 128,
  paymasterVerificationGasLimit: 128,
  paymasterPostOpGasLimit: 128,
} as const
/** The maximum bytes of each: calls as the wire allows them; for the rest more than any deployed account uses. */
const byteFields = { factoryData: 16_384, callData: 131_072, paymasterData: 16_384, signature: 16_384 } as const
const addresses = ['sender', 'factory', 'paymaster'] as const

const required = [
  'sender',
  'nonce',
  'callData',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'signature',
] as const
/** Without the first of these fields, the others would be missing from the signed data. */
const belonging = [
  ['factory', 'factoryData'],
  ['paymaster', 'paymasterVerificationGasLimit', 'paymasterPostOpGasLimit', 'paymasterData'],
] as const

/** Formats a user operation for JSON-RPC. */
export function userOperationToJson({ authorization, ...fields }: UserOperation): UserOperationJson {
  const json = hexFields(fields)
  return authorization === undefined ? json : { ...json, eip7702Auth: authorizationToJson(authorization) }
}

const hexFields = <shape extends object>(fields: shape): HexFields<shape> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'bigint' ? numberToHex(value) : value]),
  ) as HexFields<shape>

const authorizationToJson = ({ chainId, address, nonce, r, s, yParity }: SignedAuthorization) => ({
  chainId: numberToHex(chainId),
  address,
  nonce: numberToHex(nonce),
  yParity: numberToHex(yParity, { size: 1 }),
  r: numberToHex(r, { size: 32 }),
  s: numberToHex(s, { size: 32 }),
})

/**
 * Parses a complete user operation of JSON-RPC. Unknown fields are dropped. Throws ADDRESS_INVALID, and INVALID_PARAMS (`details.field`)
 * for fields that are missing, aren't a quantity or bytes, don't fit the packed form, or belong to an absent factory or paymaster, and for
 * a paymaster at the zero address.
 */
export function parseUserOperation(input: unknown): UserOperation {
  const operation = parseUserOperationRequest(input)
  for (const field of required) if (operation[field] === undefined) refuse(field)
  return operation as UserOperation
}

/** Parses a user operation that needs only the sender and the calls. Throws like `parseUserOperation`. */
export function parseUserOperationRequest(input: unknown): UserOperationRequest {
  const record = parseRecord(input, 'userOperation')
  const given = (field: string): unknown => (Object.hasOwn(record, field) ? (record[field] ?? undefined) : undefined)
  const read: Record<string, EvmAddress | Hex | bigint | SignedAuthorization> = {}
  for (const field of addresses) if (given(field) !== undefined) read[field] = parseEvmAddress(given(field))
  for (const [field, bits] of Object.entries(quantities))
    if (given(field) !== undefined) read[field] = parseQuantity(given(field), field, 2n ** BigInt(bits) - 1n)
  for (const [field, most] of Object.entries(byteFields))
    if (given(field) !== undefined) read[field] = parseBytes(given(field), field, most)
  if (given('eip7702Auth') !== undefined) read.authorization = parseAuthorization(given('eip7702Auth'))

  // For the EntryPoint, the zero address means no paymaster: the account itself would pay.
  if (read.paymaster !== undefined && BigInt(read.paymaster as EvmAddress) === 0n) refuse('paymaster')
  for (const field of ['sender', 'callData']) if (read[field] === undefined) refuse(field)
  for (const [owner, ...fields] of belonging)
    for (const field of fields) if (read[owner] === undefined && read[field] !== undefined) refuse(field)
  return read as UserOperationRequest
}

function parseBytes(value: unknown, field: string, most: number): Hex {
  if (typeof value !== 'string' || value.length > 2 + 2 * most) refuse(field)
  return parseHexBytes(value, field)
}

function parseAuthorization(input: unknown): SignedAuthorization {
  const { chainId, address, nonce, yParity, r, s } = parseRecord(input, 'eip7702Auth')
  const quantity = (value: unknown, max: bigint): bigint => parseQuantity(value, 'eip7702Auth', max)
  const safe = BigInt(Number.MAX_SAFE_INTEGER)
  return {
    chainId: Number(quantity(chainId, safe)),
    address: parseEvmAddress(address),
    nonce: Number(quantity(nonce, safe)),
    yParity: quantity(yParity, 1n) === 1n ? 1 : 0,
    r: quantity(r, 2n ** 256n - 1n),
    s: quantity(s, 2n ** 256n - 1n),
  }
}
