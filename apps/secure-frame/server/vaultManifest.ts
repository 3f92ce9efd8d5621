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
}) satisfies z.ZodType<VaultManifest>
