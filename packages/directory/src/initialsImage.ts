const tints = ['#3b5bdb', '#0b7285', '#2b8a3e', '#a61e4d', '#6741d9'] as const

/** Returns a substitute icon as SVG: up to two initials on one of five tints, white on each at 4.5:1 or better. */
export function initialsImage(name: string, id: string): string {
  return letterImage(initialsOf(name), id)
}

/** Returns the same with these letters. `id` determines the tint. */
export function letterImage(letters: string, id: string): string {
  const tint = tints[[...id].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % tints.length]
  const size = [...letters].length > 2 ? 7 : 10
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="${tint}"/><text x="12" y="12" dy=".35em" fill="#fff" font-family="system-ui,sans-serif" font-size="${size}" font-weight="600" text-anchor="middle">${escapeXml(letters)}</text></svg>`
}

const initialsOf = (name: string): string =>
  name
    .split(/[\s.-]+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase()

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}/gu, '')
