import type { ChainNamespace } from '@latchkey/chains'

/** One source's data on one wallet. Only what is in the file, with links unchanged. */
export type SourceRow = {
  /** Its key in the source; `joins.ts` refers to it by this. */
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
  /** How a page detects the installed wallet; the form depends on the namespace (README). */
  injectedIds?: readonly string[]
}

export type Reader = (folder: string) => SourceRow[]
