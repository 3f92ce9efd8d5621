import { createHash } from 'node:crypto'
import { type Blockhash, blockhash, getBase58Decoder } from '@solana/kit'
import { localCluster } from './localMints.ts'

/** As on the real clusters. */
export const slotMs = 400
/** How many slots a transaction's blockhash is valid. */
export const blockhashLifeSlots = 150
/** How many slots' hashes the cluster keeps; a new lookup table has to name one of them. */
const rememberedSlots = 512
/** So that there are earlier slots from the start. */
const firstSlot = 1_000

export type SlotClock = {
  /** Returns the current slot. One block per slot, none skipped, so it is the block height, too. */
  slot(): number
  /** Returns a slot's start: seconds since the epoch. */
  timeOf(slot: number): number
  /** Returns a slot's blockhash: it depends only on the number, so it survives a restart. */
  blockhashOf(slot: number): Blockhash
  /** Returns the slot of a blockhash that is still valid for transactions. */
  validSlotOf(hash: string): number | undefined
  /** Returns the slots whose hashes the cluster keeps, newest first, without the current one. */
  remembered(): readonly { slot: bigint; hash: string }[]
}

/** Derives slots from the time. `originMs`: the cluster's start, milliseconds since the epoch. */
export const createSlotClock = (originMs: () => number, now: () => number): SlotClock => {
  const hashes = new Map<number, Blockhash>()
  const slot = (): number => firstSlot + Math.max(0, Math.floor((now() - originMs()) / slotMs))
  const blockhashOf = (of: number): Blockhash => {
    const known = hashes.get(of)
    if (known !== undefined) return known
    const digest = createHash('sha256').update(`${localCluster.genesisHash} ${of}`).digest()
    const hash = blockhash(getBase58Decoder().decode(digest))
    if (hashes.size > 4 * rememberedSlots) hashes.clear()
    hashes.set(of, hash)
    return hash
  }
  return {
    slot,
    timeOf: (of) => Math.floor((originMs() + (of - firstSlot) * slotMs) / 1000),
    blockhashOf,
    validSlotOf(hash) {
      const newest = slot()
      for (let of = newest; of >= newest - blockhashLifeSlots; of--) if (blockhashOf(of) === hash) return of
      return undefined
    },
    remembered() {
      const newest = slot()
      return Array.from({ length: rememberedSlots }, (_, index) => {
        const of = newest - 1 - index
        return { slot: BigInt(of), hash: blockhashOf(of) }
      })
    },
  }
}
