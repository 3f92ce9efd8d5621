import { fileURLToPath } from 'node:url'
import { type KeptBuilds, keepBuilds, readFiles, readManifest, type ServedFile } from '@latchkey/document-server'
import type { VaultManifest } from '../scripts/buildVault.ts'
import { vaultFilesOf, vaultManifest } from './vaultManifest.ts'

const ownFolder = fileURLToPath(new URL('../dist/vault', import.meta.url))

/** What the build made, in memory, as `createVaultApp` takes it. */
export type BuiltVault = { manifest: VaultManifest; files: ReadonlyMap<string, ServedFile>; kept: KeptBuilds }

export type ReadVaultOptions = {
  /** Default: this package's own `dist`. */
  folder?: string | undefined
  /** Where builds are kept. Default: nowhere. */
  keptFolder?: string | undefined
  /** Ids of builds that must not be served again. */
  revoked?: readonly string[]
}

/** Reads the built vault. Throws when files are missing or not those of their manifest, and when the build is revoked. */
export const readVault = async (options: ReadVaultOptions = {}): Promise<BuiltVault> => {
  const { folder = ownFolder, keptFolder, revoked } = options
  const manifest = vaultManifest.parse(await readManifest(folder, 'vault'))
  const files = await readFiles(folder, vaultFilesOf(manifest))
  const filesOf = (found: unknown) => vaultFilesOf(vaultManifest.parse(found))
  return { manifest, files, kept: await keepBuilds({ built: folder, folder: keptFolder, filesOf, revoked }) }
}
