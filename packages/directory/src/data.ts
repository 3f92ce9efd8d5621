/** The build's output from the sources: for servers. A page uses `popular.ts`, or calls a server. */
import networkImagesJson from '../data/networkImages.json' with { type: 'json' }
import tokenImagesJson from '../data/tokenImages.json' with { type: 'json' }
import walletImagesJson from '../data/walletImages.json' with { type: 'json' }
import walletsJson from '../data/wallets.json' with { type: 'json' }
import type { DirectoryWallet } from './directoryWallet.ts'

/** `sources`: the origin of the facts, as `package@version/path`. */
export type SourcedWallet = DirectoryWallet & { readonly sources: readonly string[] }

/** Best known first. */
export const wallets: readonly SourcedWallet[] = walletsJson
/** SVG by `image_id`; wallets without one show their initials (`initialsImage`). */
export const walletImages: Readonly<Record<string, string>> = walletImagesJson
/** SVG by the `imageId` of the chain registry. */
export const networkImages: Readonly<Record<string, string>> = networkImagesJson
/** SVG by symbol, in upper case. */
export const tokenImages: Readonly<Record<string, string>> = tokenImagesJson
