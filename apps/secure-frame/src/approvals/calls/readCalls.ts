import { type AccountCall, type Hex, parseEvmAddress, reachesAccountCore } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'

/** A call as EIP-5792 writes it, its texts still untrusted. */
export type WrittenCall = { to?: string | undefined; data?: string | undefined; value?: string | undefined }

/** Of all calls together: more than a bundler takes, and than the text that is signed may hold. In bytes. */
export const maxCallBytes = 65_536
const maxUint256 = 2n ** 256n - 1n

/**
 * The calls of a batch, read one by one. Throws ADDRESS_INVALID where a receiver is missing, is no address or has a wrong
 * checksum, INVALID_PARAMS (`details.field`, with the number of the call) for data or an amount that is none, and as
 * `checkCalls`.
 */
export const readCalls = (written: readonly WrittenCall[], own: string): readonly AccountCall[] => {
  const calls = written.map((call, at) => readCall(call, at))
  checkCalls(calls, own)
  return calls
}

/**
 * Refuse what no page may have an account do: to call itself or what decides over it (`reachesAccountCore`), or more than a
 * bundler takes.
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
