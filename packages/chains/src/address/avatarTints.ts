/** CSS `oklch()` colors, from the base color to the lightest. */
export type AvatarTints = readonly [string, string, string, string, string]

/**
 * The five colours of an account's generated avatar: CSS colours of one hue that the address alone decides, each 15 %
 * nearer to white than the one before (specification section 9). An EVM address gives the same colours in any case.
 */
export function avatarTints(address: string): AvatarTints {
  const hue = hash(address.startsWith('0x') ? address.toLowerCase() : address) % 360
  const tint = (step: number): string => {
    const white = 0.15 * step
    return `oklch(${(0.6 + 0.4 * white).toFixed(3)} ${(0.17 * (1 - white)).toFixed(4)} ${hue})`
  }
  return [tint(0), tint(1), tint(2), tint(3), tint(4)]
}

/** 32-bit FNV-1a over UTF-16 units: spreads well and needs no cryptography. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  return state >>> 0
}
