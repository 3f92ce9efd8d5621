import type { FramePermission } from '@latchkey/protocol'
import { Button, Card, EmptyState, ErrorState, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { endPermissionAtom, nowSecondsAtom, permissionsAtom, readPermissionsAtom } from '../../state/permissions.ts'
import type { LaterWordKey } from '../../words/enLater.ts'
import { sayLater as say } from '../../words/sayLater.ts'
import { Waiting } from '../Waiting.tsx'

const names: Readonly<Record<string, LaterWordKey>> = {
  'native-token-transfer': 'permissions.send',
  'native-token-periodic': 'permissions.sendRegularly',
  'erc20-token-transfer': 'permissions.sendTokens',
  'erc20-token-periodic': 'permissions.sendTokensRegularly',
  'contract-call': 'permissions.call',
}

/** What this site may do for the smart account without asking, and its end. */
export function Permissions() {
  const found = useAtomValue(permissionsAtom)
  const read = useSetAtom(readPermissionsAtom)
  useEffect(() => void read(), [read])
  if (found.status === 'loading') return <Waiting words={say('permissions.loading')} />
  if (found.status === 'failed') {
    return (
      <ErrorState
        title={say('permissions.lost')}
        description={found.error.message}
        action={{ label: say('tryAgain'), onClick: () => void read() }}
      />
    )
  }
  if (found.permissions.length === 0) {
    return <EmptyState icon="shield" title={say('permissions.none')} description={say('permissions.noneHint')} />
  }
  return (
    <Stack>
      <Text tone="secondary">{say('permissions.about')}</Text>
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
  const name = say(Object.hasOwn(names, type) ? (names[type] as LaterWordKey) : 'permissions.other')
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(expiry * 1000)
  const hasEnded = revokedAt !== undefined
  const hasExpired = expiry <= now
  const detail = hasEnded
    ? say('permissions.ended')
    : say(hasExpired ? 'permissions.expired' : 'permissions.until', { date })
  return (
    <Card>
      <Stack gap={2}>
        <Text as="h2">{name}</Text>
        <Text size="small" tone="secondary">
          {detail}
        </Text>
        {!hasEnded && !hasExpired && (
          <Button variant="secondary" onClick={() => void end(permission)}>
            {say('permissions.end')}
            <span className="lk-hidden">
              : {name}, {detail}
            </span>
          </Button>
        )}
      </Stack>
    </Card>
  )
}
