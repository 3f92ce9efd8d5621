import { parseAbiSignature } from '../calldata/abiSignature.ts'
import { type FunctionPurpose, knownFunctions } from '../calldata/knownFunctions.ts'
import type { PermittedFunction } from './parseFunctions.ts'

/** A description of a function that a permission allows, for the approval. */
export type FunctionWords = {
  /** `approve(address,uint256)`; for an unknown function, only its selector, which is all that is enforced. */
  name: string
  /** The page's name for an unknown function. Unverified: many texts hash to the same selector, and are found in seconds. */
  claimed: string | null
  /** The purpose of functions with this name; null for an unknown one. */
  does: FunctionPurpose | null
  /** With arguments of the caller's choice, it may transfer the account's assets, or let them be taken. */
  handsOver: boolean
}

/** Whatever their arguments, these keep assets in the account: they reduce allowances, wrap and unwrap coins. */
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
