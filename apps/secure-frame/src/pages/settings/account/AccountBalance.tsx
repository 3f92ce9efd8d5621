import { formatQuantity, formatUsd } from '@latchkey/chains'
import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/settingsAccount'
import { Amount, Banner, Button, NetworkIcon, Row, Text } from '@latchkey/ui'
import { useEffect, useState } from 'react'
import type { HeldToken, Holdings, NetworkHoldings } from './Holdings.ts'

/** The number of tokens listed per network; the others are counted. */
const shownTokens = 3

export type AccountBalanceProps = { holdings: Holdings; onRetry: () => void }

/** Shows the wallet's total, and its largest tokens by network. */
export function AccountBalance({ holdings, onRetry }: AccountBalanceProps) {
  const { total, networks, isPartial, icon } = holdings
  return (
    <>
      {total === null ? (
        <div>
          <Text>{t('noPrices')}</Text>
          <Text size="small" tone="secondary">
            {t('noPricesHint')}
          </Text>
        </div>
      ) : (
        <div>
          <Text size="small" tone="secondary">
            {t('total')}
          </Text>
          <p className="settings-total">
            <bdi>{formatUsd(total)}</bdi>
          </p>
        </div>
      )}
      {isPartial && (
        <>
          <Banner variant="warning">{t('partial')}</Banner>
          <div className="settings-buttons">
            <Button variant="secondary" onClick={onRetry}>
              {commonT('tryAgain')}
            </Button>
          </div>
        </>
      )}
      {networks.length === 0 && !isPartial && (
        <div>
          <Text>{t('none')}</Text>
          <Text size="small" tone="secondary">
            {t('noneHint')}
          </Text>
        </div>
      )}
      {networks.map((network) => (
        <Network key={network.caipNetworkId} network={network} icon={icon} />
      ))}
    </>
  )
}

function Network({ network: { name, worth, tokens }, icon }: { network: NetworkHoldings; icon: Holdings['icon'] }) {
  const more = tokens.length - shownTokens
  return (
    <section className="settings-network" aria-label={name}>
      <h2 className="settings-network-name">
        <span>{name}</span>
        {worth !== null && <bdi>{formatUsd(worth)}</bdi>}
      </h2>
      <ul>
        {tokens.slice(0, shownTokens).map((token) => (
          <li key={token.id}>
            <Row
              icon={<TokenIcon token={token} icon={icon} />}
              title={<bdi>{token.name}</bdi>}
              trailing={
                <Amount
                  size="row"
                  value={formatQuantity(token.amount)}
                  symbol={token.symbol}
                  {...(token.worth === null ? {} : { fiat: <bdi>{formatUsd(token.worth)}</bdi> })}
                />
              }
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="small" tone="secondary">
          {t('more', { count: more })}
        </Text>
      )}
    </section>
  )
}

/** The icon of a token, as in the modal: the API's, else its initials. */
function TokenIcon({ token, icon }: { token: HeldToken; icon: Holdings['icon'] }) {
  const { symbol, iconUrl } = token
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    if (iconUrl !== '') void icon(iconUrl).then((read) => isShown && setSrc(read))
    return () => {
      isShown = false
    }
  }, [iconUrl, icon])
  return <NetworkIcon name={symbol} imageUrl={src ?? undefined} />
}
