import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

/** Keys by number, newest last, 32 bytes each in base64. */
const ringFile = z.object({ macKey: z.string(), wrappingKeys: z.array(z.string()).check(z.minLength(1)) })
export type RingFile = z.output<typeof ringFile>

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

const write = (path: string, ring: RingFile): void => {
  writeFileSync(path, `${JSON.stringify(ring, null, 2)}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
}

/** Replaces the ring as a whole. */
export function replaceRing(file: string, ring: RingFile): void {
  const temporary = `${file}.new`
  write(temporary, ring)
  renameSync(temporary, file)
}

/** Writes a ring where there is none. Of processes that do it at once, one succeeds. Returns whether it was this one. */
export function placeRing(file: string, ring: RingFile): boolean {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomUUID()}`
  write(temporary, ring)
  try {
    linkSync(temporary, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary)
  }
}
