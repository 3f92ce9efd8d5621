import * as z from 'zod'

const path = z.string().regex(/^\/assets\/[\w.-]+$/)
const integrity = z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/)

/** What the build writes beside the files of the wallet document, and the server sends headers from. */
export const walletManifest = z.object({
  entry: path,
  /** What the entry itself imports: fetched beside it rather than after it. */
  imports: z.array(path),
  styles: z.array(path),
  /** Classic script of the worker that solves challenges. Builds before had none. */
  worker: z.optional(path),
  /** Every file of the document and its integrity (`sha256-…`). */
  files: z.record(path, integrity),
  /** Goes into the document as it is: its hash is in the policy, its `integrity` guards every chunk. */
  importMap: z.object({ integrity: z.record(path, integrity) }),
})
export type WalletManifest = z.infer<typeof walletManifest>
