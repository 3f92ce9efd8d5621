/** Larger icons aren't shown: a list holds many of them. */
const longestDataUrl = 64 * 1024
const longestAddress = 2048

const dataUrl = /^data:image\/(png|jpeg|webp|gif|svg\+xml)(?:;[\w.=-]{1,40}){0,3},/i
// Markup that can run, load or navigate. In an `<img>` none of it does; a wallet's icon with it is rejected anyway.
const carriesScript =
  /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|embed|object|handler|set|a)\b|[\s"'/]on\w+\s*=|(?:java|vb)script\s*:|data:text|<!(?:entity|doctype[^>]*\[)/i

/**
 * Returns a wallet's icon as an address that is safe in an `<img>`, the only place to use it: `https:`, or a `data:` address of a PNG,
 * JPEG, WebP, GIF, or an SVG without script. Null for anything else.
 */
export function readIcon(icon: unknown): string | null {
  if (typeof icon !== 'string' || icon.length > longestDataUrl) return null
  // EIP-6963 has no blanks around it; some wallets do.
  const address = icon.trim()
  const [start, type] = dataUrl.exec(address) ?? []
  if (start === undefined || type === undefined) return readHttps(address)
  const isBase64 = /;base64,$/i.test(start)
  const body = address.slice(start.length)
  if (isBase64 && !/^[A-Za-z0-9+/]{4,}={0,2}$/.test(body)) return null
  const mediaType = `image/${type.toLowerCase()}`
  if (mediaType !== 'image/svg+xml') return isBase64 ? `data:${mediaType};base64,${body}` : null
  const svg = readSvg(body, isBase64)
  if (svg === null) return null
  return isBase64
    ? `data:${mediaType};base64,${body}`
    : `data:${mediaType},${encodeURIComponent(svg).replace(/['()]/g, percentEncode)}`
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16)}`

function readHttps(address: string): string | null {
  if (address.length > longestAddress || !URL.canParse(address)) return null
  const { protocol, username, password, href } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' ? href : null
}

/** The text of an SVG, or null when it is none, or carries script. */
function readSvg(body: string, isBase64: boolean): string | null {
  const svg = decode(body, isBase64)
  // Only plain text is checked as text: no UTF-16, in which script could hide.
  if (svg === null || /[^\P{Cc}\t\n\r]/u.test(svg) || !/<svg[\s>]/i.test(svg)) return null
  return carriesScript.test(svg) || carriesScript.test(withoutEntities(svg)) ? null : svg
}

function decode(body: string, isBase64: boolean): string | null {
  try {
    if (!isBase64) return decodeURIComponent(body)
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(body), (byte) => byte.charCodeAt(0)))
  } catch {
    return null
  }
}

const withoutEntities = (svg: string): string =>
  svg
    .replace(/&(?:tab|newline);/gi, '')
    .replace(/&colon;/gi, ':')
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) => {
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      // Blanks inside a scheme mean nothing to a browser.
      return point <= 0x20 || point > 0x10ffff ? '' : String.fromCodePoint(point)
    })
