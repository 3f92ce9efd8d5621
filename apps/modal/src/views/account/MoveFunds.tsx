import { formatUsd } from '@latchkey/chains'
import { errorCopy } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/moveFunds'
import { Button, EmptyState, NetworkIcon, Notice, Row, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import type { NetworkId } from '../../Modal.ts'
import { accountStyles } from '../../parts/accountStyles.ts'
import { Styled } from '../../parts/Styled.tsx'
import { forgetMoveAtom, moveFundsAtom, movingAtom } from '../../state/moveFunds.ts'
import { activeNetworkAtom, networkNameAtom } from '../../state/networks.ts'
import { otherFundsAtom, otherNetworksAtom, otherTokensAtom } from '../../state/portfolio.ts'
import { backAtom, viewAtom } from '../../state/route.ts'
import { chooseNetworkAtom } from '../../state/switching.ts'
import { TokenRow } from './Tokens.tsx'

/** Shows the balances of the other account type, and moves them to the account that the site uses. */
export function MoveFunds() {
  const funds = useAtomValue(otherFundsAtom)
  const tokens = useAtomValue(otherTokensAtom)
  const elsewhere = useAtomValue(otherNetworksAtom)
  const network = useAtomValue(activeNetworkAtom)
  const nameOf = useAtomValue(networkNameAtom)
  const moving = useAtomValue(movingAtom)
  const view = useAtomValue(viewAtom)
  const move = useSetAtom(moveFundsAtom)
  const forget = useSetAtom(forgetMoveAtom)
  const choose = useSetAtom(chooseNetworkAtom)
  const back = useSetAtom(backAtom)
  useEffect(() => () => forget(), [forget])
  if (funds === null)
    return <EmptyState icon="success" title={t('nothing')} action={{ label: t('leave'), onClick: back }} />
  const { type, worth } = funds
  const isMoving = moving.kind === 'moving'
  const start = async () => {
    if ((await move()) && view === 'MoveFunds') back()
  }
  return (
    <Styled styles={accountStyles}>
      <Stack gap={4}>
        <Stack gap={1}>
          <Text as="h2">{worth === null ? t(`funds.${type}`) : t(`worth.${type}`, { worth: formatUsd(worth) })}</Text>
          <Text tone="secondary">{t(`why.${type}`)}</Text>
        </Stack>
        {tokens.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
          <ul part="things move-list" aria-label={t('list')} tabIndex={0}>
            {tokens.map((token) => (
              <li key={token.address ?? token.chainId}>
                <TokenRow token={token} />
              </li>
            ))}
          </ul>
        )}
        {moving.kind === 'failed' && (
          <Notice variant="warning" title={errorCopy(moving.error).title}>
            {moving.done > 0 && <p>{t('partly', { done: moving.done, count: moving.count })}</p>}
            <p>
              {moving.error.name === 'INSUFFICIENT_FUNDS'
                ? t('short', { symbol: network?.nativeCurrency.symbol ?? '' })
                : errorCopy(moving.error).body}
            </p>
          </Notice>
        )}
        {tokens.length > 0 && (
          <Stack gap={3}>
            <Text size="small" tone="secondary">
              {type === 'eoa' && tokens.length > 1 && `${t('oneByOne')} `}
              {t('fee', { symbol: network?.nativeCurrency.symbol ?? '' })}
            </Text>
            <Button
              onClick={() => void start()}
              busy={isMoving ? t('moving', { number: moving.number, count: moving.count }) : undefined}
            >
              {t('move')}
            </Button>
          </Stack>
        )}
        {elsewhere.length > 0 && (
          <Stack gap={2}>
            <Text as="h2" size="small" tone="secondary">
              {t('otherNetworks')}
            </Text>
            {elsewhere.map(({ chainId, worth: there }) => (
              <Row
                key={chainId}
                title={nameOf(chainId)}
                description={t('otherNetworksHint')}
                icon={<NetworkIcon name={nameOf(chainId)} id={chainId} />}
                trailing={there === null ? 'chevron' : <bdi>{formatUsd(there)}</bdi>}
                onClick={() => choose(chainId as NetworkId)}
              />
            ))}
          </Stack>
        )}
        {!isMoving && (
          <Button variant="secondary" onClick={back}>
            {t('leave')}
          </Button>
        )}
      </Stack>
    </Styled>
  )
}
