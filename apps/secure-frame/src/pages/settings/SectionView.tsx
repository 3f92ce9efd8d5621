import { withCopy } from '@latchkey/copy'
import { t } from '@latchkey/copy/settings'
import { Skeleton } from '@latchkey/ui'
import { useEffect } from 'react'
import { useLoaded } from '../../approvals/screen/useLoaded.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { OverviewSection } from './OverviewSection.tsx'
import type { SectionProps } from './SectionProps.ts'
import type { SectionId } from './sections.ts'

type View = (props: SectionProps) => React.ReactNode

/** The page opens with the account section; every other section loads when it is opened. */
const loaders: Record<Exclude<SectionId, 'overview'>, () => Promise<View>> = {
  devices: async () => (await withCopy(import('./devices/DevicesSection.tsx'))).DevicesSection,
  sites: async () => (await withCopy(import('./devices/SitesSection.tsx'))).SitesSection,
  permissions: async () => (await withCopy(import('./permissions/PermissionsSection.tsx'))).PermissionsSection,
  recovery: async () => (await withCopy(import('./recovery/RecoverySection.tsx'))).RecoverySection,
  keys: async () => (await withCopy(import('./keys/KeysSection.tsx'))).KeysSection,
  activity: async () => (await withCopy(import('./activity/ActivitySection.tsx'))).ActivitySection,
}

/** Shows the current section, under its own title. */
export function SectionView({ section, ...props }: SectionProps & { section: SectionId }) {
  const title = t(`sections.${section}`)
  useEffect(() => {
    document.title = t('tabTitle', { title })
  }, [title])
  return (
    <>
      <h1 className="settings-heading">{title}</h1>
      {section === 'overview' ? <OverviewSection {...props} /> : <Loading {...props} load={loaders[section]} />}
    </>
  )
}

function Loading({ load, ...props }: SectionProps & { load: () => Promise<View> }) {
  const [loaded, reload] = useLoaded(async () => ({ View: await load() }))
  if (loaded.kind === 'loading') return <Skeleton shape="block" count={2} />
  if (loaded.kind === 'failed') return <LoadFailure title={t('notLoaded')} error={loaded.error} onRetry={reload} />
  const { View } = loaded.value
  return <View {...props} />
}
