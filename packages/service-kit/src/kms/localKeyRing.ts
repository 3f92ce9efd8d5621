import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { openAesGcm, sealAesGcm } from './aesGcm.ts'
import { type EncryptionContext, encodeContext, type Kms } from './kms.ts'

/** Keys by number, newest last, 32 bytes each in base64. */
const ringFile = z.object({ macKey: z.string(), wrappingKeys: z.array(z.string()).check(z.minLength(1)) })
type RingFile = z.output<typeof ringFile>

const newKey = (): string => randomBytes(32).toString('base64')

/**
 * A key store in one file, for a single machine: readable by its owner alone, and to be kept apart from the database and
 * its backups. A wrapped key starts with the number of the key that wrapped it (2 bytes).
 *
 * Throws when the file is readable by others or damaged.
 */
export function openLocalKeyRing(file: string): Kms {
  let stamp = stampOf(file)
  let ring = readRing(file)

  /** The ring as it is now: another process may have rotated it. */
  const current = (): RingFile => {
    const next = stampOf(file)
    if (next !== stamp) {
      ring = readRing(file)
      stamp = next
    }
    return ring
  }
  const write = (next: RingFile): void => {
    const temporary = `${file}.new`
    writeFileSync(temporary, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
    chmodSync(temporary, 0o600)
    renameSync(temporary, file)
    ring = next
    stamp = stampOf(file)
  }
  if (ring.wrappingKeys.length === 0) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    write({ macKey: newKey(), wrappingKeys: [newKey()] })
  }

  const wrappingKey = (number: number): Buffer => {
    const key = current().wrappingKeys[number]
    if (key === undefined) throw new Error('this key ring did not wrap that key')
    return Buffer.from(key, 'base64')
  }

  /** Derived once for each purpose: rotation does not change them. */
  const macKeys = new Map<string, Buffer>()
  const macKey = (purpose: string): Buffer => {
    const known = macKeys.get(purpose)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync('sha256', Buffer.from(ring.macKey, 'base64'), '', purpose, 32))
    macKeys.set(purpose, key)
    return key
  }

  const wrap = (key: Uint8Array, context: EncryptionContext): Uint8Array<ArrayBuffer> => {
    const number = current().wrappingKeys.length - 1
    const sealed = sealAesGcm({ key: wrappingKey(number), plaintext: key, additionalData: encodeContext(context) })
    return new Uint8Array([number >> 8, number & 0xff, ...sealed])
  }
  const unwrap = (wrapped: Uint8Array, context: EncryptionContext): Uint8Array<ArrayBuffer> =>
    openAesGcm({
      key: wrappingKey(((wrapped[0] ?? 0) << 8) | (wrapped[1] ?? 0)),
      sealed: wrapped.subarray(2),
      additionalData: encodeContext(context),
    })

  return {
    async generateDataKey(context) {
      const key = new Uint8Array(randomBytes(32))
      return { key, wrapped: wrap(key, context) }
    },
    unwrap: async (wrapped, context) => unwrap(wrapped, context),
    async rewrap(wrapped, context) {
      const key = unwrap(wrapped, context)
      try {
        return wrap(key, context)
      } finally {
        key.fill(0)
      }
    },
    async mac(purpose, data) {
      return new Uint8Array(createHmac('sha256', macKey(purpose)).update(data).digest())
    },
    async rotate() {
      const { macKey, wrappingKeys } = current()
      write({ macKey, wrappingKeys: [...wrappingKeys, newKey()] })
    },
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? 'absent' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`
}

function readRing(file: string): RingFile {
  if (!existsSync(file)) return { macKey: '', wrappingKeys: [] }
  // Windows has no such bits; there the folder's access list decides.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`The key ring ${file} can be read by others: chmod 600 it`)
  }
  const parsed = z.safeParse(ringFile, parseJson(readFileSync(file, 'utf8')))
  if (!parsed.success)
    throw new Error(
      `The key ring ${file} is damaged: restore it from a backup, a new one cannot open what the old one closed`,
    )
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
