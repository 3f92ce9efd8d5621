import { Button, EmptyState, Icon, type IconName, Link, Row, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { accountKindsAtom, choosingAccountTypeAtom } from '../../state/accountType.ts'
import { pushAtom } from '../../state/route.ts'
import {
  canUpgradeAtom,
  declineUpgradeAtom,
  isUpgradeOfferedAtom,
  moveFundsAtom,
  moveFundsToAtom,
  upgradeAtom,
} from '../../state/upgrade.ts'
import type { LaterWordKey } from '../../words/enLater.ts'
import { sayLater as say } from '../../words/sayLater.ts'

type Fact = { icon: IconName; title: LaterWordKey; text: LaterWordKey }

const facts: readonly Fact[] = [
  { icon: 'grid', title: 'upgrade.steps', text: 'upgrade.stepsText' },
  { icon: 'card', title: 'upgrade.fees', text: 'upgrade.feesText' },
  { icon: 'shield', title: 'upgrade.permissions', text: 'upgrade.permissionsText' },
]
const apart: Fact = { icon: 'wallet', title: 'upgrade.apart', text: 'upgrade.apartText' }
const same: Fact = { icon: 'wallet', title: 'upgrade.same', text: 'upgrade.sameText' }

/** What a smart account is for, what becomes of the money, and the way to it. */
export function UpgradeToSmartAccount() {
  const kinds = useAtomValue(accountKindsAtom)
  const canUpgrade = useAtomValue(canUpgradeAtom)
  const isOffered = useAtomValue(isUpgradeOfferedAtom)
  const moveTo = useAtomValue(moveFundsToAtom)
  const isBusy = useAtomValue(choosingAccountTypeAtom) !== null
  const upgrade = useSetAtom(upgradeAtom)
  const decline = useSetAtom(declineUpgradeAtom)
  const moveFunds = useSetAtom(moveFundsAtom)
  const push = useSetAtom(pushAtom)
  if (kinds === null) return <EmptyState icon="network" title={say('upgrade.none')} />
  const money = kinds.addresses.eoa === kinds.addresses.smartAccount ? same : apart
  return (
    <Stack gap={5}>
      {[...facts, money].map(({ icon, title, text }) => (
        <div part="help-fact" key={title}>
          <span part="help-icon">
            <Icon name={icon} size={22} />
          </span>
          <div>
            <Text as="h2">{say(title)}</Text>
            <Text tone="secondary">{say(text)}</Text>
            {title === apart.title && moveTo !== null && <Link onClick={moveFunds}>{say('upgrade.move')}</Link>}
          </div>
        </div>
      ))}
      {kinds.type === 'smartAccount' && (
        <Row
          title={say('permissions.open')}
          icon="shield"
          trailing="chevron"
          onClick={() => push({ view: 'Permissions' })}
        />
      )}
      {canUpgrade && (
        <Stack gap={3}>
          <Button
            onClick={() => void upgrade()}
            busy={isBusy ? say('kind.changing', { kind: say('kind.smartAccount') }) : undefined}
          >
            {say('upgrade.use')}
          </Button>
          {isOffered && (
            <Button variant="secondary" onClick={decline}>
              {say('upgrade.decline')}
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  )
}
