import type { Report } from '../options/rules.ts'

/** A site's logo, by color scheme. */
export type Logo = { readonly light: string; readonly dark: string }

/** Longest `data:` address, in characters. */
const longest = 64 * 1024

/** An address of an image that a page may show: `https:`, its own origin, or `data:` of an image. */
const isImage = (value: unknown): value is string => {
  if (typeof value !== 'string' || value === '' || value.length > longest) return false
  if (/^data:/i.test(value)) return /^data:image\/(?:png|jpeg|webp|gif|avif|svg\+xml)[;,]/i.test(value)
  if (!URL.canParse(value, location.href)) return false
  const { protocol, origin, username, password } = new URL(value, location.href)
  return (protocol === 'https:' || origin === location.origin) && `${username}${password}` === ''
}

/** Reads `logo`: one image, or one for each mode. Returns undefined for an invalid one, and reports it. */
export const readLogo = (given: unknown, report: Report): Logo | undefined => {
  const { light, dark } =
    typeof given === 'object' && given !== null ? (given as Partial<Logo>) : { light: given, dark: given }
  if (isImage(light) && isImage(dark)) return { light, dark }
  report({
    option: 'logo',
    kind: 'invalid',
    found: given,
    takes: { takes: 'takes.logo' },
    example: "logo: 'https://example.com/logo.svg'",
  })
  return undefined
}
