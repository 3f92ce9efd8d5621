import type { Wallet } from '@latchkey/api-client'

/** A wallet of the directory. `certified`: more than one source lists it. */
export type DirectoryWallet = Wallet & { readonly certified: boolean }
