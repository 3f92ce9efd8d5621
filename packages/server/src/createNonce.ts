/** Makes a nonce for one sign-in: 128 random bits, as letters and digits. Keep it with the visitor's session, and use it once. */
export const createNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
