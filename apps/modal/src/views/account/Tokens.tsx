import type { TokenBalance } from '@latchkey/api-client'
import { formatQuantity, formatUsd } from '@latchkey/chains'
import { EmptyState, ErrorState, Row } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { hasPrice, worthOf } from '../../account/tokenList.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'
import { refreshTokensAtom, tokensAtom } from '../../state/tokens.ts'
import { sayLater as say } from '../../words/sayLater.ts'
import { failureWords } from './failureWords.ts'
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
      <ul part="things" aria-label={say('tokens.title')}>
        {items.map((token) => (
          <li key={token.address ?? token.chainId}>
            <TokenRow token={token} />
          </li>
        ))}
      </ul>
    )
  }
  if (error?.name === 'CHAIN_NOT_SUPPORTED')
    return (
      <EmptyState
        icon="info"
        title={say('tokens.unavailable')}
        description={say('tokens.unavailableHint', { network })}
      />
    )
  if (status === 'error' && error !== null)
    return (
      <ErrorState
        title={say('tokens.failed')}
        description={failureWords(error, say('tokens.failedHint'))}
        action={{ label: say('tryAgain'), onClick: () => void refresh(true) }}
      />
    )
  if (status === 'loading') return <ThingSkeletons words={say('tokens.loading')} />
  return <EmptyState icon="wallet" title={say('tokens.none')} description={say('tokens.noneHint', { network })} />
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
