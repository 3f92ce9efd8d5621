import type { TokenBalance } from '@latchkey/api-client'
import { formatQuantity, formatUsd } from '@latchkey/chains'
import { t as accountT } from '@latchkey/copy/account'
import { t as commonT } from '@latchkey/copy/common'
import { errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/tokens'
import { EmptyState, ErrorState, Row } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { hasPrice, worthOf } from '../../account/tokenList.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'
import { refreshTokensAtom, tokensAtom } from '../../state/tokens.ts'
import { ThingSkeletons } from './ThingSkeletons.tsx'
import { TokenPicture } from './TokenPicture.tsx'

/** What the account holds on the network in front. Whether it is of now is said with its worth. */
export function Tokens() {
  const { status, items, error } = useAtomValue(tokensAtom)
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  const refresh = useSetAtom(refreshTokensAtom)
  if (items.length > 0) {
    return (
      <ul part="things" aria-label={accountT('tokens')}>
        {items.map((token) => (
          <li key={token.address ?? token.chainId}>
            <TokenRow token={token} />
          </li>
        ))}
      </ul>
    )
  }
  if (error?.name === 'CHAIN_NOT_SUPPORTED')
    return <EmptyState icon="info" title={t('unavailable')} description={t('unavailableHint', { network })} />
  if (status === 'error' && error !== null)
    return (
      <ErrorState
        title={t('failed')}
        description={t('failedText', { reason: errorCopy(error).title })}
        action={{ label: commonT('tryAgain'), onClick: () => void refresh(true) }}
      />
    )
  if (status === 'loading') return <ThingSkeletons words={t('loading')} />
  return <EmptyState icon="wallet" title={t('none')} description={t('noneHint', { network })} />
}

function TokenRow({ token }: { token: TokenBalance }) {
  const { name, symbol, quantity, iconUrl } = token
  return (
    <Row
      title={<bdi>{name}</bdi>}
      description={
        <>
          <bdi>{formatQuantity(quantity.numeric)}</bdi> <bdi>{symbol}</bdi>
        </>
      }
      icon={<TokenPicture symbol={symbol} iconUrl={iconUrl} />}
      {...(hasPrice(token) && {
        trailing: (
          <span part="moved">
            <bdi>{formatUsd(worthOf(token))}</bdi>
          </span>
        ),
      })}
    />
  )
}
