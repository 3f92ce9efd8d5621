import type { TokenBalance } from '@latchkey/api-client'
import { atom } from 'jotai/vanilla'
import { pushAtom } from '../state/route.ts'

/** The token that the user wants to buy; null: the usual one. */
export const wantedTokenAtom = atom<TokenBalance | null>(null)

/** Opens the form, for a token where one is given. */
export const openBuyAtom = atom(null, (_get, set, token?: TokenBalance) => {
  set(wantedTokenAtom, token ?? null)
  set(pushAtom, { view: 'OnRampProviders' })
})
