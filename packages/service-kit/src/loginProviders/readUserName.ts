const longest = 64

/** A name as others see it: without what is invisible, and not too long; null when nothing is left. */
export const readUserName = (name: string | null): string | null => {
  const clean = (name ?? '')
    .toWellFormed()
    .replaceAll(/\p{C}|\p{Z}/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return clean === '' ? null : [...clean].slice(0, longest).join('')
}
