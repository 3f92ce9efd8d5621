import { withCopy } from '@latchkey/copy'
import { t } from '@latchkey/copy/settingsPermissions'
import { Announcer, Skeleton } from '@latchkey/ui'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { LoadFailure } from '../LoadFailure.tsx'
import type { SectionProps } from '../SectionProps.ts'

/** What the person has let sites do without asking, and its end. The list loads with what it lists: few people have any. */
export function PermissionsSection({ settings }: SectionProps) {
  const [loaded, reload] = useLoaded(async () => {
    const [{ PermissionList }, permissions] = await Promise.all([
      withCopy(import('./PermissionList.tsx')),
      settings.permissions(),
    ])
    return { PermissionList, permissions }
  })
  const [said, setSaid] = useState('')
  if (loaded.kind === 'loading') return <Skeleton shape="block" count={2} />
  if (loaded.kind === 'failed') {
    return <LoadFailure title={t('notLoaded')} error={loaded.error} onRetry={reload} />
  }
  const { PermissionList, permissions } = loaded.value
  return (
    <>
      <PermissionList
        permissions={permissions}
        revoke={settings.revokePermission}
        onRevoked={() => {
          setSaid(t('end.done'))
          reload()
        }}
      />
      <Announcer message={said} />
    </>
  )
}
