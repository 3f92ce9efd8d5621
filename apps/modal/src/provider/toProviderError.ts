import { AppError, catalogue, type ErrorName } from '@latchkey/protocol/errors'
import type { ProviderRpcError } from '../connectors/Eip1193Provider.ts'

/** Errors with EIP-1193 codes of their own: 4900, no chain can be reached through this provider; 4901, this one can't. */
const asStandard: Partial<Record<ErrorName, ErrorName>> = {
  FRAME_LOAD_FAILED: 'DISCONNECTED',
  SERVICE_UNREACHABLE: 'DISCONNECTED',
  CHAIN_UNREACHABLE: 'CHAIN_DISCONNECTED',
  SESSION_EXPIRED: 'UNAUTHORIZED',
}

/**
 * Codes of EIP-1474 that stay what a wallet or node has given, with fixed words (specification section 8). Libraries such as
 * viem call another method on -32601 and -32004.
 */
// not words: error.message is for developers.
const standardWords: Readonly<Record<number, string>> = {
  [-32603]: catalogue.INTERNAL.message,
  [-32601]: 'The method does not exist or is not available',
  [-32000]: 'Missing or invalid parameters',
  [-32001]: 'Requested resource not found',
  [-32004]: 'The method is not supported',
  [-32006]: 'This version of JSON-RPC is not supported',
}

/** Errors without more information than such a code. */
const untold: readonly ErrorName[] = ['WALLET_UNAVAILABLE', 'METHOD_NOT_ALLOWED', 'CHAIN_UNREACHABLE', 'INTERNAL']

/** The code for the dapp. viem and wagmi read 5000 as the user's rejection: an error without a standard code is an internal one to them. */
const describe = ({ name, message, details: { walletCode, nodeCode = walletCode } }: AppError) => {
  const words = untold.includes(name) ? standardWords[Number(nodeCode)] : undefined
  if (words !== undefined) return { code: Number(nodeCode), message: words }
  const { code } = new AppError(asStandard[name] ?? name)
  return { code: code === 5000 ? -32603 : code, message }
}

/**
 * Converts an error for the dapp: a real Error with `code` and `message`; `data` has our own name for it and its details, `cause` the
 * original error, with the wallet's message.
 */
export const toProviderError = (thrown: unknown): ProviderRpcError => {
  const error = AppError.from(thrown)
  const { details, ref } = error
  const data = {
    name: error.name,
    ...(Object.keys(details).length > 0 && { details }),
    ...(ref !== undefined && { ref }),
  }
  const { code, message } = describe(error)
  return Object.assign(new Error(message, { cause: error }), {
    name: 'ProviderRpcError',
    code,
    data,
  })
}
