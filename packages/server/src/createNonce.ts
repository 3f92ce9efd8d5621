/** Creates a nonce for one sign-in: 128 random bits, as letters and digits. Store it in the user's session, and use it once. */
export const createNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
