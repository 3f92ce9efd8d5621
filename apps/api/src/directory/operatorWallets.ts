import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Wallet, walletFields } from '@latchkey/api-client'
import * as z from 'zod/mini'
import { pointImage, svgImage } from './image.ts'

/** The operator's changes to the directory: added wallets, and ids to hide. */
export type OperatorWallets = {
  add: readonly { wallet: Wallet; image: { bytes: Uint8Array; blob: Blob } | null }[]
  hide: readonly string[]
}

const maxImageBytes = 128 * 1024
const settings = z.strictObject({
  /** The contract's fields, and `image`: a file beside this one. */
  add: z._default(z.array(z.extend(z.omit(walletFields, { image_id: true }), { image: z.optional(z.string()) })), []),
  hide: z._default(z.array(z.string()), []),
})
const none: OperatorWallets = { add: [], hide: [] }

/**
 * Opens the wallets of a JSON file `{ add?, hide? }`, read again when the file changes; without a file, none. If the file is damaged at run
 * time, the last valid list stays and `onBadFile` gets the reason; at startup it is an error.
 */
export function openOperatorWallets(
  file: string | undefined,
  onBadFile: (reason: string) => void,
): () => OperatorWallets {
  if (file === undefined) return () => none
  let stamp = stampOf(file)
  let read = readOperatorWallets(file)
  return () => {
    const next = stampOf(file)
    if (next === stamp) return read
    stamp = next
    try {
      read = readOperatorWallets(file)
    } catch (error) {
      onBadFile(error instanceof Error ? error.message : 'unreadable')
    }
    return read
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? 'absent' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`
}

function readOperatorWallets(file: string): OperatorWallets {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`The directory file ${file} cannot be read as JSON`, { cause })
  }
  const parsed = z.safeParse(settings, json)
  if (!parsed.success) {
    const where = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
    throw new Error(`The directory file ${file} is not { add?, hide? } with wallets of the contract: see ${where}`)
  }
  const { add, hide } = parsed.data
  return {
    hide,
    add: add.map(({ image, ...wallet }) => ({
      wallet,
      image: image === undefined ? null : readImage(resolve(dirname(file), image)),
    })),
  }
}

function readImage(path: string): { bytes: Uint8Array; blob: Blob } {
  const bytes = new Uint8Array(readFileSync(path))
  const blob = pointImage(bytes) ?? readSvg(bytes)
  if (blob === null || bytes.length > maxImageBytes)
    throw new Error(`${path} is no SVG, PNG, JPEG, GIF or WebP of at most 128 KiB`)
  return { bytes, blob }
}

function readSvg(bytes: Uint8Array): Blob | null {
  const text = new TextDecoder().decode(bytes).trim()
  return /^(<\?xml[^>]*>\s*)?<svg\s/.test(text) ? svgImage(text) : null
}
