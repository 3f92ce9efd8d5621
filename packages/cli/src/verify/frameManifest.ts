import { createPublicKey, verify as verifySignature } from 'node:crypto'
import { type FrameManifest, frameManifestFormat } from '@latchkey/document-server/frameManifest'
import * as z from 'zod/mini'

const path = z.string().check(z.regex(/^\/[\w./-]*$/))
const index = z.int().check(z.gte(0))
const origin = z.strictObject({
  documents: z.record(path, z.strictObject({ body: z.string(), headers: index })),
  files: z.record(
    path,
    z.strictObject({ integrity: z.string().check(z.regex(/^sha256-[A-Za-z0-9+/]{43}=$/)), headers: index }),
  ),
})
const schema = z.strictObject({
  format: z.literal(frameManifestFormat),
  version: z.string(),
  headers: z.array(z.record(z.string(), z.string())),
  wallet: origin,
  vault: origin,
}) satisfies z.ZodMiniType<FrameManifest>

/** Parses a frame manifest. Throws an `Error` for an invalid one, or one that would compare nothing. */
export const readFrameManifest = (bytes: Uint8Array): FrameManifest => {
  let manifest: FrameManifest
  try {
    manifest = z.parse(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch (cause) {
    throw new Error('it is no frame manifest of this version', { cause })
  }
  for (const { documents, files } of [manifest.wallet, manifest.vault]) {
    const answers = [...Object.values(documents), ...Object.values(files)]
    if (Object.keys(documents).length === 0 || Object.keys(files).length === 0)
      throw new Error('it lists no documents or no files')
    if (answers.some(({ headers }) => manifest.headers[headers] === undefined))
      throw new Error('it names headers that it does not have')
  }
  return manifest
}

/** Returns whether a signature (base64) of exactly these bytes is by that Ed25519 key (PEM). Throws an `Error` for an invalid key. */
export const isSignedBy = (bytes: Uint8Array, signature: string, publicKey: string): boolean => {
  const key = createPublicKey(publicKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('It is no key of Ed25519')
  const text = signature.trim()
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return false
  return verifySignature(null, bytes, key, Buffer.from(text, 'base64'))
}
