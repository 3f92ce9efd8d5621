/** Overwrites every buffer in a dropped message: it may hold a secret. */
export const wipeBuffers = (message: unknown): void => {
  if (message instanceof ArrayBuffer) new Uint8Array(message).fill(0)
  else if (typeof message === 'object' && message !== null) for (const part of Object.values(message)) wipeBuffers(part)
}
