import { t as commonT } from '@latchkey/copy/common'
import { errorLine } from '@latchkey/copy/error'
import { t } from '@latchkey/copy/permissions'
import type { FramePermission } from '@latchkey/protocol'
import { Button, Card, EmptyState, ErrorState, Row, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { Waiting } from '../../parts/Waiting.tsx'
import { findNetworkAtom } from '../../state/networks.ts'
import { endPermissionAtom, nowSecondsAtom, permissionsAtom, readPermissionsAtom } from '../../state/permissions.ts'
import { holdingsAtom } from '../../state/portfolio.ts'
import { walletSettingsUrlAtom } from '../../state/project.ts'
import { permissionLimit } from './permissionLimit.ts'

const names: Readonly<Record<string, Parameters<typeof t>[0]>> = {
  'native-token-transfer': 'send',
  'native-token-periodic': 'sendRegularly',
  'erc20-token-transfer': 'sendTokens',
  'erc20-token-periodic': 'sendTokensRegularly',
  'contract-call': 'call',
}

/** Lists this site's permissions on the smart account, and revokes them. */
export function Permissions() {
  const found = useAtomValue(permissionsAtom)
  const read = useSetAtom(readPermissionsAtom)
  const settingsUrl = useAtomValue(walletSettingsUrlAtom)
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
  return (
    <Stack>
      {found.permissions.length === 0 ? (
        <EmptyState icon="shield" title={t('none')} description={t('noneHint')} />
      ) : (
        <Text tone="secondary">{t('about')}</Text>
      )}
      {found.permissions.map((permission) => (
        <PermissionCard key={permission.context} permission={permission} />
      ))}
      <Row
        title={t('allowances')}
        description={t('allowancesHint')}
        icon="shield"
        trailing="external"
        href={`${settingsUrl}#/permissions`}
      />
    </Stack>
  )
}

function PermissionCard({ permission }: { permission: FramePermission }) {
  const end = useSetAtom(endPermissionAtom)
  const now = useAtomValue(nowSecondsAtom)
  const { permissions, expiry, revokedAt, chainId } = permission
  const find = useAtomValue(findNetworkAtom)
  const held = useAtomValue(holdingsAtom)
  const limit = permissionLimit(permission, find(`eip155:${chainId}`), held)
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
        {limit !== null && <Text>{limit}</Text>}
        <Text size="small" tone="secondary">
          {detail}
        </Text>
        {!hasEnded && !hasExpired && (
          <Button variant="secondary" onClick={() => void end(permission)}>
            {t('end')}
            <span className="lk-hidden">
              : {name}, {limit ?? ''} {detail}
            </span>
          </Button>
        )}
      </Stack>
    </Card>
  )
}
