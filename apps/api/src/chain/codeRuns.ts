import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'

/** Methods that have a node run code of the caller's choice, or of any contract. */
export const codeMethods: readonly string[] = ['eth_call', 'eth_estimateGas']

/** Nodes take both names for the same, and numbers for hexadecimal ones. */
const gas = z.nullish(z.union([z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)), z.int()]))
/** A call, and the block that it is tried on: what nodes take beyond these replaces balances, code and storage of the chain. */
const run = z.union([
  z.tuple([z.looseObject({ gas, gasLimit: gas })]),
  z.tuple([z.looseObject({ gas, gasLimit: gas }), z.unknown()]),
])

/** Why a run of code is refused, in words for its developer; null when it passes. Where it names no gas, the node's own bound holds. */
export function refuseCodeRun(params: readonly unknown[], maxGas: number): string | null {
  const parsed = tryParse(run, params)
  if (!parsed.success) return 'one call and a block are expected, without overrides of state or block'
  const { gas, gasLimit } = parsed.data[0]
  return [gas, gasLimit].some((given) => given !== undefined && given !== null && BigInt(given) > maxGas)
    ? `at most ${maxGas} gas`
    : null
}
