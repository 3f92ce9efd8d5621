import { t } from '@latchkey/copy/swap'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useId } from 'react'
import type { NetworkId } from '../Modal.ts'
import { Styled } from '../parts/Styled.tsx'
import { TokenList } from '../parts/TokenList.tsx'
import { activeNetworkIdAtom, findNetworkAtom } from '../state/networks.ts'
import { backAtom } from '../state/route.ts'
import {
  chooseSwapTokenAtom,
  chooseThereAtom,
  choosingSideAtom,
  getAtom,
  gettableAtom,
  giveAtom,
  thereAtom,
} from './swapForm.ts'
import { swapStyles } from './swapStyles.ts'
import { destinationsAtom, swapTokensAtom } from './swapTokens.ts'

/** Selects the token to send or receive: of those that the exchange swaps, the account's own first. */
export function SwapToken() {
  const side = useAtomValue(choosingSideAtom)
  const { items } = useAtomValue(swapTokensAtom)
  const gettable = useAtomValue(gettableAtom).items
  const there = useAtomValue(thereAtom)
  const chosen = useAtomValue(side === 'give' ? giveAtom : getAtom)
  const choose = useSetAtom(chooseSwapTokenAtom)
  const back = useSetAtom(backAtom)
  return (
    <Styled styles={swapStyles}>
      {side === 'get' && <Destination />}
      <TokenList
        tokens={side === 'give' ? items : gettable}
        chosen={chosen}
        hasBalances={side === 'give' || there === null}
        onChoose={(token) => {
          choose(side, token)
          back()
        }}
      />
    </Styled>
  )
}

/** Selects the network that the tokens arrive on, where the operator's exchange supports others. */
function Destination() {
  const id = useId()
  const here = useAtomValue(activeNetworkIdAtom)
  const there = useAtomValue(thereAtom)
  const destinations = useAtomValue(destinationsAtom)
  const findNetwork = useAtomValue(findNetworkAtom)
  const choose = useSetAtom(chooseThereAtom)
  if (destinations.length === 0) return null
  const nameOf = (network: NetworkId): string => findNetwork(network)?.name ?? network
  return (
    <div part="swap-there">
      <label htmlFor={id}>{t('network')}</label>
      <select
        id={id}
        value={there ?? here}
        onChange={({ target: { value } }) => void choose(value === here ? null : (value as NetworkId))}
      >
        <option value={here}>{t('networkHere', { network: nameOf(here) })}</option>
        {destinations.map((network) => (
          <option key={network} value={network}>
            {nameOf(network)}
          </option>
        ))}
      </select>
    </div>
  )
}
