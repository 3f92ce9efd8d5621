import type { ErrorName } from '@latchkey/protocol/errors'
import type { ProviderRpcError } from '../connectors/Eip1193Provider.ts'

type EarlyError = Extract<ErrorName, 'SERVICE_UNREACHABLE' | 'DISCONNECTED'>

/** As in the catalogue, which is too large to be loaded with the page; a test compares them. Both are 4900 (EIP-1193). */
// not words: error.message is for developers.
const messages: Record<EarlyError, string> = {
  SERVICE_UNREACHABLE: 'The service cannot be reached. Check your connection',
  DISCONNECTED: 'The wallet is not connected',
}

/** What `toProviderError` makes of the two errors that there can be before, and after, there is an engine. */
export const toEarlyError = (name: EarlyError, cause?: unknown, message = messages[name]): ProviderRpcError =>
  Object.assign(new Error(message, { cause }), { name: 'ProviderRpcError', code: 4900, data: { name } })

/** The error of every call to a modal that was destroyed. */
export const toDestroyedError = (): ProviderRpcError =>
  toEarlyError('DISCONNECTED', undefined, 'This modal was destroyed. Make a new one with createModal')

/** A part of the modal that a provider needs. Rejects with a ProviderRpcError (SERVICE_UNREACHABLE) when it cannot be loaded. */
export const loadForProvider = <part>(part: Promise<part>): Promise<part> =>
  part.catch((cause: unknown) => {
    throw toEarlyError('SERVICE_UNREACHABLE', cause)
  })
