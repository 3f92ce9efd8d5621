/** One input of a function: its ABI type, and the fields if that is a tuple or an array of tuples. */
export type AbiInput = {
  readonly name: string
  /** As in the Solidity ABI: `uint256`, `bytes[]`, and `tuple[]` for arrays of tuples. */
  readonly type: string
  readonly components: readonly AbiInput[]
}

/** A function parsed from a human-readable ABI signature. */
export type AbiFunction = {
  readonly name: string
  readonly inputs: readonly AbiInput[]
  /** The canonical form, whose hash is the selector: `transfer(address,uint256)`. */
  readonly canonical: string
}

/**
 * Parses a signature of our own table: `name(type name, (type name, …)[] name, …)`. Every input has a name. For constants only: it trusts
 * the text.
 */
export function parseAbiSignature(signature: string): AbiFunction {
  const open = signature.indexOf('(')
  const name = signature.slice(0, open)
  const inputs = splitInputs(signature.slice(open + 1, -1)).map(parseInput)
  return { name, inputs, canonical: `${name}(${inputs.map(canonicalType).join(',')})` }
}

function parseInput(text: string): AbiInput {
  const space = text.lastIndexOf(' ')
  const [type, name] = [text.slice(0, space), text.slice(space + 1)]
  if (!type.startsWith('(')) return { name, type, components: [] }
  const close = type.lastIndexOf(')')
  const components = splitInputs(type.slice(1, close)).map(parseInput)
  return { name, type: `tuple${type.slice(close + 1)}`, components }
}

/** Splits at commas outside parentheses. */
function splitInputs(list: string): string[] {
  const inputs: string[] = []
  let [depth, start] = [0, 0]
  for (const [at, character] of [...list].entries()) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character !== ',' || depth > 0) continue
    inputs.push(list.slice(start, at).trim())
    start = at + 1
  }
  return list === '' ? [] : [...inputs, list.slice(start).trim()]
}

const canonicalType = ({ type, components }: AbiInput): string =>
  type.replace('tuple', `(${components.map(canonicalType).join(',')})`)
