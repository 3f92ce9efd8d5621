import { normalize } from 'viem/ens'

/**
 * Whether a name is as ENSIP-15 writes it: the one form of it, without what cannot be seen, runs the other way, or mixes scripts.
 * Two names that look different to a machine alone cannot both be normal; `аda.eth` in other letters may still look like another.
 */
export function isNormalName(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}
