import { t } from '@latchkey/copy/settingsPermissions'
import { Announcer, Skeleton } from '@latchkey/ui'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { AllowancesPart } from '../allowances/AllowancesPart.tsx'
import { LoadFailure } from '../LoadFailure.tsx'
import type { SectionProps } from '../SectionProps.ts'
import { PermissionList } from './PermissionList.tsx'

/** Shows the permissions of sites and other addresses, with buttons to revoke them. */
export function PermissionsSection({ settings }: SectionProps) {
  const [loaded, reload] = useLoaded(async () => ({ permissions: await settings.permissions() }))
  const [said, setSaid] = useState('')
  return (
    <>
      {loaded.kind === 'loading' && <Skeleton shape="block" count={2} />}
      {loaded.kind === 'failed' && <LoadFailure title={t('notLoaded')} error={loaded.error} onRetry={reload} />}
      {loaded.kind === 'ready' && (
        <PermissionList
          permissions={loaded.value.permissions}
          revoke={settings.revokePermission}
          onRevoked={() => {
            setSaid(t('end.done'))
            reload()
          }}
        />
      )}
      <AllowancesPart settings={settings} />
      <Announcer message={said} />
    </>
  )
}
