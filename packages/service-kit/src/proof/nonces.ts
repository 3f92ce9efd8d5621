import { timingSafeEqual } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '@latchkey/api-client'
import type { Clock } from '../clock.ts'
import type { Kms } from '../kms/kms.ts'

/** DPoP server nonces (RFC 9449, section 8): the number of a five-minute window and its MAC. No state, any replica. */
export type Nonces = {
  current(): Promise<string>
  /** Of this window or the one before. */
  accepts(nonce: string): Promise<boolean>
}

const windowMs = 5 * 60_000
/** The longest that a nonce is accepted. */
export const nonceLifeSeconds = (2 * windowMs) / 1000
const macLength = 16

export function createNonces(kms: Kms, clock: Clock): Nonces {
  const windowAt = (date: Date): number => Math.floor(date.getTime() / windowMs)
  const nonceOf = async (window: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(8 + macLength)
    new DataView(bytes.buffer).setBigUint64(0, BigInt(window))
    const mac = await kms.mac('dpop nonce', bytes.subarray(0, 8))
    bytes.set(mac.subarray(0, macLength), 8)
    return bytes
  }
  return {
    current: async () => encodeBase64url(await nonceOf(windowAt(clock.now()))),
    async accepts(nonce) {
      const given = decodeOrNull(nonce)
      if (given === null || given.length !== 8 + macLength) return false
      const window = Number(new DataView(given.buffer).getBigUint64(0))
      const now = windowAt(clock.now())
      return (window === now || window === now - 1) && timingSafeEqual(given, await nonceOf(window))
    },
  }
}

function decodeOrNull(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return decodeBase64url(text)
  } catch {
    return null
  }
}
