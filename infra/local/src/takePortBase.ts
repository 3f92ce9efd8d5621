import { createServer } from 'node:net'
import { isFree, listenOn } from './loopback.ts'
import { portsFrom } from './ports.ts'
import { StackError } from './StackError.ts'

/** A base that this process holds until it is released, or the process ends. */
export type TakenPortBase = { portBase: number; release: () => Promise<void> }

/**
 * Bases are one slot apart. The slots are few enough that one's chains never reach the next one's servers, and all ports are below those
 * that the kernel gives to outgoing connections.
 */
const firstBase = 15_000
const slotWidth = 40
const slots = 33
/** Held open while the slot is taken. Offsets between the stack's own and this one are for tests. */
const guardOffset = slotWidth - 1

const isWholeSlotFree = async (base: number): Promise<boolean> => {
  const near = Array.from({ length: guardOffset }, (_, offset) => base + offset)
  for (const port of new Set([...near, ...Object.values(portsFrom(base))])) if (!(await isFree(port))) return false
  return true
}

/** Takes one slot, or returns undefined when a part of it is in use. */
const takeSlot = async (portBase: number): Promise<TakenPortBase | undefined> => {
  const guard = createServer().unref()
  const release = (): Promise<void> => new Promise((resolve) => guard.close(() => resolve()))
  try {
    await listenOn(guard, '127.0.0.1', portBase + guardOffset)
  } catch {
    return undefined
  }
  if (await isWholeSlotFree(portBase)) return { portBase, release }
  await release()
  return undefined
}

/**
 * Takes a port base for `startStack` whose ports are all free. Two processes never get the same one: each holds a port of its slot open.
 * Leaves offsets 26 to 38 to the caller.
 *
 * Throws `StackError` when no slot is free.
 */
export const takePortBase = async (): Promise<TakenPortBase> => {
  for (let slot = 0; slot < slots; slot++) {
    const taken = await takeSlot(firstBase + slot * slotWidth)
    if (taken !== undefined) return taken
  }
  throw new StackError(`None of the ${slots} port bases from ${firstBase} is free`)
}
