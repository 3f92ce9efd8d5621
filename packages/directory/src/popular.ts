import type { Wallet } from '@latchkey/api-client'
import popularJson from '../data/popular.json' with { type: 'json' }

/** The best known wallets, some of every namespace: what a page lists when no server answers. */
export const popularWallets: readonly Wallet[] = popularJson
