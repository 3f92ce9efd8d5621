import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

/** 32 bytes in base64 each. */
const ringFile = z.object({
  macKey: z.string(),
  /** The next or the previous key, whose MACs are also accepted. Never both. */
  preparedMacKey: z.optional(z.string()),
  previousMacKey: z.optional(z.string()),
  /** By number, newest last. */
  wrappingKeys: z.array(z.string()).check(z.minLength(1)),
  /** The next wrapping key, which isn't used yet: a backup must have it first. */
  preparedWrappingKey: z.optional(z.string()),
})
/** The parsed content of a key file. It contains secret keys. */
export type RingFile = z.output<typeof ringFile>

/** Returns 32 random bytes in base64. */
export const newKey = (): string => randomBytes(32).toString('base64')

/** Returns a stamp that changes whenever the file does. */
export function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? 'absent' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`
}

/** Parses a key ring; null for any other text. */
export function parseRing(text: string): RingFile | null {
  try {
    const parsed = z.safeParse(ringFile, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Reads a key ring; null when there is none. Throws when it is readable by others or damaged. */
export function readRing(file: string): RingFile | null {
  if (!existsSync(file)) return null
  // Windows has no such bits; the folder's access list applies.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`The key ring ${file} can be read by others: chmod 600 it`)
  }
  const ring = parseRing(readFileSync(file, 'utf8'))
  if (ring === null)
    throw new Error(
      `The key ring ${file} is damaged: restore it from a backup, a new one cannot open what the old one closed`,
    )
  return ring
}

/** Writes and syncs a new file, readable only by its owner. */
function write(path: string, ring: RingFile): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    fchmodSync(file, 0o600)
    writeFileSync(file, `${JSON.stringify(ring, null, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Syncs the name of a file to disk: rows are wrapped by a ring as soon as it can be read, and a power failure must not lose it. Windows
 * doesn't sync folders.
 */
export function syncName(file: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const temporaryOf = (file: string): string => `${file}.${randomUUID()}`

/** Replaces the whole ring. When it returns, the new one is on disk. */
export function replaceRing(file: string, ring: RingFile): void {
  const temporary = temporaryOf(file)
  write(temporary, ring)
  try {
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncName(file)
}

/**
 * Writes a ring if there is none. If several processes do so at once, one succeeds. When it returns, a ring is on disk, whichever process
 * wrote it. Returns whether it was this one.
 */
export function placeRing(file: string, ring: RingFile): boolean {
  const made = mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  if (made !== undefined) syncName(made)
  const temporary = temporaryOf(file)
  write(temporary, ring)
  try {
    linkSync(temporary, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary)
    syncName(file)
  }
}
