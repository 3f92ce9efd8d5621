import { formatUsd } from '@latchkey/chains'
import { t } from '@latchkey/copy/account'
import { Row } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { otherFundsAtom } from '../../state/portfolio.ts'
import { pushAtom } from '../../state/route.ts'

/** In US dollars: less isn't offered to be moved, as the network fee may be more. */
const leastMoved = 1

/** Where the rest of the total is: in the account type that the site doesn't use. Leads to moving it, if it's worth that. */
export function OtherFunds() {
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
