import type { TokenBalance } from '@latchkey/api-client'
import { formatQuantity, formatUsd } from '@latchkey/chains'
import { t as accountT } from '@latchkey/copy/account'
import { t as commonT } from '@latchkey/copy/common'
import { errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/tokens'
import { EmptyState, ErrorState, Link, NetworkIcon, Notice, Row } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { hasPrice, worthOf } from '../../account/tokenList.ts'
import { TokenPicture } from '../../parts/TokenPicture.tsx'
import { activeNetworkAtom, activeNetworkIdAtom, networkNameAtom } from '../../state/networks.ts'
import { holdingsAtom } from '../../state/portfolio.ts'
import { refreshTokensAtom, tokensAtom } from '../../state/tokens.ts'
import { openTokenAtom } from './shownToken.ts'
import { ThingSkeletons } from './ThingSkeletons.tsx'

/** The account's balances, on all networks. The total shows whether the active network's are current. */
export function Tokens() {
  const { status, items, error } = useAtomValue(tokensAtom)
  const holdings = useAtomValue(holdingsAtom)
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  const refresh = useSetAtom(refreshTokensAtom)
  const open = useSetAtom(openTokenAtom)
  const retry = () => void refresh(true)
  const unavailable = error?.name === 'CHAIN_NOT_SUPPORTED' && (
    <Notice variant="danger" title={t('unavailable')}>
      {t('unavailableHint', { network })}
    </Notice>
  )
  if (holdings.length > 0) {
    return (
      <>
        {items.length === 0 &&
          status === 'error' &&
          (unavailable || (
            <p part="stale">
              {t('networkFailed', { network })} <Link onClick={retry}>{commonT('tryAgain')}</Link>
            </p>
          ))}
        <ul part="things" aria-label={accountT('tokens')}>
          {holdings.map((token) => (
            <li key={token.address ?? token.chainId}>
              <TokenRow token={token} onClick={() => open(token)} />
            </li>
          ))}
        </ul>
      </>
    )
  }
  if (unavailable) return unavailable
  if (status === 'error' && error !== null)
    return (
      <ErrorState
        title={t('failed')}
        description={t('failedText', { reason: errorCopy(error).title })}
        action={{ label: commonT('tryAgain'), onClick: retry }}
      />
    )
  if (status === 'loading') return <ThingSkeletons words={t('loading')} />
  return <EmptyState icon="wallet" title={t('none')} description={t('noneHint', { network })} />
}

/** One token of one network: its balance, network, and value. */
export function TokenRow({ token, onClick }: { token: TokenBalance; onClick?: () => void }) {
  const { name, symbol, quantity, iconUrl, chainId } = token
  const network = useAtomValue(networkNameAtom)(chainId)
  return (
    <Row
      title={<bdi>{name}</bdi>}
      description={
        <>
          <bdi>{formatQuantity(quantity.numeric)}</bdi> <bdi>{symbol}</bdi> · <bdi>{network}</bdi>
        </>
      }
      icon={
        <span part="thing-picture">
          <TokenPicture symbol={symbol} iconUrl={iconUrl} />
          <span part="thing-badge">
            <NetworkIcon name={network} id={chainId} size={14} />
          </span>
        </span>
      }
      {...(onClick !== undefined && { onClick })}
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
