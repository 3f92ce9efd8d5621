import { shortAddress } from '@latchkey/chains'
import { isAppError } from '@latchkey/protocol'
import { Button, EmptyState, Icon, Notice, Tag, Text } from '@latchkey/ui'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import { untilWords } from '../../../approvals/typedData/untilWords.ts'
import { settingsWords } from '../settingsWords.ts'
import { siteName } from '../siteName.ts'
import { useAction } from '../useAction.ts'
import type { ShownPermission } from './openPermissions.ts'

export type PermissionListProps = {
  permissions: readonly ShownPermission[]
  revoke: (permission: ShownPermission) => Promise<void>
  onRevoked: () => void
}

/** Permissions by the site that has them; in words where there are none. */
export function PermissionList({ permissions, revoke, onRevoked }: PermissionListProps) {
  const sites = Map.groupBy(permissions, ({ granted }) => granted.project.url ?? granted.project.id)
  return (
    <>
      <Text tone="secondary">
        What your smart account lets sites do without asking you each time. Each has limits that the network itself
        holds it to, and you can end it at any time.
      </Text>
      {sites.size === 0 && (
        <EmptyState icon="shield" title="No permissions" description="What you allow a site in advance appears here." />
      )}
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
  const isOnline = useOnline()
  const words = `${may.slice(0, 1).toUpperCase()}${may.slice(1)}`
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
            contract <bdi dir="ltr">{shortAddress(grant.permission.contract)}</bdi>
          </Text>
        )}
        <Text size="small" tone="secondary">
          until {untilWords(BigInt(granted.expiry))} · <bdi>{network.name}</bdi> · by{' '}
          <bdi dir="ltr">{shortAddress(granted.signer)}</bdi>
          {grant?.callLimit != null && ` · ${grant.callLimit === 1 ? 'once' : `at most ${grant.callLimit} times`}`}
        </Text>
        {state === 'expired' && <Tag label="Expired" />}
        {state === 'revoked' && <Tag label="Ended" />}
        {state === 'unknown' && (
          <Notice variant="warning" title="It may have ended already">
            The network could not be asked.
          </Notice>
        )}
        {mayHold && !isEndable && (
          <Notice variant="warning" title="It cannot be ended here any more">
            This wallet no longer uses the account that granted it. It holds until its time is over.
          </Notice>
        )}
        {error !== null && !isAppError(error, 'USER_REJECTED') && (
          <Notice variant="danger" title="It still holds">
            {settingsWords(error, isOnline)}
          </Notice>
        )}
      </div>
      {mayHold && isEndable && (
        <Button
          variant="secondary"
          busy={isBusy ? 'Ending…' : undefined}
          onClick={() =>
            run(async () => {
              await revoke()
              onRevoked()
            })
          }
        >
          End
        </Button>
      )}
    </article>
  )
}
