import { type EvmAddress, isUnlimited } from '@latchkey/chains'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/settingsAllowances'
import { Address, Button, EmptyState, Icon, Notice, Text } from '@latchkey/ui'
import { useState } from 'react'
import { shownAmount } from '../../../approvals/screen/exactAmount.ts'
import { Failure } from '../Failure.tsx'
import { day } from '../timeWords.ts'
import { useAction } from '../useAction.ts'
import type { AllowanceList as List, ShownAllowance } from './openAllowances.ts'

/** The address of Uniswap's Permit2 on every network: it lets other spenders use its allowance, by its own list. */
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3' as EvmAddress

export type AllowanceListProps = {
  list: List
  end: (allowance: ShownAllowance) => Promise<'ended' | 'sent'>
  onEnded: (outcome: 'ended' | 'sent') => void
}

/** Lists token allowances and unknown ones, with buttons to revoke them. */
export function AllowanceList({ list, end, onEnded }: AllowanceListProps) {
  const [pages, setPages] = useState<readonly List[]>([list])
  const { isBusy, error, run } = useAction()
  const shown = pages.flatMap((page) => page.shown)
  const more = pages.at(-1)?.more ?? null
  const networks = (names: readonly string[]): string =>
    new Intl.ListFormat(document.documentElement.lang || 'en').format(names)
  return (
    <>
      <Text tone="secondary">{t('lead')}</Text>
      {list.notIndexed.length > 0 && (
        <Notice variant="info" title={t('notIndexed.title')}>
          {t('notIndexed.body', { networks: networks(list.notIndexed) })}
        </Notice>
      )}
      {list.incomplete.length > 0 && (
        <Notice variant="warning" title={t('incomplete.title')}>
          {t('incomplete.body', { networks: networks(list.incomplete) })}
        </Notice>
      )}
      {shown.length === 0 && more === null && (
        <EmptyState icon="shield" title={t('empty.title')} description={t('empty.body')} />
      )}
      {shown.map((allowance) => (
        <AllowanceCard
          key={[
            allowance.network.caipNetworkId,
            allowance.account,
            allowance.token,
            allowance.spender,
            allowance.amount === 'collection',
          ].join(' ')}
          allowance={allowance}
          end={() => end(allowance)}
          onEnded={onEnded}
        />
      ))}
      <Failure title={t('notLoaded')} error={error} />
      {more !== null && (
        <div className="settings-buttons">
          <Button
            variant="secondary"
            busy={isBusy ? t('moreBusy') : undefined}
            onClick={() =>
              run(async () => {
                const next = await more()
                setPages((former) => [...former, next])
              })
            }
          >
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The spender's limit, in the token's own unit where its contract reports one. */
const limitOf = ({ amount, facts }: ShownAllowance): string => {
  const symbol = facts?.symbol ?? t('unnamed')
  if (amount === 'collection') {
    return facts === null ? t('limit.unnamedCollection') : t('limit.collection', { collection: facts.symbol })
  }
  if (amount === null) return t('limit.unknown', { token: symbol })
  if (isUnlimited(amount)) return t('limit.unlimited', { token: symbol })
  return facts?.kind === 'token'
    ? t('limit.upTo', { amount: shownAmount(amount, facts.decimals), token: symbol })
    : t('limit.units', { amount: String(amount) })
}

type CardProps = {
  allowance: ShownAllowance
  end: () => Promise<'ended' | 'sent'>
  onEnded: AllowanceListProps['onEnded']
}

function AllowanceCard({ allowance, end, onEnded }: CardProps) {
  const { network, token, spender, amount, setAt, isSmartAccount } = allowance
  const { isBusy, error, run } = useAction()
  const limit = limitOf(allowance)
  return (
    <article className="settings-panel" aria-label={limit}>
      <span className="settings-panel-icon">
        <Icon name="shield" />
      </span>
      <div className="settings-panel-text">
        <Text>
          <bdi>{limit}</bdi>
        </Text>
        <Text size="small" tone="secondary">
          {amount === 'collection' ? t('operator') : spender === permit2 ? t('permit2') : t('spender')}
        </Text>
        <Address address={spender} form="full" />
        <Text size="small" tone="secondary">
          {rich((names) => t(isSmartAccount ? 'termsSmart' : 'terms', names), {
            date: day(setAt, document.documentElement.lang || 'en'),
            network: <bdi>{network.name}</bdi>,
            contract: <Address address={token} />,
          })}
        </Text>
        {amount === null && (
          <Notice variant="warning" title={t('unread.title')}>
            {t('unread.body')}
          </Notice>
        )}
        <Failure title={t('end.failed')} error={error} />
      </div>
      <Button
        variant="secondary"
        busy={isBusy ? t('end.busy') : undefined}
        onClick={() =>
          run(async () => {
            onEnded(await end())
          })
        }
      >
        {t('end.action')}
        <span className="lk-hidden">: {limit}</span>
      </Button>
    </article>
  )
}
