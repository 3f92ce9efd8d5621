/**
 * Returns the form of a host name that is shown to users, who have to recognize it.
 *
 * Browsers report ASCII: international labels arrive as punycode (RFC 3492). A label is shown in its own letters only
 * when all of them belong to one writing system, and Cyrillic or Greek, which have lookalikes of Latin letters, only under a
 * top-level domain that is not Latin either. Everything else stays punycode: ugly, but unambiguous.
 */

const letters = (scripts: readonly string[]): RegExp =>
  new RegExp(`^[${scripts.map((script) => `\\p{Script=${script}}`).join('')}\\p{Nd}-]+$`, 'u')

const distinct = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Arabic'],
  ['Hebrew'],
  ['Devanagari'],
  ['Bengali'],
  ['Tamil'],
  ['Thai'],
].map(letters)
const twins = [letters(['Cyrillic']), letters(['Greek'])]
/** Latin with the usual accents; the rest of the script has lookalikes such as dotless i. */
const latin = /^[a-z0-9à-öø-ÿāăąćčďđēėęěğģīįķļłńņňőœřśşšţťūůűųźżž-]+$/

const isLegible = (label: string, topLevelIsLatin: boolean): boolean =>
  latin.test(label) ||
  distinct.some((script) => script.test(label)) ||
  (!topLevelIsLatin && twins.some((script) => script.test(label)))

export const displayHost = (host: string): string => {
  const labels = host.split('.')
  const topLevelIsLatin = !labels.at(-1)?.startsWith('xn--')
  return labels
    .map((label) => {
      if (!label.startsWith('xn--')) return label
      const decoded = decodePunycode(label.slice(4))
      return decoded !== null && isLegible(decoded, topLevelIsLatin) ? decoded : label
    })
    .join('.')
}

const base = 36
const tMin = 1
const tMax = 26

/** RFC 3492, section 6.2; null when the text is not punycode. */
function decodePunycode(text: string): string | null {
  const basicEnd = text.lastIndexOf('-')
  const output = [...text.slice(0, Math.max(basicEnd, 0))].map((character) => character.codePointAt(0) ?? 0)
  let [code, index, bias] = [128, 0, 72]
  for (let at = basicEnd + 1; at < text.length; ) {
    const before = index
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(text[at++] ?? '', 36)
      if (Number.isNaN(digit)) return null
      // In punycode letters come first: a is 0, 0 is 26.
      const value = digit < 10 ? digit + 26 : digit - 10
      index += value * weight
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (value < threshold) break
      weight *= base - threshold
      if (weight > 0x7fffffff) return null
    }
    const count = output.length + 1
    bias = adapt(index - before, count, before === 0)
    code += Math.floor(index / count)
    index %= count
    if (code > 0x10ffff) return null
    output.splice(index++, 0, code)
  }
  return String.fromCodePoint(...output)
}

/** RFC 3492, section 6.1. */
function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + 38))
}
