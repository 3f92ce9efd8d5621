import type { EvmAddress } from '../address/evmAddress.ts'
import type { TypedData, TypedDataStruct, TypedDataValue } from '../message/typedData.ts'
import { isUnlimited } from './isUnlimited.ts'

/** A signature that lets its holder have `spender` take tokens. Amounts are in base units. */
export type Permit = {
  standard: 'erc2612' | 'dai' | 'permit2'
  /** The owner of the tokens, if the permit contains one; null means the signer. */
  owner: EvmAddress | null
  spender: EvmAddress
  allowances: readonly { token: EvmAddress; amount: bigint; unlimited: boolean }[]
  /** When the signature expires, in seconds since 1970. 0 in a DAI permit: never. */
  deadline: bigint
  /** Permit2: the tokens move at once, to a recipient that the spender chooses; `allowance` only lets them be moved later. */
  form: 'allowance' | 'transfer'
  /** Permit2: the field that ties the transfer to other signed data, such as an order; null without one. */
  witness: string | null
}

/**
 * Detects a token permit in typed data by its fields, not by its name, which the dapp chooses: ERC-2612, the older DAI form, and Uniswap's
 * Permit2 (allowances and single transfers, one token or several, with or without a witness).
 */
export function detectPermit({ domain, message, types, primaryType }: TypedData): Permit | null {
  const typeOf = new Map(types[primaryType]?.map(({ name, type }) => [name, type]))
  const isAddress = (name: string): boolean => typeOf.get(name) === 'address'
  const isUint = (name: string): boolean => typeOf.get(name)?.startsWith('uint') === true

  if (!isAddress('spender')) return null
  const spender = message.spender as EvmAddress
  const token = domain.verifyingContract
  if (token && isAddress('owner') && isUint('value') && isUint('deadline')) {
    const owner = message.owner as EvmAddress
    const allowances = [allowance(token, message.value as bigint)]
    return { ...plain, standard: 'erc2612', owner, spender, allowances, deadline: message.deadline as bigint }
  }
  if (token && isAddress('holder') && typeOf.get('allowed') === 'bool' && isUint('expiry')) {
    const owner = message.holder as EvmAddress
    const allowances = [allowance(token, message.allowed === true ? 2n ** 256n - 1n : 0n)]
    return { ...plain, standard: 'dai', owner, spender, allowances, deadline: message.expiry as bigint }
  }
  const allowances = tokensOf(message.details ?? message.permitted)
  const deadline = message.sigDeadline ?? message.deadline
  if (!allowances || !isUnsigned(deadline)) return null
  if (message.details !== undefined)
    return { ...plain, standard: 'permit2', owner: null, spender, allowances, deadline }
  const witness = types[primaryType]?.find(({ name }) => !transferFields.includes(name))?.name ?? null
  return { standard: 'permit2', form: 'transfer', witness, owner: null, spender, allowances, deadline }
}

const plain = { form: 'allowance', witness: null } as const
/** Permit2's fields of a transfer; an additional one is its witness. */
const transferFields = ['permitted', 'spender', 'nonce', 'deadline']

const allowance = (token: EvmAddress, amount: bigint): Permit['allowances'][number] => ({
  token,
  amount,
  unlimited: isUnlimited(amount),
})

/** Permit2 has no signed integers: data with a negative one isn't a Permit2 message. */
const isUnsigned = (value: TypedDataValue | undefined): value is bigint => typeof value === 'bigint' && value >= 0n

/** Reads Permit2's tokens in `details` (allowance) or `permitted` (transfer): one struct or a list. */
function tokensOf(value: TypedDataValue | undefined): Permit['allowances'] | null {
  const allowances = (Array.isArray(value) ? value : [value]).map((item: TypedDataValue | undefined) => {
    if (typeof item !== 'object' || Array.isArray(item)) return null
    const { token, amount } = item as TypedDataStruct
    return typeof token === 'string' && isUnsigned(amount) ? allowance(token as EvmAddress, amount) : null
  })
  return allowances.length > 0 && allowances.every((item) => item !== null) ? allowances : null
}
