import { fileURLToPath } from 'node:url'
import { readFiles, readManifest, type ServedFile } from '@latchkey/document-server'
import type { VaultManifest } from '../scripts/buildVault.ts'
import { vaultFilesOf, vaultManifest } from './vaultManifest.ts'

const ownFolder = fileURLToPath(new URL('../dist/vault', import.meta.url))

/** What the build made, in memory, as `createVaultApp` takes it. */
export type BuiltVault = { manifest: VaultManifest; files: ReadonlyMap<string, ServedFile> }

/**
 * Reads the built vault from a folder; from this package's own `dist` when there is none. Throws when files are missing or
 * not those of their manifest.
 */
export const readVault = async (folder: string = ownFolder): Promise<BuiltVault> => {
  const manifest = vaultManifest.parse(await readManifest(folder, 'vault'))
  return { manifest, files: await readFiles(folder, vaultFilesOf(manifest)) }
}
