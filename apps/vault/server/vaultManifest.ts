import * as z from 'zod'
import type { VaultManifest } from '../scripts/buildVault.ts'

const builtFile = z.object({
  file: z.string().regex(/^[\w.-]+\.js$/),
  sha256: z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/),
})

/** The manifest that the vault's build writes. */
export const vaultManifest = z.object({
  document: builtFile,
  worker: builtFile,
  screens: builtFile,
  kdf: builtFile,
}) satisfies z.ZodType<VaultManifest>

/** Every file of the vault, as `readFiles` takes them: URL path to integrity. */
export const vaultFilesOf = ({ document, worker, screens, kdf }: VaultManifest): Record<string, string> =>
  Object.fromEntries([document, worker, screens, kdf].map(({ file, sha256 }) => [`/${file}`, sha256]))
