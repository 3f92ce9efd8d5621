import { Announcer, ErrorState, Skeleton } from '@latchkey/ui'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import type { SectionProps } from '../SectionProps.ts'
import { settingsWords } from '../settingsWords.ts'

/** What the person has let sites do without asking, and its end. The list loads with what it lists: few people have any. */
export function PermissionsSection({ settings }: SectionProps) {
  const [loaded, reload] = useLoaded(async () => {
    const [{ PermissionList }, permissions] = await Promise.all([
      import('./PermissionList.tsx'),
      settings.permissions(),
    ])
    return { PermissionList, permissions }
  })
  const isOnline = useOnline()
  const [said, setSaid] = useState('')
  if (loaded.kind === 'loading') return <Skeleton shape="block" count={2} />
  if (loaded.kind === 'failed') {
    return (
      <ErrorState
        title="Your permissions could not be loaded"
        description={settingsWords(loaded.error, isOnline)}
        action={{ label: 'Try again', onClick: reload }}
      />
    )
  }
  const { PermissionList, permissions } = loaded.value
  return (
    <>
      <PermissionList
        permissions={permissions}
        revoke={settings.revokePermission}
        onRevoked={() => {
          setSaid('The permission has ended')
          reload()
        }}
      />
      <Announcer message={said} />
    </>
  )
}
