import { t as commonT } from '@latchkey/copy/common'
import { errorLine } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/permissions'
import type { FramePermission } from '@latchkey/protocol'
import { Button, Card, EmptyState, ErrorState, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { endPermissionAtom, nowSecondsAtom, permissionsAtom, readPermissionsAtom } from '../../state/permissions.ts'
import { Waiting } from '../Waiting.tsx'

const names: Readonly<Record<string, Parameters<typeof t>[0]>> = {
  'native-token-transfer': 'send',
  'native-token-periodic': 'sendRegularly',
  'erc20-token-transfer': 'sendTokens',
  'erc20-token-periodic': 'sendTokensRegularly',
  'contract-call': 'call',
}

/** What this site may do for the smart account without asking, and its end. */
export function Permissions() {
  const found = useAtomValue(permissionsAtom)
  const read = useSetAtom(readPermissionsAtom)
  useEffect(() => void read(), [read])
  if (found.status === 'loading') return <Waiting words={t('loading')} />
  if (found.status === 'failed') {
    return (
      <ErrorState
        title={t('lost')}
        description={errorLine(found.error)}
        action={{ label: commonT('tryAgain'), onClick: () => void read() }}
      />
    )
  }
  if (found.permissions.length === 0) {
    return <EmptyState icon="shield" title={t('none')} description={t('noneHint')} />
  }
  return (
    <Stack>
      <Text tone="secondary">{t('about')}</Text>
      {found.permissions.map((permission) => (
        <PermissionCard key={permission.context} permission={permission} />
      ))}
    </Stack>
  )
}

function PermissionCard({ permission }: { permission: FramePermission }) {
  const end = useSetAtom(endPermissionAtom)
  const now = useAtomValue(nowSecondsAtom)
  const { permissions, expiry, revokedAt } = permission
  const type = permissions[0]?.type ?? ''
  const name = t((Object.hasOwn(names, type) ? names[type] : undefined) ?? 'other')
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(expiry * 1000)
  const hasEnded = revokedAt !== undefined
  const hasExpired = expiry <= now
  const detail = hasEnded ? t('ended') : t(hasExpired ? 'expired' : 'until', { date })
  return (
    <Card>
      <Stack gap={2}>
        <Text as="h2">{name}</Text>
        <Text size="small" tone="secondary">
          {detail}
        </Text>
        {!hasEnded && !hasExpired && (
          <Button variant="secondary" onClick={() => void end(permission)}>
            {t('end')}
            <span className="lk-hidden">
              : {name}, {detail}
            </span>
          </Button>
        )}
      </Stack>
    </Card>
  )
}
