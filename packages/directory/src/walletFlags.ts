import walletFlagsJson from '../data/walletFlags.json' with { type: 'json' }

/** `flag`: a property of the provider that an EVM wallet leaves in a page, which is true. `name`: the wallet's. */
export type WalletFlag = { readonly flag: string; readonly name: string }

/** Of the wallets of the directory, the best known first. A wallet may show several: many pose as a better known one. */
export const walletFlags: readonly WalletFlag[] = walletFlagsJson
