import type { TokenBalance } from '@latchkey/api-client'
import { atom } from 'jotai/vanilla'
import { pushAtom } from '../state/route.ts'

/** The token that the user came to sell; null: the first that can be. */
export const wantedSaleTokenAtom = atom<TokenBalance | null>(null)

/** Opens the form, for a token where one is given. */
export const openSellAtom = atom(null, (_get, set, token?: TokenBalance) => {
  set(wantedSaleTokenAtom, token ?? null)
  set(pushAtom, { view: 'Sell' })
})
