import { t } from '@latchkey/copy/settingsAllowances'
import { Announcer, Skeleton } from '@latchkey/ui'
import { useState } from 'react'
import { useLoaded } from '../../../approvals/screen/useLoaded.ts'
import { LoadFailure } from '../LoadFailure.tsx'
import type { Settings } from '../Settings.ts'
import { AllowanceList } from './AllowanceList.tsx'

/** Shows the allowances of the user's accounts, under a separate heading. */
export function AllowancesPart({ settings }: { settings: Settings }) {
  const [loaded, reload] = useLoaded(() => settings.allowances())
  const [said, setSaid] = useState('')
  return (
    <section className="settings-part" aria-label={t('title')}>
      <h2 className="settings-subheading">{t('title')}</h2>
      {loaded.kind === 'loading' && <Skeleton shape="block" count={2} />}
      {loaded.kind === 'failed' && <LoadFailure title={t('notLoaded')} error={loaded.error} onRetry={reload} />}
      {loaded.kind === 'ready' && (
        <AllowanceList
          list={loaded.value}
          end={settings.endAllowance}
          onEnded={(outcome) => {
            setSaid(t(`end.${outcome}`))
            reload()
          }}
        />
      )}
      <Announcer message={said} />
    </section>
  )
}
