import { t } from '@latchkey/copy/upgrade'
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

type FactName = 'steps' | 'fees' | 'permissions' | 'apart' | 'same'
type Fact = { icon: IconName; title: FactName; text: `${FactName}Text` }

const facts: readonly Fact[] = [
  { icon: 'grid', title: 'steps', text: 'stepsText' },
  { icon: 'card', title: 'fees', text: 'feesText' },
  { icon: 'shield', title: 'permissions', text: 'permissionsText' },
]
const apart: Fact = { icon: 'wallet', title: 'apart', text: 'apartText' }
const same: Fact = { icon: 'wallet', title: 'same', text: 'sameText' }

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
  if (kinds === null) return <EmptyState icon="network" title={t('none')} />
  const money = kinds.addresses.eoa === kinds.addresses.smartAccount ? same : apart
  return (
    <Stack gap={5}>
      {[...facts, money].map(({ icon, title, text }) => (
        <div part="help-fact" key={title}>
          <span part="help-icon">
            <Icon name={icon} size={22} />
          </span>
          <div>
            <Text as="h2">{t(title)}</Text>
            <Text tone="secondary">{t(text)}</Text>
            {title === apart.title && moveTo !== null && <Link onClick={moveFunds}>{t('move')}</Link>}
          </div>
        </div>
      ))}
      {kinds.type === 'smartAccount' && (
        <Row
          title={t('openPermissions')}
          icon="shield"
          trailing="chevron"
          onClick={() => push({ view: 'Permissions' })}
        />
      )}
      {canUpgrade && (
        <Stack gap={3}>
          <Button onClick={() => void upgrade()} busy={isBusy ? t('changing') : undefined}>
            {t('use')}
          </Button>
          {isOffered && (
            <Button variant="secondary" onClick={decline}>
              {t('decline')}
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  )
}
