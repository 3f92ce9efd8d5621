import * as z from 'zod'

const path = z.string().regex(/^\/assets\/[\w.-]+$/)
const integrity = z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/)

/** The manifest that the build writes beside the files of the wallet document, and from which the server sends headers. */
export const walletManifest = z.object({
  entry: path,
  /** The entry's own imports: loaded beside it rather than after it. */
  imports: z.array(path),
  styles: z.array(path),
  /** Classic script of the worker that solves challenges. Earlier builds had none. */
  worker: z.optional(path),
  /** Every file of the document and its integrity (`sha256-…`). */
  files: z.record(path, integrity),
  /** Copied into the document unchanged: its hash is in the policy, its `integrity` guards every chunk. */
  importMap: z.object({ integrity: z.record(path, integrity) }),
})
export type WalletManifest = z.infer<typeof walletManifest>
