import { AppError } from '@latchkey/protocol/errors'
import { networksOf } from '../rateLimits/networkOf.ts'
import { Overloaded } from './createAdmission.ts'

/** Maximum total size of long bodies being read: in this process, for one network, and for the wider network around it. */
const maxBytes = 64 * 1024 * 1024
const maxBytesOfOne = maxBytes / 4
const maxBytesAround = (3 * maxBytes) / 8

/** Limits the memory that large request bodies take, in total and for each network. */
export type LongBodies = {
  /** Admits a body of this many bytes. Returns the function that ends it. Throws SERVICE_UNAVAILABLE at once. */
  enter(ipAddress: string, bytes: number): () => void
}

/** Bounds the memory that slowly sent long bodies take, over however many connections. Short bodies never wait for them. */
export function createLongBodies(): LongBodies {
  const taken = new Map<string, number>()
  const takenBy = (key: string): number => taken.get(key) ?? 0
  const add = (key: string, bytes: number): void => {
    const left = takenBy(key) + bytes
    if (left === 0) taken.delete(key)
    else taken.set(key, left)
  }
  return {
    enter(ipAddress, bytes) {
      const { network, wide, widest } = networksOf(ipAddress)
      const rooms: [key: string, most: number][] = [
        ['all', maxBytes],
        [network, maxBytesOfOne],
        ...[wide, widest].flatMap((wider): [string, number][] => (wider === null ? [] : [[wider, maxBytesAround]])),
      ]
      if (rooms.some(([key, most]) => takenBy(key) + bytes > most))
        throw new AppError('SERVICE_UNAVAILABLE', { cause: new Overloaded('long bodies in progress') })
      for (const [key] of rooms) add(key, bytes)
      return () => {
        for (const [key] of rooms) add(key, -bytes)
      }
    },
  }
}
