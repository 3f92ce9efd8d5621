import { parseColor } from '@latchkey/protocol/themeColor'
import * as z from 'zod/mini'

/**
 * A project's brand in the wallet frame and in mails. The operator sets it in the list of projects, which verifies it: it is shown without
 * "not verified". Both sides parse it with this file.
 */

/** Maximum bytes of a logo. The response of `origins` includes it at each load of the wallet. */
const maxLogoBytes = 8_192
const logoHead = 'data:image/png;base64,'
/** The maximum length of a logo, in characters of its `data:` URL. */
export const maxLogoLength = logoHead.length + Math.ceil(maxLogoBytes / 3) * 4

/** Scripts whose letters look similar. A name may use only one of them. */
const alike = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
]

/**
 * Returns whether a name is one line without invisible characters, text direction marks, stacked accents, or letters of several similar
 * scripts.
 */
const isPlainName = (name: string): boolean =>
  name === name.normalize('NFKC') &&
  /[\p{L}\p{N}]/u.test(name) &&
  !/\p{C}|[^\P{Z} ]|^ | $| {2}|\p{M}{3}/u.test(name) &&
  alike.filter((script) => script.test(name)).length <= 1

/** Returns whether a text is an https URL in the URL standard's form, without a user name. */
const isHttps = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { href, protocol, username, password } = new URL(text)
  return protocol === 'https:' && `${username}${password}` === '' && (href === text || href === `${text}/`)
}

/** Returns whether a text is a complete still PNG of 32 to 512 pixels a side: no other type, no trailing bytes. */
const isLogo = (text: string): boolean => {
  const encoded = text.slice(logoHead.length)
  if (!text.startsWith(logoHead) || text.length > maxLogoLength || !/^(?:[\w+/]{4})+$|^[\w+/]+={1,2}$/.test(encoded))
    return false
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    const view = new DataView(bytes.buffer)
    if (view.getBigUint64(0) !== 0x89504e470d0a1a0an) return false
    const typeAt = (at: number): string => String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (typeAt(8) !== 'IHDR' || view.getUint32(8) !== 13) return false
    const sides = [view.getUint32(16), view.getUint32(20)]
    if (sides.some((side) => side < 32 || side > 512)) return false
    for (let at = 8; ; at += view.getUint32(at) + 12) {
      if (typeAt(at) === 'acTL') return false
      if (typeAt(at) === 'IEND') return view.getUint32(at) === 0 && at + 12 === bytes.length
    }
  } catch {
    return false
  }
}

const link = z.optional(z.string().check(z.maxLength(200), z.refine(isHttps)))

/** The name, color, logo and links with which a project appears in the wallet and in mails. */
export const projectBrand = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(40), z.refine(isPlainName)),
  /** Any theme color. If it can't be parsed, the wallet's own color is used. */
  color: z.optional(z.string().check(z.refine((text) => parseColor(text) !== undefined))),
  /** A `data:` URL of a PNG: the wallet loads nothing from other origins. */
  logo: z.optional(z.string().check(z.refine(isLogo))),
  links: z.optional(z.strictObject({ home: link, terms: link, privacy: link, support: link })),
})
/** A parsed brand: safe to show, since its texts and logo have been checked. */
export type ProjectBrand = z.output<typeof projectBrand>

/** Returns a brand that a service sent, or null when it sent none or an invalid one. */
export const readBrand = (sent: unknown): ProjectBrand | null => projectBrand.safeParse(sent).data ?? null
