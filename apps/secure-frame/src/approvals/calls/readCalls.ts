import { type AccountCall, type Hex, parseEvmAddress, reachesAccountCore } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'

/** A call as EIP-5792 writes it, its strings still untrusted. */
export type WrittenCall = { to?: string | undefined; data?: string | undefined; value?: string | undefined }

/** The maximum size of all calls together, in bytes: more than a bundler takes, and than the signed text may hold. */
export const maxCallBytes = 65_536
const maxUint256 = 2n ** 256n - 1n

/**
 * Reads the calls of a batch one by one. Throws ADDRESS_INVALID where a recipient is missing, is not an address or has a
 * wrong checksum, INVALID_PARAMS (`details.field`, with the index of the call) for invalid data or an invalid amount, and
 * as `checkCalls`.
 */
export const readCalls = (written: readonly WrittenCall[], own: string): readonly AccountCall[] => {
  const calls = written.map((call, at) => readCall(call, at))
  checkCalls(calls, own)
  return calls
}

/**
 * Rejects calls that no page may request: calls to the account itself or to contracts that control it
 * (`reachesAccountCore`), and more than a bundler takes.
 *
 * Throws INVALID_PARAMS (`details.field`), TOO_LARGE.
 */
export const checkCalls = (calls: readonly AccountCall[], own: string): void => {
  const bytes = calls.reduce((sum, { data }) => sum + data.length / 2 - 1, 0)
  if (bytes > maxCallBytes) throw new AppError('TOO_LARGE')
  const at = calls.findIndex((call) => reachesAccountCore(call, own))
  if (at !== -1) throw new AppError('INVALID_PARAMS', { details: { field: `calls[${at}].to` } })
}

const readCall = ({ to, data, value }: WrittenCall, at: number): AccountCall => {
  const refuse = (field: string): never => {
    throw new AppError('INVALID_PARAMS', { details: { field: `calls[${at}].${field}` } })
  }
  const receiver = parseEvmAddress(to)
  if (data !== undefined && !/^0x(?:[0-9a-fA-F]{2})*$/.test(data)) refuse('data')
  if (value !== undefined && !/^0x[0-9a-fA-F]{1,64}$/.test(value)) refuse('value')
  const amount = BigInt(value ?? 0)
  if (amount > maxUint256) refuse('value')
  return { to: receiver, value: amount, data: (data ?? '0x').toLowerCase() as Hex }
}
