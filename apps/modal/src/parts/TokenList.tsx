import type { TokenBalance } from '@latchkey/api-client'
import { formatQuantity, formatUsd } from '@latchkey/chains'
import { t } from '@latchkey/copy/send'
import { balanceUnitsOf, worthOf } from '../send/amountRules.ts'
import { tokenKey } from '../state/send/form.ts'
import { type Choice, ChoiceList } from './ChoiceList.tsx'
import { TokenPicture } from './TokenPicture.tsx'

export type TokenListProps = {
  tokens: readonly TokenBalance[]
  chosen: TokenBalance | null
  /** False where the account's balances aren't known. Default: true. */
  hasBalances?: boolean
  onChoose: (token: TokenBalance) => void
}

/** A list of tokens to choose from, with the account's balances. */
export function TokenList({ tokens, chosen, hasBalances = true, onChoose }: TokenListProps) {
  const toChoice = (token: TokenBalance): Choice => {
    const { name, symbol, quantity, iconUrl, address = '' } = token
    const worth = hasBalances ? worthOf(balanceUnitsOf(token), token) : null
    return {
      id: tokenKey(token),
      texts: [name, symbol, address],
      title: <bdi>{name}</bdi>,
      description: (
        <>
          {hasBalances && <bdi>{formatQuantity(quantity.numeric)}</bdi>} <bdi>{symbol}</bdi>
        </>
      ),
      icon: <TokenPicture symbol={symbol} iconUrl={iconUrl} />,
      trailing: worth === null ? undefined : <bdi>{formatUsd(worth)}</bdi>,
      selected: chosen !== null && tokenKey(token) === tokenKey(chosen),
      onClick: () => onChoose(token),
    }
  }
  return <ChoiceList label={t('token')} choices={tokens.map(toChoice)} />
}
