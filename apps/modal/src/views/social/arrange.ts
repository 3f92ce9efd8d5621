import type { SocialProvider } from '../../Modal.ts'

/** Big ones, with their names. */
export const maxNamed = 2

/**
 * Returns the providers that show and those behind "More", in the site's order. The last used one is never behind it, and "More" never
 * replaces only one, which fits in the same place itself.
 */
export const arrange = (
  socials: readonly SocialProvider[],
  last: string | null,
): { front: readonly SocialProvider[]; more: readonly SocialProvider[] } => {
  if (socials.length <= maxNamed + 1) return { front: socials, more: [] }
  const used = socials.find((provider, index) => provider === last && index >= maxNamed)
  const front = used === undefined ? socials.slice(0, maxNamed) : [...socials.slice(0, maxNamed - 1), used]
  return { front, more: socials.filter((provider) => !front.includes(provider)) }
}
