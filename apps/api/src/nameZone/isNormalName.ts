import { normalize } from 'viem/ens'

/**
 * Returns whether a name is normalized (ENSIP-15), without characters that are invisible, change direction, or mix scripts. Two names that
 * differ only in encoding cannot both be normal; a homograph such as `аda.eth` may still look like another.
 */
export function isNormalName(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}
