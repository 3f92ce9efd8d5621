import { t } from '@latchkey/copy/account'
import { t as activityT } from '@latchkey/copy/activity'
import { Tabs } from '@latchkey/ui'
import { useAtom, useAtomValue } from 'jotai/react'
import { accountStyles } from '../../parts/accountStyles.ts'
import { Styled } from '../../parts/Styled.tsx'
import type { Account } from '../../state/accounts.ts'
import { accountTabAtom } from '../../state/accountTab.ts'
import { isActivityOnAtom } from '../../state/project.ts'
import { lazyView } from '../lazyView.tsx'
import { Actions } from './Actions.tsx'
import { Identity } from './Identity.tsx'
import { NetworkChoice } from './NetworkChoice.tsx'
import { OtherFunds } from './OtherFunds.tsx'
import { ThingSkeletons } from './ThingSkeletons.tsx'
import { Tokens } from './Tokens.tsx'
import { Worth } from './Worth.tsx'

const Activity = lazyView(
  async () => (await import('./Activity.tsx')).Activity,
  <ThingSkeletons words={activityT('loading')} />,
)

/** The account in use: who it is, what it holds and has done, and what can be done with it. */
export function Connected({ account }: { account: Account }) {
  return (
    <Styled styles={accountStyles}>
      <div part="account">
        <Identity account={account} />
        <div part="account-sum">
          <Worth />
          <NetworkChoice />
        </div>
        <OtherFunds />
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
