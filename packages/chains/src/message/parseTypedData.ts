/**
 * Requirements: everything in the result is signed and everything signed is in the result, with one form per value; no value is guessed,
 * converted or padded; input can neither recurse nor grow without bound.
 *
 * Design: structs are collected from the primary type and from the domain (only those in use), then the values are read along them.
 * Whatever EIP-712 leaves to the wallet is rejected: recursive structs, missing or null fields, domain fields that it does not define,
 * numbers that JSON may have rounded.
 */
import { AppError } from '@latchkey/protocol/errors'
import { parseEvmAddress } from '../address/evmAddress.ts'
import { parseHexBytes } from '../hex/hex.ts'
import { parseRecord, refuse } from '../refuse.ts'
import type { TypedData, TypedDataField, TypedDataStruct, TypedDataValue } from './typedData.ts'

/** The wire's limit for a message with typed data. */
const maxJsonLength = 262_144
/** Maximum nesting of structs and arrays, as in the wire protocol. */
const maxDepth = 32
/** More than JSON of the allowed length can contain; stops an object that repeats references to the same parts. */
const maxValues = 131_072

const domainType = 'EIP712Domain'
const domainFields: readonly TypedDataField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

// `__proto__` would set a prototype instead of a field in code that copies objects.
const identifier = /^(?!__proto__$)[A-Za-z_]\w{0,63}$/
/** Names that a struct can't have: they are, or look like, standard types. */
const reserved = /^(?:address|bool|string|tuple|function|bytes\d*|u?int\d*)$/
const arraySuffix = /\[([1-9]\d{0,5})?\]$/
const fixedBytesType = /^bytes([1-9]|[12]\d|3[0-2])$/

type Structs = Map<string, readonly TypedDataField[]>

/**
 * Parses the typed data of `eth_signTypedData_v4`: JSON text, or an object as JSON would produce it. `EIP712Domain` may be declared, with
 * the standard's fields in any order, or is derived from the domain's fields. The caller checks the chain:
 * `checkChainId(typedData.domain.chainId, active)`.
 *
 * Throws PARSE_ERROR (not JSON), TOO_LARGE, ADDRESS_INVALID, and INVALID_PARAMS (`details.field`) for the rest.
 */
export function parseTypedData(input: unknown): TypedData {
  const { types, primaryType, domain, message } = parseRecord(
    typeof input === 'string' ? fromJson(input) : input,
    'typedData',
  )
  const declared = parseRecord(types, 'types')
  if (typeof primaryType !== 'string' || primaryType === domainType || !Object.hasOwn(declared, primaryType))
    refuse('primaryType')

  const domainRecord = parseRecord(domain, 'domain')
  const structs: Structs = new Map([[domainType, domainFieldsOf(declared, domainRecord)]])
  collectStructs(declared, primaryType, structs)
  const readStruct = valueReader(structs)
  return {
    types: Object.fromEntries(structs),
    primaryType,
    // Its fields can only be those of `domainFields`, read by their types.
    domain: readStruct(domainType, domainRecord, 'domain') as TypedData['domain'],
    message: readStruct(primaryType, message, 'message'),
  }
}

function fromJson(text: string): unknown {
  if (text.length > maxJsonLength) throw new AppError('TOO_LARGE')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('PARSE_ERROR', { cause })
  }
}

function domainFieldsOf(declared: Record<string, unknown>, domain: Record<string, unknown>): readonly TypedDataField[] {
  if (!Object.hasOwn(declared, domainType)) {
    const names = Object.keys(domain).filter((name) => domain[name] !== undefined)
    if (names.some((name) => !domainFields.some((field) => field.name === name))) refuse('domain')
    return domainFields.filter(({ name }) => names.includes(name))
  }
  const fields = parseFields(declared[domainType], domainType)
  for (const { name, type } of fields)
    if (!domainFields.some((field) => field.name === name && field.type === type)) refuse(`types.${domainType}.${name}`)
  return fields
}

