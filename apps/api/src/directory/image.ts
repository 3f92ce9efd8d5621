/** The first bytes of raster images, by type. File names and declared types are ignored. */
const signatures: readonly { type: string; pattern: RegExp }[] = [
  { type: 'image/png', pattern: /^\x89PNG\r\n/ },
  { type: 'image/jpeg', pattern: /^\xff\xd8\xff/ },
  { type: 'image/gif', pattern: /^GIF8[79]a/ },
  { type: 'image/webp', pattern: /^RIFF[\s\S]{4}WEBP/ },
]

/** Returns a raster image; null when the bytes are none. */
export function pointImage(bytes: Uint8Array<ArrayBuffer>): Blob | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const found = signatures.find(({ pattern }) => pattern.test(start))
  return found === undefined ? null : new Blob([bytes], { type: found.type })
}

export const svgImage = (svg: string): Blob => new Blob([svg], { type: 'image/svg+xml' })
