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
  /** The next one, or the one of before: what it has made counts too. Never both. */
  preparedMacKey: z.optional(z.string()),
  previousMacKey: z.optional(z.string()),
  /** By number, newest last. */
  wrappingKeys: z.array(z.string()).check(z.minLength(1)),
  /** The next wrapping key, which has closed nothing: a backup must have it first. */
  preparedWrappingKey: z.optional(z.string()),
})
/** The parsed content of a key file. It contains secret keys. */
export type RingFile = z.output<typeof ringFile>

/** Returns 32 random bytes in base64. */
export const newKey = (): string => randomBytes(32).toString('base64')

/** Changes whenever the file does. */
export function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? 'absent' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`
}

/** Null for a text that is no key ring. */
export function parseRing(text: string): RingFile | null {
  try {
    const parsed = z.safeParse(ringFile, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Null when there is none. Throws when it is readable by others or damaged. */
export function readRing(file: string): RingFile | null {
  if (!existsSync(file)) return null
  // Windows has no such bits; there the folder's access list decides.
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

/** Writes a new file, through to the disk, for its owner only. */
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
 * Brings the name of a file through to the disk: rows are wrapped by a ring as soon as it can be read, and a power failure must not
 * take it from them. Windows syncs no folders.
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

/** Replaces the ring as a whole. When it returns, the new one is on disk. */
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
 * Writes a ring where there is none. Of processes that do it at once, one succeeds. When it returns, the ring is on disk, whoever
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
