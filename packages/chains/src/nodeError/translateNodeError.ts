import { AppError, type ErrorName } from '@latchkey/protocol/errors'
import type { Hex } from '../hex/hex.ts'
import { plainReason, revertReason } from './revertReason.ts'

// Nodes agree on few codes: most rejections are -32000 with a message. These are the messages of geth, erigon, reth, nethermind, besu and
// anvil; the first match counts, so narrower ones come first.
const sentences: readonly (readonly [RegExp, ErrorName])[] = [
  [/already ?known|already imported|known transaction/, 'TRANSACTION_KNOWN'],
  [/nonce (?:is )?too low|nonce too small|old ?nonce|replacement transaction underpriced/, 'NONCE_TOO_LOW'],
  [/nonce (?:is )?too high|nonce gap|noncegap/, 'NONCE_TOO_HIGH'],
  [
    /insufficient ?(?:funds|balance|sender balance)|exceeds (?:transaction )?(?:sender )?account balance|upfront cost exceeds|gas required exceeds allowance \(0\)/,
    'INSUFFICIENT_FUNDS',
  ],
  [/(?:max )?priority fee per gas higher than max fee|tip higher than fee cap/, 'TIP_ABOVE_FEE_CAP'],
  [/(?:fee per gas|fee cap) higher than 2\^256/, 'FEE_CAP_TOO_HIGH'],
  [
    /(?:max fee per gas|fee ?cap|gas ?price) (?:is )?(?:less than|below|lower than)|underpriced|feetoolow|transaction is outdated/,
    'FEE_CAP_TOO_LOW',
  ],
  [
    /intrinsic gas too low|intrinsic gas (?:exceeds|required)|gas floor|gas (?:limit )?(?:is )?too low|out of gas|gas required exceeds allowance/,
    'GAS_TOO_LOW',
  ],
  [
    /exceeds (?:the )?block gas limit|intrinsic gas too high|gas limit (?:is )?(?:too high|reached)|gas ?limit ?exceed(?:s|ed)|transaction gas limit too high/,
    'GAS_TOO_HIGH',
  ],
  [/execution reverted|transaction reverted|vm execution error|\brevert(?:ed)?\b/, 'EXECUTION_REVERTED'],
  [
    /invalid sender|invalid chain id|invalid signature|oversized data|txpool is full|fee .*exceeds the configured cap|transaction type not|only replay-protected|pooled transaction/,
    'TRANSACTION_REJECTED',
  ],
  [/rate limit|too many requests/, 'LIMIT_EXCEEDED'],
]

// EIP-1474 and JSON-RPC codes, for errors without a known message.
const codes: Readonly<Record<number, ErrorName>> = {
  3: 'EXECUTION_REVERTED',
  [-32001]: 'CHAIN_UNREACHABLE',
  [-32002]: 'CHAIN_UNREACHABLE',
  [-32003]: 'TRANSACTION_REJECTED',
  [-32004]: 'METHOD_NOT_ALLOWED',
  [-32005]: 'LIMIT_EXCEEDED',
  [-32015]: 'EXECUTION_REVERTED',
  [-32601]: 'METHOD_NOT_ALLOWED',
  [-32602]: 'INVALID_PARAMS',
}

/** Codes without an equivalent in the catalogue. A dapp receives them unchanged, in `details.nodeCode`. */
const keptCodes: readonly unknown[] = [-32601, -32000, -32001, -32004, -32006]

/**
 * Translates the `error` object of a node's JSON-RPC response to the catalogue. A revert has the contract's reason in `details.reason`.
 * Unknown errors become INTERNAL. The node's message stays in `cause`, which crosses no boundary.
 */
export function translateNodeError(error: unknown): AppError {
  const { code, message, data } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const sentence = typeof message === 'string' ? message.slice(0, 1024).toLowerCase() : ''
  const returned = revertData(data)
  const said =
    (returned === undefined ? undefined : 'EXECUTION_REVERTED') ??
    sentences.find(([pattern]) => pattern.test(sentence))?.[1]
  const name = said ?? (typeof code === 'number' && Object.hasOwn(codes, code) ? codes[code] : undefined) ?? 'INTERNAL'
  if (said === undefined && typeof code === 'number' && keptCodes.includes(code))
    return new AppError(name, { cause: error, details: { nodeCode: code } })
  if (name !== 'EXECUTION_REVERTED') return new AppError(name, { cause: error })
  const reason =
    (returned === undefined ? undefined : revertReason(returned)) ?? reasonIn(message) ?? 'the contract gave no reason'
  return new AppError(name, { cause: error, details: { reason } })
}

/** Finds the data of a revert: a string, prefixed by some nodes (`Reverted 0x…`), or nested by proxies in front of nodes. */
function revertData(data: unknown, depth = 0): Hex | undefined {
  if (typeof data === 'string') {
    const hex = /^(?:reverted )?(0x(?:[0-9a-f]{2}){4,8192})$/i.exec(data)?.[1]
    return hex as Hex | undefined
  }
  if (typeof data !== 'object' || data === null || depth > 2) return undefined
  const { data: inner, originalError } = data as Record<string, unknown>
  return revertData(inner, depth + 1) ?? revertData(originalError, depth + 1)
}

/** Some nodes return the reason only in their message: `execution reverted: <reason>`. */
const reasonIn = (message: unknown): string | undefined =>
  typeof message === 'string'
    ? plainReason(/revert(?:ed)?(?: with reason string)?: ?(.*)$/is.exec(message)?.[1] ?? '')
    : undefined
