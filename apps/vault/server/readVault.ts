import { fileURLToPath } from 'node:url'
import { type KeptBuilds, keepBuilds, readFiles, readManifest, type ServedFile } from '@latchkey/document-server'
import * as z from 'zod'
import type { VaultManifest } from '../scripts/buildVault.ts'

const ownFolder = fileURLToPath(new URL('../dist/vault', import.meta.url))

/** A build in memory, in the form that `createVaultApp` takes. */
export type BuiltVault = { manifest: VaultManifest; files: ReadonlyMap<string, ServedFile>; kept: KeptBuilds }

export type ReadVaultOptions = {
  /** Default: this package's own `dist`. */
  folder?: string | undefined
  /** The folder of earlier builds. Default: none. */
  keptFolder?: string | undefined
  /** Ids of builds that must not be served any longer. */
  revoked?: readonly string[]
}

/** Reads the built vault. Throws when files are missing or don't match their manifest, and when the build is revoked. */
export const readVault = async (options: ReadVaultOptions = {}): Promise<BuiltVault> => {
  const { folder = ownFolder, keptFolder, revoked } = options
  const manifest = vaultManifest.parse(await readManifest(folder, 'vault'))
  const files = await readFiles(folder, vaultFilesOf(manifest))
  const filesOf = (found: unknown) => vaultFilesOf(vaultManifest.parse(found))
  return { manifest, files, kept: await keepBuilds({ built: folder, folder: keptFolder, filesOf, revoked }) }
}

const hexOf = (sha256: string): string => Buffer.from(sha256.slice('sha256-'.length), 'base64').toString('hex')

/** A worker is loaded only by its name, so no other file may have that name. */
const builtFile = z
  .object({
    file: z.string().regex(/^[\w-]+-[0-9a-f]{16}\.js$/),
    sha256: z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/),
  })
  .refine(({ file, sha256 }) => file.endsWith(`-${hexOf(sha256).slice(0, 16)}.js`), { error: 'UNEXPECTED_NAME' })

/** The manifest that the vault's build writes. */
const vaultManifest = z.object({
  document: builtFile,
  worker: builtFile,
  screens: builtFile,
  kdf: builtFile,
}) satisfies z.ZodType<VaultManifest>

/** Returns every file of the vault, in the form of `readFiles`: URL path to integrity. */
const vaultFilesOf = ({ document, worker, screens, kdf }: VaultManifest): Record<string, string> =>
  Object.fromEntries([document, worker, screens, kdf].map(({ file, sha256 }) => [`/${file}`, sha256]))
