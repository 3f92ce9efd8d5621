import { AppError } from '@latchkey/protocol/errors'
import { Overloaded } from './createAdmission.ts'
import { networkOf } from './networkOf.ts'

/** Long bodies that are being read in this process: what they may weigh, together and for one network. */
const mostBytes = 64 * 1024 * 1024
const mostBytesOfOne = mostBytes / 4

export type LongBodies = {
  /** Admits a body of so many bytes. Returns what ends it. Throws SERVICE_UNAVAILABLE, at once. */
  enter(ipAddress: string, bytes: number): () => void
}

/** Whoever sends long bodies slowly, over many connections, takes no more memory than this. Short ones are never kept waiting by them. */
export function createLongBodies(): LongBodies {
  const byNetwork = new Map<string, number>()
  let all = 0
  return {
    enter(ipAddress, bytes) {
      const network = networkOf(ipAddress)
      const own = byNetwork.get(network) ?? 0
      if (all + bytes > mostBytes || own + bytes > mostBytesOfOne)
        throw new AppError('SERVICE_UNAVAILABLE', { cause: new Overloaded('long bodies in progress') })
      all += bytes
      byNetwork.set(network, own + bytes)
      return () => {
        all -= bytes
        const left = (byNetwork.get(network) ?? 0) - bytes
        if (left === 0) byNetwork.delete(network)
        else byNetwork.set(network, left)
      }
    },
  }
}
