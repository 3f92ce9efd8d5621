/** Unpadded base64url (RFC 4648, section 5). */
export const encodeBase64url = (bytes: Uint8Array): string => {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Decodes canonical unpadded base64url. Throws a TypeError for anything else, so that each value has only one text. */
export const decodeBase64url = (text: string): Uint8Array<ArrayBuffer> => {
  let binary: string
  try {
    binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch (cause) {
    throw new TypeError('Not base64url', { cause })
  }
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  if (encodeBase64url(bytes) !== text) throw new TypeError('Not base64url')
  return bytes
}
