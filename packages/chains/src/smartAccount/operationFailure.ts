import { parseAbiSignature } from '../calldata/abiSignature.ts'
import { decodeArguments } from '../calldata/decodeArguments.ts'
import type { Hex } from '../hex/hex.ts'
import { plainReason, revertReason } from '../nodeError/revertReason.ts'

/** The EntryPoint's error codes (versions 0.6 and 0.7), in plain words. */
const entryPointWords: Readonly<Record<string, string>> = {
  AA10: 'the account is deployed already',
  AA13: 'the account could not be deployed, or its deployment needs more gas',
  AA14: 'the deployment makes another account than the one that acts',
  AA15: 'the deployment makes no account',
  AA20: 'the account is not deployed',
  AA21: 'the account’s balance cannot pay the fee',
  AA22: 'it is not valid yet, or no longer',
  AA23: 'the account refuses it',
  AA24: 'the signature is not the owner’s',
  AA25: 'another operation of the account came first',
  AA26: 'checking it takes more gas than it allows',
  AA30: 'the contract that was to pay the fee is not there',
  AA31: 'whoever pays the fee has run out of money for it',
  AA32: 'the promise to pay the fee is not valid yet, or no longer',
  AA33: 'the contract that was to pay the fee refuses it',
  AA34: 'the promise to pay the fee is not signed by whoever pays',
  AA36: 'checking who pays the fee takes more gas than it allows',
  AA40: 'checking it takes more gas than it allows',
  AA41: 'too little gas is left for checking it',
  AA50: 'the contract that pays the fee failed afterwards',
  AA51: 'it cost more than was paid for it',
  AA90: 'the bundler named nobody to be paid',
  AA91: 'the bundler could not be paid',
  AA92: 'the EntryPoint was not called by itself',
  AA93: 'who pays the fee is not told rightly',
  AA94: 'a limit of gas or a fee is too large',
  AA95: 'it needs more gas than it was sent with',
  AA96: 'signatures are gathered by a contract that cannot do it',
}
/** Codes caused by another contract, which may have given a reason. */
const caused = ['AA13', 'AA23', 'AA33', 'AA50']

/** The codes of ERC-7769, for errors without an EntryPoint code. */
const bundlerWords: Readonly<Record<number, string>> = {
  [-32500]: 'the account refuses it',
  [-32501]: 'the contract that was to pay the fee refuses it',
  [-32502]: 'checking it does what bundlers do not allow',
  [-32503]: 'it is valid for too short a time, or no longer',
  [-32504]: 'too much of what this account, its deployer or its payer sent has failed lately',
  [-32505]: 'its deployer or its payer has staked too little',
  [-32506]: 'the bundler does not know who gathers its signatures',
  [-32507]: 'the signature is not the owner’s',
  [-32508]: 'whoever pays the fee has run out of money for it',
  [-32521]: 'a call in it would fail',
  [-32601]: 'the bundler cannot do this',
  [-32602]: 'the bundler does not understand it',
}

/** Bundlers' messages for an operation that conflicts with another one with the same nonce. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/already known|already imported|already in (?:the )?mempool/i, 'it was sent already'],
  [/replacement|underpriced|fee too low|below (?:the )?(?:minimum|base ?fee)/i, 'its fee is too low right now'],
]

/**
 * Describes why an operation was rejected, or why it failed on-chain, in words that follow “because” and include the code for support.
 * Takes a bundler's JSON-RPC error, only its message, or the `reason` of a receipt, which is text or returned data. Never throws; untrusted
 * text is cut to one short line.
 */
export function operationFailure(failure: unknown): string {
  const { code, message, data } = errorOf(failure)
  const text = typeof message === 'string' ? message.slice(0, 2048) : ''
  const returned = returnedIn(data) ?? returnedIn(text)
  const refusal = returned === undefined ? null : refusalOf(returned)
  const said = refusal?.reason ?? text

  const aa = /\bAA\d\d\b/.exec(said)?.[0] ?? ''
  const inner = refusal === null ? returned : refusal.inner
  const why = (inner === undefined ? undefined : revertReason(inner)) ?? reasonIn(text, aa)
  if (Object.hasOwn(entryPointWords, aa)) {
    const words = `${entryPointWords[aa]} (${aa})`
    return caused.includes(aa) && why !== undefined ? `${words}: ${why}` : words
  }
  if (why !== undefined) return `a call in it would fail: ${why}`
  const sentence = sentences.find(([pattern]) => pattern.test(said))
  if (sentence !== undefined) return sentence[1]
  const known = typeof code === 'number' && Object.hasOwn(bundlerWords, code) ? bundlerWords[code] : undefined
  return known ?? plainReason(said) ?? 'the bundler gave no reason'
}

const errorOf = (failure: unknown): Record<string, unknown> => {
  if (typeof failure === 'string') return { message: failure }
  return typeof failure === 'object' && failure !== null ? (failure as Record<string, unknown>) : {}
}

/** Finds the data that a contract returned when it reverted: bare, at the end of a message, or wrapped in the error's `data`. */
function returnedIn(data: unknown, depth = 0): Hex | undefined {
  if (typeof data === 'string') return /(?:^|\s)(0x(?:[0-9a-f]{2}){4,8192})$/i.exec(data)?.[1] as Hex | undefined
  if (typeof data !== 'object' || data === null || depth > 2) return undefined
  const { data: within, revertData, reason } = data as Record<string, unknown>
  return [within, revertData, reason].reduce<Hex | undefined>(
    (found, each) => found ?? returnedIn(each, depth + 1),
    undefined,
  )
}

const failedOp = 'FailedOp(uint256 opIndex, string reason)'
const failedOpWithRevert = 'FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)'
const postOpReverted = 'PostOpReverted(bytes inner)'
const refusals: Readonly<Record<string, string>> = {
  '0x220266b6': failedOp,
  '0x65c8fd4d': failedOpWithRevert,
  '0xad7954bc': postOpReverted,
}

/** Decodes the EntryPoint's own errors; null for those of other contracts. */
function refusalOf(returned: Hex): { reason: string; inner: Hex | undefined } | null {
  const selector = returned.slice(0, 10).toLowerCase()
  if (!Object.hasOwn(refusals, selector)) return null
  const { inputs } = parseAbiSignature(refusals[selector] as string)
  const values = decodeArguments(inputs, `0x${returned.slice(10)}`)
  if (values === null) return null
  const { reason = 'AA50 postOp reverted', inner } = values
  return { reason: String(reason), inner: inner as Hex | undefined }
}

/** Bundlers append a call's revert reason to these words; after an EntryPoint code, the text is only the code's name. */
function reasonIn(text: string, aa: string): string | undefined {
  const reason = /revert(?:ed)?(?: during simulation)?(?: with(?: the following)? reason(?: string)?)?:? ?(.+)$/is.exec(
    text,
  )?.[1]
  if (reason === undefined || aa !== '') return undefined
  return /^(?:0x)?$/.test(reason.trim()) ? undefined : plainReason(reason)
}
