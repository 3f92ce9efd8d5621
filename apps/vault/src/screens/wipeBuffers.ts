/** Overwrite every buffer in a message that nobody takes: what it carries may be a secret. */
export const wipeBuffers = (message: unknown): void => {
  if (message instanceof ArrayBuffer) new Uint8Array(message).fill(0)
  else if (typeof message === 'object' && message !== null) for (const part of Object.values(message)) wipeBuffers(part)
}
