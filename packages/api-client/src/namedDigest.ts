/**
 * SHA-256 of a name and of parts, each behind its length in four bytes, the name first: no two lists of parts give the same
 * bytes, and what one name is for is worth nothing under another. Texts count as UTF-8.
 */
export const namedDigest = async (
  name: string,
  parts: readonly (Uint8Array | string)[],
): Promise<Uint8Array<ArrayBuffer>> => {
  const encoded = [name, ...parts].map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part))
  const bytes = new Uint8Array(encoded.reduce((length, part) => length + 4 + part.length, 0))
  let offset = 0
  for (const part of encoded) {
    new DataView(bytes.buffer).setUint32(offset, part.length)
    bytes.set(part, offset + 4)
    offset += 4 + part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
