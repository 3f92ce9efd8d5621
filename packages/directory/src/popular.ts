import type { Wallet } from '@latchkey/api-client'
import popularJson from '../data/popular.json' with { type: 'json' }

/** The best known wallets, some of every namespace: the list of a page when no server responds. */
export const popularWallets: readonly Wallet[] = popularJson
