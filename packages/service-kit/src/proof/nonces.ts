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
const purpose = 'dpop nonce'

export function createNonces(kms: Kms, clock: Clock): Nonces {
  const windowAt = (date: Date): number => Math.floor(date.getTime() / windowMs)
  const bytesOf = (window: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, BigInt(window))
    return bytes
  }
  const nonceOf = (number: Uint8Array, mac: Uint8Array): Uint8Array =>
    new Uint8Array([...number, ...mac.subarray(0, macLength)])
  return {
    async current() {
      const number = bytesOf(windowAt(clock.now()))
      return encodeBase64url(nonceOf(number, await kms.mac(purpose, number)))
    },
    async accepts(nonce) {
      const given = decodeOrNull(nonce)
      if (given === null || given.length !== 8 + macLength) return false
      const window = Number(new DataView(given.buffer).getBigUint64(0))
      const now = windowAt(clock.now())
      if (window !== now && window !== now - 1) return false
      const number = bytesOf(window)
      return (await kms.macs(purpose, number)).some((mac) => timingSafeEqual(given, nonceOf(number, mac)))
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
