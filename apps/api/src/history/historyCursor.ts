import { timingSafeEqual } from 'node:crypto'
import { decodeBase64url, encodeBase64url } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { tryParse } from '@latchkey/protocol/tryParse'
import type { Kms } from '@latchkey/service-kit/kms/kms'
import * as z from 'zod/mini'

/** The last row of a page: the next page begins after it. */
const place = z.tuple([
  /** Milliseconds since 1970. */
  z.int(),
  /** CAIP-2. */
  z.string(),
  z.int(),
  z.int(),
  /** Of the transaction. */
  z.string(),
])
export type HistoryPlace = z.output<typeof place>

const macLength = 16

/**
 * Cursors are positions in a history, with the authority's MAC over the position, the account and the requested chain, so a modified cursor
 * or one of another history is rejected. They last until the previous MAC key is retired.
 */
export function createHistoryCursors(kms: Kms) {
  const macsOf = async (whose: string, text: string): Promise<[Uint8Array, ...Uint8Array[]]> => {
    const [mac, ...others] = await kms.macs('history cursor', new TextEncoder().encode(JSON.stringify([whose, text])))
    return [mac.subarray(0, macLength), ...others.map((other) => other.subarray(0, macLength))]
  }

  return {
    /** `whose`: the requested history, the same for the next page. */
    async write(whose: string, at: HistoryPlace): Promise<string> {
      const text = JSON.stringify(at)
      return encodeBase64url(Buffer.concat([(await macsOf(whose, text))[0], Buffer.from(text)]))
    },
    /** Throws CURSOR_INVALID. */
    async read(whose: string, cursor: string): Promise<HistoryPlace> {
      const bytes = decode(cursor)
      const text = Buffer.from(bytes.subarray(macLength)).toString('utf8')
      const given = bytes.subarray(0, macLength)
      const isOurs =
        given.length === macLength && (await macsOf(whose, text)).some((mac) => timingSafeEqual(given, mac))
      if (!isOurs) throw new AppError('CURSOR_INVALID')
      const parsed = tryParse(place, JSON.parse(text))
      if (!parsed.success) throw new AppError('CURSOR_INVALID')
      return parsed.data
    },
  }
}

function decode(cursor: string): Uint8Array {
  try {
    return decodeBase64url(cursor)
  } catch (cause) {
    throw new AppError('CURSOR_INVALID', { cause })
  }
}
