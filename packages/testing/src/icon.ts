/** Returns the icon of wallets that have none: a rounded square of one color, generated from the wallet's name. */
export const iconOf = (name: string): string => {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="8" fill="hsl(${hue} 60% 45%)"/></svg>`
  return `data:image/svg+xml;base64,${btoa(svg)}`
}
