import type { SocialProvider } from '../../Modal.ts'

/** Big ones, with their names. */
export const maxNamed = 2

/**
 * Which providers show and which are behind "More", in the site's order. The one that was used last is never behind it, and it
 * does not stand for one alone, which has the same place itself.
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
