import { t } from '@latchkey/copy/upgrade'
import { Button, EmptyState, Icon, type IconName, Row, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { accountKindsAtom, choosingAccountTypeAtom } from '../../state/accountType.ts'
import { pushAtom } from '../../state/route.ts'
import { canUpgradeAtom, changeAccountTypeAtom } from '../../state/upgrade.ts'

type FactName = 'steps' | 'fees' | 'permissions' | 'apart' | 'same'
type Fact = { icon: IconName; title: FactName; text: `${FactName}Text` }

const facts: readonly Fact[] = [
  { icon: 'grid', title: 'steps', text: 'stepsText' },
  { icon: 'card', title: 'fees', text: 'feesText' },
  { icon: 'shield', title: 'permissions', text: 'permissionsText' },
]
const apart: Fact = { icon: 'wallet', title: 'apart', text: 'apartText' }
const same: Fact = { icon: 'wallet', title: 'same', text: 'sameText' }

/** Explains a smart account, what happens to the funds, and starts the upgrade. */
export function UpgradeToSmartAccount() {
  const kinds = useAtomValue(accountKindsAtom)
  const canUpgrade = useAtomValue(canUpgradeAtom)
  const isBusy = useAtomValue(choosingAccountTypeAtom) !== null
  const change = useSetAtom(changeAccountTypeAtom)
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
        <Button onClick={() => void change('smartAccount')} busy={isBusy ? t('changing') : undefined}>
          {t('use')}
        </Button>
      )}
    </Stack>
  )
}
