import type { TokenBalance } from '@latchkey/api-client'
import { formatQuantity, formatUsd } from '@latchkey/chains'
import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/send'
import { EmptyState, Row } from '@latchkey/ui'
import { SearchField } from '@latchkey/ui/list'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { balanceUnitsOf, worthOf } from '../../send/amountRules.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'
import { backAtom } from '../../state/route.ts'
import { chooseTokenAtom, sendableAtom, tokenAtom, tokenKey } from '../../state/send/form.ts'
import { TokenPicture } from '../account/TokenPicture.tsx'
import { hasKeyboard } from '../hasKeyboard.ts'
import { Styled } from '../Styled.tsx'
import { sendStyles } from './sendStyles.ts'

/** From so many tokens on they can be searched. */
const searchedFrom = 7

const isFound = ({ name, symbol, address }: TokenBalance, query: string): boolean =>
  [name, symbol, address ?? ''].some((text) => text.toLowerCase().includes(query.trim().toLowerCase()))

/** Which token to send, of those that the account holds. */
export function WalletSendToken() {
  const tokens = useAtomValue(sendableAtom)
  const chosen = useAtomValue(tokenAtom)
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  const choose = useSetAtom(chooseTokenAtom)
  const back = useSetAtom(backAtom)
  const [query, setQuery] = useState('')
  if (tokens.length === 0)
    return <EmptyState icon="wallet" title={t('nothing')} description={t('nothingHint', { network })} />
  const shown = tokens.filter((token) => isFound(token, query))
  return (
    <Styled styles={sendStyles}>
      <div part="send">
        {tokens.length >= searchedFrom && (
          <SearchField
            label={t('searchTokens')}
            value={query}
            onChange={setQuery}
            clearLabel={commonT('clearSearch')}
            autoFocus={hasKeyboard()}
          />
        )}
        {shown.length === 0 && <EmptyState icon="search" title={t('noToken')} />}
        <ul part="send-list" aria-label={t('token')}>
          {shown.map((token) => (
            <li key={tokenKey(token)}>
              <TokenRow
                token={token}
                isChosen={chosen !== null && tokenKey(token) === tokenKey(chosen)}
                onChoose={() => {
                  choose(token)
                  back()
                }}
              />
            </li>
          ))}
        </ul>
      </div>
    </Styled>
  )
}

function TokenRow({ token, isChosen, onChoose }: { token: TokenBalance; isChosen: boolean; onChoose: () => void }) {
  const { name, symbol, quantity, iconUrl } = token
  const worth = worthOf(balanceUnitsOf(token), token)
  return (
    <Row
      title={<bdi>{name}</bdi>}
      description={
        <>
          <bdi>{formatQuantity(quantity.numeric)}</bdi> <bdi>{symbol}</bdi>
        </>
      }
      icon={<TokenPicture symbol={symbol} iconUrl={iconUrl} />}
      trailing={worth === null ? undefined : <bdi>{formatUsd(worth)}</bdi>}
      selected={isChosen}
      onClick={onChoose}
    />
  )
}
