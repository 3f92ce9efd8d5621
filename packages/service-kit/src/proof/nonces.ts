import { timingSafeEqual } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '@latchkey/api-client'
import type { Clock } from '../clock.ts'
import type { Kms } from '../kms/kms.ts'

/** DPoP server nonces (RFC 9449, section 8): the number of a five-minute window and its MAC. Stateless, valid at any replica. */
export type Nonces = {
  current(): Promise<string>
  /** Returns when a nonce of this window or the one before stops being accepted, at any process; null for any other nonce. */
  expiryOf(nonce: string): Promise<Date | null>
}

const windowMs = 5 * 60_000
/** Maximum difference between the clocks of two processes. */
const clockSkewMs = 30_000
const macLength = 16
const purpose = 'dpop nonce'

/** Creates nonces that every process of the authority accepts: a time window and its MAC, without storage. */
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
    async expiryOf(nonce) {
      const given = decodeOrNull(nonce)
      if (given === null || given.length !== 8 + macLength) return null
      const window = Number(new DataView(given.buffer).getBigUint64(0))
      const now = windowAt(clock.now())
      if (window !== now && window !== now - 1) return null
      const number = bytesOf(window)
      const isOurs = (await kms.macs(purpose, number)).some((mac) => timingSafeEqual(given, nonceOf(number, mac)))
      return isOurs ? new Date((window + 2) * windowMs + clockSkewMs) : null
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
