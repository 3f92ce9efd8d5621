import { shortAddress } from '@latchkey/chains'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/settingsPermissions'
import { Button, EmptyState, Icon, Notice, Tag, Text } from '@latchkey/ui'
import { untilWords } from '../../../approvals/typedData/untilWords.ts'
import { Failure } from '../Failure.tsx'
import { siteName } from '../siteName.ts'
import { useAction } from '../useAction.ts'
import type { ShownPermission } from './openPermissions.ts'

export type PermissionListProps = {
  permissions: readonly ShownPermission[]
  revoke: (permission: ShownPermission) => Promise<void>
  onRevoked: () => void
}

/** Lists permissions by site, or states that there are none. */
export function PermissionList({ permissions, revoke, onRevoked }: PermissionListProps) {
  const sites = Map.groupBy(permissions, ({ granted }) => granted.project.url ?? granted.project.id)
  return (
    <>
      <Text tone="secondary">{t('lead')}</Text>
      {sites.size === 0 && <EmptyState icon="shield" title={t('empty.title')} description={t('empty.body')} />}
      {[...sites].map(([origin, given]) => (
        <section key={origin} className="settings-part" aria-label={siteName(origin)}>
          <h2 className="settings-subheading">
            <bdi>{siteName(origin)}</bdi>
          </h2>
          {given.map((permission) => (
            <PermissionCard
              key={`${permission.granted.chainId} ${permission.granted.pci}`}
              permission={permission}
              revoke={() => revoke(permission)}
              onRevoked={onRevoked}
            />
          ))}
        </section>
      ))}
    </>
  )
}

type PermissionCardProps = { permission: ShownPermission; revoke: () => Promise<void>; onRevoked: () => void }

function PermissionCard({ permission, revoke, onRevoked }: PermissionCardProps) {
  const { granted, grant, network, may, state, isEndable } = permission
  const { isBusy, error, run } = useAction()
  const words = `${may.slice(0, 1).toUpperCase()}${may.slice(1)}`
  const calls = grant?.callLimit ?? null
  const mayHold = state === 'active' || state === 'unknown'
  return (
    <article className="settings-panel" aria-label={words}>
      <span className="settings-panel-icon">
        <Icon name="shield" />
      </span>
      <div className="settings-panel-text">
        <Text>
          <bdi>{words}</bdi>
        </Text>
        {grant?.permission.type === 'contract-call' && (
          <Text size="small" tone="secondary">
            {rich((names) => t('contract', names), {
              address: <bdi dir="ltr">{shortAddress(grant.permission.contract)}</bdi>,
            })}
          </Text>
        )}
        <Text size="small" tone="secondary">
          {rich((names) => (calls === null ? t('terms', names) : t('termsLimited', { ...names, calls })), {
            date: untilWords(BigInt(granted.expiry)),
            network: <bdi>{network.name}</bdi>,
            signer: <bdi dir="ltr">{shortAddress(granted.signer)}</bdi>,
          })}
        </Text>
        {state === 'expired' && <Tag label={t('expired')} />}
        {state === 'revoked' && <Tag label={t('revoked')} />}
        {state === 'unknown' && (
          <Notice variant="warning" title={t('unknown.title')}>
            {t('unknown.body')}
          </Notice>
        )}
        {mayHold && !isEndable && (
          <Notice variant="warning" title={t('notEndable.title')}>
            {t('notEndable.body')}
          </Notice>
        )}
        <Failure title={t('end.failed')} error={error} />
      </div>
      {mayHold && isEndable && (
        <Button
          variant="secondary"
          busy={isBusy ? t('end.busy') : undefined}
          onClick={() =>
            run(async () => {
              await revoke()
              onRevoked()
            })
          }
        >
          {t('end.action')}
        </Button>
      )}
    </article>
  )
}
