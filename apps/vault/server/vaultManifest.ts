import * as z from 'zod'
import type { VaultManifest } from '../scripts/buildVault.ts'

const hexOf = (sha256: string): string => Buffer.from(sha256.slice('sha256-'.length), 'base64').toString('hex')

/** A worker is loaded by its name only, so that a name must be of no other file. */
const builtFile = z
  .object({
    file: z.string().regex(/^[\w-]+-[0-9a-f]{16}\.js$/),
    sha256: z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/),
  })
  .refine(({ file, sha256 }) => file.endsWith(`-${hexOf(sha256).slice(0, 16)}.js`), { error: 'UNEXPECTED_NAME' })

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