/** Adds `root` and every struct below it, each once. `open` holds the structs on the path: finding one again is recursion. */
function collectStructs(
  declared: Record<string, unknown>,
  root: string,
  structs: Structs,
  open: readonly string[] = [],
): void {
  if (reserved.test(root) || !identifier.test(root)) refuse('types')
  if (open.includes(root) || open.length >= maxDepth) refuse(`types.${root}`)
  if (structs.has(root)) return
  const fields = parseFields(declared[root], root)
  for (const { name, type } of fields) {
    const base = baseOf(type)
    if (isAtomic(base)) continue
    if (base === domainType || !Object.hasOwn(declared, base)) refuse(`types.${root}.${name}`)
    collectStructs(declared, base, structs, [...open, root])
  }
  structs.set(root, fields)
}

function parseFields(value: unknown, struct: string): readonly TypedDataField[] {
  if (!Array.isArray(value)) refuse(`types.${struct}`)
  const fields = value.map((item: unknown) => {
    const { name, type } = parseRecord(item, `types.${struct}`)
    if (typeof name !== 'string' || !identifier.test(name) || typeof type !== 'string') refuse(`types.${struct}`)
    return { name, type }
  })
  if (new Set(fields.map(({ name }) => name)).size < fields.length) refuse(`types.${struct}`)
  return fields
}

/** Returns the type without its array brackets. */
function baseOf(type: string): string {
  let base = type
  for (let depth = 0; arraySuffix.test(base); depth++) {
    if (depth >= maxDepth) refuse('types')
    base = base.replace(arraySuffix, '')
  }
  return base
}

const isAtomic = (type: string): boolean =>
  type === 'address' ||
  type === 'bool' ||
  type === 'string' ||
  type === 'bytes' ||
  fixedBytesType.test(type) ||
  integerType(type) !== undefined

/** Reads values along the structs, counting them. */
function valueReader(structs: Structs): (struct: string, value: unknown, path: string) => TypedDataStruct {
  let count = 0

  const readStruct = (struct: string, value: unknown, path: string, depth: number): TypedDataStruct => {
    const record = parseRecord(value, path)
    const entries = (structs.get(struct) ?? []).map(({ name, type }) => {
      const field = Object.hasOwn(record, name) ? record[name] : undefined
      return [name, readValue(type, field, `${path}.${name}`, depth + 1)] as const
    })
    return Object.fromEntries(entries)
  }

  const readValue = (type: string, value: unknown, path: string, depth: number): TypedDataValue => {
    if (++count > maxValues) throw new AppError('TOO_LARGE')
    if (depth > maxDepth) refuse(path)
    const array = arraySuffix.exec(type)
    if (!array) return structs.has(type) ? readStruct(type, value, path, depth) : readAtom(type, value, path)
    if (!Array.isArray(value) || (array[1] !== undefined && value.length !== Number(array[1]))) refuse(path)
    const itemType = type.slice(0, array.index)
    return value.map((item: unknown, index) => readValue(itemType, item, `${path}[${index}]`, depth + 1))
  }

  return (struct, value, path) => readStruct(struct, value, path, 0)
}

function readAtom(type: string, value: unknown, path: string): TypedDataValue {
  if (type === 'address') return parseEvmAddress(value)
  if (type === 'bool') return typeof value === 'boolean' ? value : refuse(path)
  // An unpaired surrogate has no UTF-8 form: it would be signed as another character.
  if (type === 'string') return typeof value === 'string' && value.isWellFormed() ? value : refuse(path)
  if (type === 'bytes') return parseHexBytes(value, path)
  const size = fixedBytesType.exec(type)?.[1]
  if (size !== undefined) return parseHexBytes(value, path, Number(size))
  return readInteger(value, path, integerType(type) ?? refuse(path))
}

/** Reads a safe JSON number, or a string in decimal or hex. */
function readInteger(value: unknown, path: string, { min, max }: IntegerRange): bigint {
  const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
  const isText = typeof value === 'string' && /^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)
  if (!isNumber && !isText) refuse(path)
  const integer = BigInt(value)
  return integer >= min && integer <= max ? integer : refuse(path)
}

type IntegerRange = { min: bigint; max: bigint }

/** Returns the range of `int8` to `uint256`; undefined for any other type, including the bare `int` and `uint`. */
function integerType(type: string): IntegerRange | undefined {
  const [, sign, width] = /^(u?)int([1-9]\d{0,2})$/.exec(type) ?? []
  if (width === undefined || Number(width) % 8 !== 0 || Number(width) > 256) return undefined
  const bits = BigInt(width)
  return sign === 'u' ? { min: 0n, max: 2n ** bits - 1n } : { min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n }
}
