import { useAtomValue, useSetAtom } from 'jotai/react'
import { TokenList } from '../parts/TokenList.tsx'
import { backAtom } from '../state/route.ts'
import { chooseSwapTokenAtom, choosingSideAtom, getAtom, giveAtom } from './swapForm.ts'
import { swapTokensAtom } from './swapTokens.ts'

/** Which token leaves, or comes back: of those that the exchange swaps, what the account holds first. */
export function SwapToken() {
  const side = useAtomValue(choosingSideAtom)
  const { items } = useAtomValue(swapTokensAtom)
  const chosen = useAtomValue(side === 'give' ? giveAtom : getAtom)
  const choose = useSetAtom(chooseSwapTokenAtom)
  const back = useSetAtom(backAtom)
  return (
    <TokenList
      tokens={items}
      chosen={chosen}
      onChoose={(token) => {
        choose(side, token)
        back()
      }}
    />
  )
}
