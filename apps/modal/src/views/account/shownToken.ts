import type { TokenBalance } from '@latchkey/api-client'
import { atom } from 'jotai/vanilla'
import { holdingsAtom } from '../../state/portfolio.ts'
import { pushAtom } from '../../state/route.ts'

/** As it was when it was opened. */
const base = atom<TokenBalance | null>(null)
/** The token that the view Token is about, with its balance now; null before one was opened. */
export const shownTokenAtom = atom((get): TokenBalance | null => {
  const opened = get(base)
  if (opened === null) return null
  const { chainId, address, quantity, value } = opened
  const held = get(holdingsAtom).find((each) => each.chainId === chainId && each.address === address)
  return held ?? { ...opened, quantity: { ...quantity, numeric: '0' }, ...(value !== undefined && { value: 0 }) }
})

export const openTokenAtom = atom(null, (_get, set, token: TokenBalance) => {
  set(base, token)
  set(pushAtom, { view: 'Token' })
})
