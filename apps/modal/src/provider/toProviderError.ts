import { AppError, type ErrorName } from '@latchkey/protocol/errors'
import type { ProviderRpcError } from '../connectors/Eip1193Provider.ts'
import { isUnknownMethodCode } from '../connectors/isUnknownMethodCode.ts'

/** What EIP-1193 has its own code for: 4900, no chain can be reached through this provider; 4901, this one cannot. */
const asStandard: Partial<Record<ErrorName, ErrorName>> = {
  FRAME_LOAD_FAILED: 'DISCONNECTED',
  SERVICE_UNREACHABLE: 'DISCONNECTED',
  CHAIN_UNREACHABLE: 'CHAIN_DISCONNECTED',
  SESSION_EXPIRED: 'UNAUTHORIZED',
}

const codeOf = ({ name, details: { walletCode } }: AppError): number =>
  name === 'WALLET_UNAVAILABLE' && isUnknownMethodCode(walletCode)
    ? walletCode
    : new AppError(asStandard[name] ?? name).code

/** An error for the dapp: a real Error with `code` and `message`; `data` holds our own name for it and its details. */
export const toProviderError = (thrown: unknown): ProviderRpcError => {
  const error = AppError.from(thrown)
  const { details, ref } = error
  const data = {
    name: error.name,
    ...(Object.keys(details).length > 0 && { details }),
    ...(ref !== undefined && { ref }),
  }
  return Object.assign(new Error(error.message, { cause: error }), {
    name: 'ProviderRpcError',
    code: codeOf(error),
    data,
  })
}
