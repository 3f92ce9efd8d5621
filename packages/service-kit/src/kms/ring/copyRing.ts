import { chownSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseRing, placeRing, type RingFile, readRing } from './ringFile.ts'

/** Returns a key ring as text, for its backup. Throws when there is none, or a damaged one. */
export function exportRing(file: string): string {
  const ring = readRing(file)
  if (ring === null) throw new Error(`There is no key ring ${file}: it is made when the service first starts`)
  return `${JSON.stringify(ring, null, 2)}\n`
}

/**
 * Restores a key ring from its backup, readable only by its folder's owner. An existing, different ring is kept next to it, since data may
 * be encrypted with it. Returns the path of that one; null when there was none, or the same.
 *
 * Throws when the text isn't a key ring.
 */
export function importRing(file: string, text: string, now: Date): string | null {
  const ring = parseRing(text)
  if (ring === null) throw new Error('This is no key ring: nothing was changed')
  const there = readRing(file)
  if (JSON.stringify(there) === JSON.stringify(ring)) return null
  const before = there === null ? null : `${file}.before-${now.toISOString().slice(0, 19).replace(/\D/g, '')}`
  if (before !== null) renameSync(file, before)
  if (!placeRing(file, ring)) throw new Error(`A service has just made the key ring ${file}: stop it first`)
  // As root, outside a container.
  const { uid, gid } = statSync(dirname(file))
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
  return before
}

/**
 * Throws unless this backup has every key of the ring, including the prepared one: keys that exist in only one file must not encrypt
 * anything.
 */
export function requireInBackup(file: string, text: string): void {
  const ring = readRing(file)
  if (ring === null) throw new Error(`There is no key ring ${file}`)
  const backup = parseRing(text)
  if (backup === null) throw new Error('Pass the backup of the key ring on standard input: … < ring.json')
  const backedUp = new Set(keysOf(backup))
  if (!keysOf(ring).every((key) => backedUp.has(key)))
    throw new Error('This backup is older than the key ring and lacks a key: export the ring and put it away first')
}

const keysOf = ({ macKey, preparedMacKey, wrappingKeys, preparedWrappingKey }: RingFile): string[] =>
  [macKey, preparedMacKey, ...wrappingKeys, preparedWrappingKey].filter((key) => key !== undefined)
