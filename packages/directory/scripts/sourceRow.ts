import type { ChainNamespace } from '@latchkey/chains'

/** What one source says about one wallet. Only what stands in the file; links as it writes them. */
export type SourceRow = {
  /** What the source calls it; `joins.ts` names it by this. */
  key: string
  /** The file inside the package. */
  path: string
  name: string
  homepage?: string | undefined
  /** Its reverse-domain name, as EIP-6963 announces it. */
  rdns?: string | undefined
  namespace: ChainNamespace
  mobileLink?: string | undefined
  desktopLink?: string | undefined
  webappLink?: string | undefined
  appStore?: string | undefined
  playStore?: string | undefined
  chromeStore?: string | undefined
  /** How a page that it is installed for knows it; what that is depends on the namespace (README). */
  injectedIds?: readonly string[]
}

export type Reader = (folder: string) => SourceRow[]
