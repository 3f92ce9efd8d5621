/**
 * Returns the SHA-256 of a name and of parts, each prefixed with its length in four bytes, the name first: different lists never give the
 * same bytes, and a digest under one name is useless under another. Texts count as UTF-8.
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
