import { createHash } from 'node:crypto'
import { type Blockhash, blockhash, getBase58Decoder } from '@solana/kit'
import { localCluster } from './localMints.ts'

/** As on the real clusters. */
export const slotMs = 400
/** A transaction is taken while the blockhash it names is no older than this. */
export const blockhashLifeSlots = 150
/** How many slots the cluster knows the hash of; a new lookup table has to name one of them. */
const rememberedSlots = 512
/** So that the first visitor finds slots behind the present one, too. */
const firstSlot = 1_000

export type SlotClock = {
  /** The slot now. One block a slot, none skipped, so it is the block height, too. */
  slot(): number
  /** When a slot began: seconds since the epoch. */
  timeOf(slot: number): number
  /** The blockhash of a slot: nothing but its number decides it, so that it outlives a restart. */
  blockhashOf(slot: number): Blockhash
  /** The slot of a blockhash that transactions may still name. */
  validSlotOf(hash: string): number | undefined
  /** Slots whose hashes the cluster remembers, the newest first, without the present one. */
  remembered(): readonly { slot: bigint; hash: string }[]
}

/** Slots as time makes them. `originMs`: when the cluster began, milliseconds since the epoch. */
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
