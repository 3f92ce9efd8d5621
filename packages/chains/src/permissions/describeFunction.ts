import { parseAbiSignature } from '../calldata/abiSignature.ts'
import { type FunctionPurpose, knownFunctions } from '../calldata/knownFunctions.ts'
import type { PermittedFunction } from './parseFunctions.ts'

/** What an approval can say about a function that a permission allows. */
export type FunctionWords = {
  /** `approve(address,uint256)`; the selector of one that is not known, which is all that is held to. */
  name: string
  /** What the page calls it where that is nothing we know: many texts have the selector of a function, and are found in seconds. */
  claimed: string | null
  /** What functions of this name do; null for one that is not known. */
  does: FunctionPurpose | null
  /** With arguments of the caller's choice it may give away what the account has, or let it be taken. */
  handsOver: boolean
}

/** Whatever their arguments, these leave what they move with the account: allowances taken back, coins wrapped and unwrapped. */
const harmless: ReadonlySet<string> = new Set(['0xa457c2d7', '0xcc53287f', '0xd0e30db0', '0x2e1a7d4d', '0x12210e8a'])

/** Describes a function that the delegate can call with any arguments. */
export function describeFunction({ selector, signature }: PermittedFunction): FunctionWords {
  const known = Object.hasOwn(knownFunctions, selector) ? knownFunctions[selector as keyof typeof knownFunctions] : null
  const name = known === null ? selector : parseAbiSignature(known[0]).canonical
  return {
    name,
    claimed: signature === name ? null : signature,
    does: known?.[1] ?? null,
    handsOver: !harmless.has(selector),
  }
}
