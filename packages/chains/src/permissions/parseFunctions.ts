import { toFunctionSelector, toFunctionSignature } from 'viem/utils'
import type { Hex } from '../hex/hex.ts'
import { unsupported } from './unsupported.ts'

/** A function that may be called: its selector, which is enforced, and its signature if known. */
export type PermittedFunction = { selector: Hex; signature: string | null }

const maxFunctions = 16
const maxTextLength = 512
const selectorShape = /^0x[0-9a-f]{8}$/
const signatureShape = /^[A-Za-z_$][\w$]*\([\w$,()[\]]*\)$/

/**
 * Parses the functions in a `contract-call`, in any of the forms that clients use: `selectors`, `calls` and `functions` as selectors or
 * signatures, and `functions` by name along with the `abi`. Throws PERMISSION_UNSUPPORTED.
 */
export function parseFunctions({ abi, ...named }: Record<string, unknown>): readonly PermittedFunction[] {
  const lists = [named.functions, named.selectors, named.calls].filter((list) => list !== undefined)
  const [list] = lists
  if (lists.length !== 1 || !Array.isArray(list) || list.length === 0) unsupported('it does not say which functions')
  if (list.length > maxFunctions) unsupported(`more than ${maxFunctions} functions`)
  const functions = list.map((item: unknown) => (typeof item === 'string' ? byText(item) : byName(item, abi)))
  // Duplicates are one function.
  return [...new Map(functions.map((each) => [each.selector, each])).values()]
}

function byText(text: string): PermittedFunction {
  const lower = text.toLowerCase()
  if (selectorShape.test(lower)) return { selector: lower as Hex, signature: null }
  if (text.length > maxTextLength || !text.includes('(')) unsupported('a function without its signature')
  try {
    return bySignature(toFunctionSignature(text))
  } catch {
    return unsupported('a function that cannot be read')
  }
}

function byName(item: unknown, abi: unknown): PermittedFunction {
  if (typeof item !== 'object' || item === null) unsupported('a function that cannot be read')
  const { functionName, valueLimit, args, selector, ...others } = item as Record<string, unknown>
  const limits = [args, ...Object.values(others)].filter((limit) => limit !== undefined && !isEmpty(limit))
  // Ignoring a requested limit would grant more than was requested.
  if (limits.length > 0) unsupported('limits on the arguments of a call')
  if (valueLimit !== undefined && !isZero(valueLimit)) unsupported('calls that carry coins')
  if (typeof selector === 'string' && functionName === undefined) return byText(selector)
  if (typeof functionName !== 'string') unsupported('a function without a name')
  if (functionName.includes('(')) return byText(functionName)
  const matching = (Array.isArray(abi) ? abi : []).filter(
    (entry: unknown) => isFunction(entry) && entry.name === functionName,
  )
  if (matching.length !== 1) unsupported('a function that the ABI does not name, or names more than once')
  return bySignature(`${functionName}(${inputTypes(matching[0].inputs, 0)})`)
}

const bySignature = (signature: string): PermittedFunction =>
  signatureShape.test(signature) && signature.length <= maxTextLength
    ? { selector: toFunctionSelector(signature), signature }
    : unsupported('a function that cannot be read')

const isFunction = (entry: unknown): entry is { name: string; inputs: unknown } =>
  typeof entry === 'object' && entry !== null && 'name' in entry && (entry as { type?: unknown }).type === 'function'

/** Nested tuples are read up to eight levels deep. */
function inputTypes(inputs: unknown, depth: number): string {
  if (!Array.isArray(inputs) || depth > 8) unsupported('a function that cannot be read')
  return inputs
    .map((input: { type?: unknown; components?: unknown } | null) => {
      const type = String(input?.type)
      return type.startsWith('tuple') ? `(${inputTypes(input?.components, depth + 1)})${type.slice(5)}` : type
    })
    .join(',')
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)
const isZero = (value: unknown): boolean => /^(?:0|0x0+)$/.test(String(value))
