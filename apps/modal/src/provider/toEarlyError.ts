import type { ErrorName } from '@latchkey/protocol/errors'
import type { ProviderRpcError } from '../connectors/Eip1193Provider.ts'

/** As in the catalogue, which is too large to be loaded with the page; a test compares them. */
// not words: error.message is for developers.
const unreachable = 'The service cannot be reached. Check your connection'

/** Both are 4900 (EIP-1193). */
const toEarlyError = (
  name: Extract<ErrorName, 'SERVICE_UNREACHABLE' | 'DISCONNECTED'>,
  message: string,
  cause?: unknown,
): ProviderRpcError =>
  Object.assign(new Error(message, { cause }), { name: 'ProviderRpcError', code: 4900, data: { name } })

/** Equals `toProviderError` of SERVICE_UNREACHABLE, before there is an engine. */
export const toUnreachableError = (cause: unknown): ProviderRpcError =>
  toEarlyError('SERVICE_UNREACHABLE', unreachable, cause)

/** The error of every call to a modal that was destroyed. */
export const toDestroyedError = (): ProviderRpcError =>
  toEarlyError('DISCONNECTED', 'This modal was destroyed. Make a new one with createModal')

/** What `toProviderError` makes of DISCONNECTED, for the event of that name. */
export const toDisconnectedError = (cause: Error): ProviderRpcError =>
  toEarlyError('DISCONNECTED', cause.message, cause)

/** A part of the modal that a provider needs. Rejects with a ProviderRpcError (SERVICE_UNREACHABLE) when it cannot be loaded. */
export const loadForProvider = <part>(part: Promise<part>): Promise<part> =>
  part.catch((cause: unknown) => {
    throw toUnreachableError(cause)
  })
