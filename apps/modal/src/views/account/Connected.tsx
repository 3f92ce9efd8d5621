import { formatUsd } from '@latchkey/chains'
import { t } from '@latchkey/copy/account'
import { t as activityT } from '@latchkey/copy/activity'
import { Icon, NetworkIcon, Row, Tabs } from '@latchkey/ui'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { accountStyles } from '../../parts/accountStyles.ts'
import { Styled } from '../../parts/Styled.tsx'
import { servicesAtom } from '../../services.ts'
import type { Account } from '../../state/accounts.ts'
import { accountTabAtom } from '../../state/accountTab.ts'
import { activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'
import { otherFundsAtom } from '../../state/portfolio.ts'
import { isActivityOnAtom } from '../../state/project.ts'
import { pushAtom } from '../../state/route.ts'
import { readPurchases } from '../../storedPurchases.ts'
import { isKindOf } from '../../storePurchases.ts'
import { lazyView } from '../lazyView.tsx'
import { Actions } from './Actions.tsx'
import { Identity } from './Identity.tsx'
import { ThingSkeletons } from './ThingSkeletons.tsx'
import { Tokens } from './Tokens.tsx'
import { Worth } from './Worth.tsx'

const Crossings = lazyView(async () => (await import('../../swap/Crossings.tsx')).Crossings, <></>)

const Activity = lazyView(
  async () => (await import('./Activity.tsx')).Activity,
  <ThingSkeletons words={activityT('loading')} />,
)

/** The active account: its identity, balances, activity and actions. */
export function Connected({ account }: { account: Account }) {
  const { storage } = useAtomValue(servicesAtom)
  const hasCrossing = readPurchases(storage).some((one) => isKindOf(one, 'crossing', account.address))
  return (
    <Styled styles={accountStyles}>
      <div part="account">
        <Identity account={account} />
        <div part="account-sum">
          <Worth />
          <NetworkChoice />
        </div>
        <OtherFunds />
        {hasCrossing && <Crossings />}
        <Actions />
        <Sections />
      </div>
    </Styled>
  )
}

function Sections() {
  const isActivityOn = useAtomValue(isActivityOnAtom)
  const [section, setSection] = useAtom(accountTabAtom)
  if (!isActivityOn) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      <section part="account-list" aria-label={t('tokens')} tabIndex={0}>
        <Tokens />
      </section>
    )
  }
  return (
    <div part="account-sections">
      <Tabs
        label={t('sections')}
        tabs={[
          { id: 'tokens', label: t('tokens') },
          { id: 'activity', label: t('activity') },
        ]}
        selected={section}
        onSelect={setSection}
      >
        {section === 'tokens' ? <Tokens /> : <Activity />}
      </Tabs>
    </div>
  )
}

/** The network that all of the account's view is about, and the way to another one. */
function NetworkChoice() {
  const id = useAtomValue(activeNetworkIdAtom)
  const name = useAtomValue(activeNetworkAtom)?.name ?? id
  const push = useSetAtom(pushAtom)
  return (
    <button type="button" part="account-network" onClick={() => push({ view: 'Networks' })}>
      <NetworkIcon name={name} id={id} size={20} />
      {/* Truncated at its own end, in any writing direction. */}
      <span dir="auto">
        <span className="lk-hidden">{t('network')} </span>
        {name}
      </span>
      <Icon name="chevronDown" size={16} />
    </button>
  )
}

/** In US dollars: less isn't offered to be moved, as the network fee may be more. */
const leastMoved = 1

/** Shows the rest of the total: in the account type that the site doesn't use. Links to moving it, if it is worth that. */
function OtherFunds() {
  const funds = useAtomValue(otherFundsAtom)
  const push = useSetAtom(pushAtom)
  if (funds === null) return null
  const { type, worth } = funds
  return (
    <div part="account-other">
      <Row
        title={worth === null ? t(`elsewhere.${type}`) : t(`elsewhereWorth.${type}`, { worth: formatUsd(worth) })}
        icon="swap"
        {...((worth === null || worth >= leastMoved) && {
          description: t('elsewhereMove'),
          trailing: 'chevron',
          onClick: () => push({ view: 'MoveFunds' }),
        })}
      />
    </div>
  )
}
