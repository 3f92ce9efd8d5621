/** Returns the UTF-8 bytes of a text as `personal_sign` takes them: 0x and hexadecimal digits. */
export const textToHex = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
