import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { openAesGcm, sealAesGcm } from './aesGcm.ts'
import { type EncryptionContext, encodeContext, type Kms } from './kms.ts'
import { newKey, placeRing, type RingFile, readRing, replaceRing, stampOf, syncName } from './ring/ringFile.ts'

/**
 * Opens a key store in one file, for a single machine: readable only by its owner, and to be kept apart from the database and its backups.
 * A wrapped key starts with the number of the key that wrapped it (2 bytes).
 *
 * The file is created at the first encryption. For decryption it must exist: next to a restored database, a new ring would only get in the
 * way of the right one.
 *
 * Throws when the file is readable by others or damaged.
 */
export function openLocalKeyRing(file: string): Kms {
  let stamp = stampOf(file)
  let ring = readRing(file)

  /** Returns the ring as it is now: another process may have created or rotated it. */
  const current = (): RingFile | null => {
    const next = stampOf(file)
    if (next !== stamp) {
      ring = readRing(file)
      stamp = next
      // The process that wrote it may not have synced its name yet.
      if (ring !== null) syncName(file)
    }
    return ring
  }
  const present = (): RingFile => {
    const known = current()
    if (known === null) throw new Error(`The key ring ${file} is missing: put it back from its backup`)
    return known
  }
  const made = (): RingFile => {
    if (current() === null) placeRing(file, { macKey: newKey(), wrappingKeys: [newKey()] })
    return present()
  }

  /** In a backup from before a rotation, the key is still the prepared one: that backup also opens what the key has wrapped since. */
  const wrappingKey = ({ wrappingKeys, preparedWrappingKey }: RingFile, number: number): Buffer => {
    const key = wrappingKeys[number] ?? (number === wrappingKeys.length ? preparedWrappingKey : undefined)
    if (key === undefined) throw new Error('another key ring wrapped it')
    return Buffer.from(key, 'base64')
  }

  /** Derived once for each key and purpose. */
  const macKeys = new Map<string, Buffer>()
  const macWith = (key: string, purpose: string, data: Uint8Array): Uint8Array<ArrayBuffer> => {
    const name = `${key} ${purpose}`
    const own = macKeys.get(name) ?? Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', purpose, 32))
    macKeys.set(name, own)
    return new Uint8Array(createHmac('sha256', own).update(data).digest())
  }

  const wrap = (key: Uint8Array, context: EncryptionContext): Uint8Array<ArrayBuffer> => {
    const own = made()
    const number = own.wrappingKeys.length - 1
    const sealed = sealAesGcm({ key: wrappingKey(own, number), plaintext: key, additionalData: encodeContext(context) })
    return new Uint8Array([number >> 8, number & 0xff, ...sealed])
  }
  const unwrap = (wrapped: Uint8Array, context: EncryptionContext): Uint8Array<ArrayBuffer> =>
    openAesGcm({
      key: wrappingKey(present(), ((wrapped[0] ?? 0) << 8) | (wrapped[1] ?? 0)),
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
    mac: async (purpose, data) => macWith(made().macKey, purpose, data),
    async macs(purpose, data) {
      const { macKey, preparedMacKey, previousMacKey } = made()
      const others = [preparedMacKey, previousMacKey].filter((key) => key !== undefined)
      return [macWith(macKey, purpose, data), ...others.map((key) => macWith(key, purpose, data))]
    },
    async prepare() {
      const own = made()
      if (own.preparedWrappingKey === undefined) replaceRing(file, { ...own, preparedWrappingKey: newKey() })
    },
    async rotate() {
      const { preparedWrappingKey: prepared, ...own } = made()
      if (prepared !== undefined) replaceRing(file, { ...own, wrappingKeys: [...own.wrappingKeys, prepared] })
    },
  }
}
