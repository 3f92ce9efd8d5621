import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'

/** Methods that have a node run code that the caller picks, including any contract's. */
export const codeMethods: readonly string[] = ['eth_call', 'eth_estimateGas']

/** Nodes accept both names, and decimal numbers as well as hexadecimal ones. */
const gas = z.nullish(z.union([z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)), z.int()]))
/** A call, and its block: further parameters that nodes accept override the chain's balances, code and storage. */
const run = z.union([
  z.tuple([z.looseObject({ gas, gasLimit: gas })]),
  z.tuple([z.looseObject({ gas, gasLimit: gas }), z.unknown()]),
])

/** Returns why a code run is rejected, for its developer; null when it passes. Without a gas limit, the node's own applies. */
export function refuseCodeRun(params: readonly unknown[], maxGas: number): string | null {
  const parsed = tryParse(run, params)
  if (!parsed.success) return 'one call and a block are expected, without overrides of state or block'
  const { gas, gasLimit } = parsed.data[0]
  return [gas, gasLimit].some((given) => given !== undefined && given !== null && BigInt(given) > maxGas)
    ? `at most ${maxGas} gas`
    : null
}
