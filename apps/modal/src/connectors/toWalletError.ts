/**
 * Maps anything that a wallet throws to one error of the catalogue.
 *
 * Wallets throw EIP-1193 errors, JSON-RPC errors in JSON-RPC errors, strings, null, and objects of the page with getters. Only numbers and
 * short texts are read from them. The object itself isn't kept: it is the page's, and would be passed on to logs and to the dapp.
 */
import { translateNodeError } from '@latchkey/chains'
import { AppError, type ErrorName } from '@latchkey/protocol'
import { cleanText } from './cleanText.ts'

/** The maximum depth of wrapped errors, and the maximum length of their text. */
const maxLayers = 6
const maxCharacters = 256

type Layer = {
  readonly code: number | undefined
  readonly name: string
  readonly text: string
  /** The revert data of a contract. */
  readonly returned?: string | undefined
}

// EIP-1193, EIP-1474, EIP-3085, EIP-5792, and the codes of WalletConnect's wallets.
const codes: ReadonlyMap<number, ErrorName> = new Map<number, ErrorName>([
  [4001, 'USER_REJECTED'],
  [4902, 'CHAIN_NOT_SUPPORTED'],
  [4100, 'UNAUTHORIZED'],
  [4900, 'DISCONNECTED'],
  [4901, 'CHAIN_DISCONNECTED'],
  [4200, 'WALLET_UNAVAILABLE'],
  [5700, 'CAPABILITY_UNSUPPORTED'],
  [5710, 'CALLS_CHAIN_UNSUPPORTED'],
  [5720, 'CALLS_ID_TAKEN'],
  [5730, 'CALLS_UNKNOWN'],
  [5740, 'CALLS_TOO_MANY'],
  [5750, 'USER_REJECTED'],
  [5760, 'ATOMICITY_UNSUPPORTED'],
  [-32002, 'WALLET_BUSY'],
  [-32004, 'WALLET_UNAVAILABLE'],
  [-32600, 'INVALID_REQUEST'],
  [-32601, 'WALLET_UNAVAILABLE'],
  [-32602, 'INVALID_PARAMS'],
  [-32700, 'PARSE_ERROR'],
])

// Messages for cases where the code is missing or wrong. The first match counts. The specification also recognizes a rejection by these
// words (section 8).
const sentences: readonly (readonly [RegExp, ErrorName])[] = [
  [
    /user (?:rejected|denied|declined|disapproved)|(?:rejected|denied|declined) by (?:the )?user|cancell?ed/,
    'USER_REJECTED',
  ],
  [
    /\b(?:wallet|keyring|account|extension) (?:is |was )?(?:currently )?locked|unlock (?:the|your) |must unlock/,
    'WALLET_LOCKED',
  ],
  [/already (?:pending|processing|in progress)|request .*pending|another request/, 'WALLET_BUSY'],
  [/unrecognized chain|unknown chain|wallet_addethereumchain/, 'CHAIN_NOT_SUPPORTED'],
  [/extension context invalidated|receiving end does not exist|message port closed/, 'DISCONNECTED'],
]

/** Node trouble that some wallets report under the code of a busy wallet. */
const nodeTrouble = /rpc|endpoint|too many errors|timed? ?out|rate limit/

/**
 * Throws nothing, whatever its input. `details.walletCode` is the wallet's own code, if any; the message of INTERNAL is the wallet's, as
 * one line.
 */
export function toWalletError(thrown: unknown): AppError {
  if (isOurs(thrown)) return thrown
  const layers = layersOf(thrown)
  const [outer] = layers
  const outerCode = layers.find(({ code }) => code !== undefined)?.code
  /** The code of the layer that tells what happened; of the outermost that has one where that has none. */
  const detailsOf = ({ code = outerCode }: Partial<Layer>) => (code === undefined ? {} : { walletCode: code })
  const reason = reasonOf(layers)
  if (reason !== null) return new AppError(reason.name, { details: detailsOf(reason.layer) })
  for (const layer of layers.toReversed()) {
    const known = translateNodeError({ code: layer.code, message: layer.text, data: layer.returned })
    if (known.name !== 'INTERNAL')
      return new AppError(known.name, { details: { ...known.details, ...detailsOf(layer) } })
  }
  return new AppError('INTERNAL', { details: detailsOf({}), message: outer?.text || undefined })
}

/** The layer that says what happened, and the error that it means. */
function reasonOf(layers: readonly Layer[]): { name: ErrorName; layer: Layer } | null {
  const find = (name: ErrorName, isIt: (layer: Layer) => boolean) => {
    const layer = layers.find(isIt)
    return layer === undefined ? null : { name, layer }
  }
  // A rejection counts wherever it stands: wallets wrap it in errors of other codes.
  const ended =
    find('USER_REJECTED', ({ code }) => code === 4001) ?? find('ABORTED', ({ name }) => name === 'AbortError')
  if (ended !== null) return ended
  for (const [pattern, name] of sentences) {
    const said = find(name, ({ text }) => pattern.test(text.toLowerCase()))
    if (said !== null) return said
  }
  // The innermost is the reason; what wraps it mostly says -32603.
  for (const layer of layers.toReversed()) {
    const name = layer.code === undefined ? undefined : codes.get(layer.code)
    if (name === 'WALLET_BUSY' && nodeTrouble.test(layer.text.toLowerCase()))
      return { name: 'CHAIN_UNREACHABLE', layer }
    if (name !== undefined) return { name, layer }
  }
  return null
}

/** The error and those inside it, outermost first. */
function layersOf(thrown: unknown): Layer[] {
  const layers: Layer[] = []
  const seen = new Set<unknown>()
  const queue: unknown[] = [thrown]
  while (queue.length > 0 && layers.length < maxLayers) {
    const next = queue.shift()
    if (typeof next === 'string') layers.push({ code: undefined, name: '', text: cleanText(next, maxCharacters) ?? '' })
    if (((typeof next !== 'object' || next === null) && typeof next !== 'function') || seen.has(next)) continue
    seen.add(next)
    const data = read(next, 'data')
    const returned = [data, read(data, 'data')].find((one) => typeof one === 'string')
    layers.push({
      code: readCode(read(next, 'code')),
      name: cleanText(read(next, 'name'), maxCharacters) ?? '',
      text: cleanText(read(next, 'message') ?? read(next, 'reason'), maxCharacters) ?? '',
      returned,
    })
    for (const inner of [
      read(next, 'cause'),
      read(next, 'error'),
      read(next, 'originalError'),
      read(data, 'originalError'),
      read(data, 'cause'),
      // MetaMask and nodes behind it put the node's own error here.
      read(data, 'message') === undefined ? undefined : data,
      read(read(next, 'info'), 'error'),
    ])
      if (typeof inner === 'object' && inner !== null) queue.push(inner)
  }
  return layers
}

/** A proxy may throw at this question too. */
function isOurs(thrown: unknown): thrown is AppError {
  try {
    return thrown instanceof AppError
  } catch {
    return false
  }
}

/** A field of a foreign object: its getter may throw, and so may its proxy. */
function read(from: unknown, key: string): unknown {
  if ((typeof from !== 'object' || from === null) && typeof from !== 'function') return undefined
  try {
    return (from as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

/** Some wallets write their codes as text. */
function readCode(code: unknown): number | undefined {
  const number = typeof code === 'string' && /^-?\d{1,6}$/.test(code) ? Number(code) : code
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}
