import walletFlagsJson from '../data/walletFlags.json' with { type: 'json' }

/** `flag`: a provider property that an EVM wallet sets to true in a page. `name`: the wallet's. */
export type WalletFlag = { readonly flag: string; readonly name: string }

/** The flags of directory wallets, best known first. A wallet may set several: many pose as a better known one. */
export const walletFlags: readonly WalletFlag[] = walletFlagsJson
