import { t } from '@latchkey/copy/settings'
import { useEffect } from 'react'
import { ActivitySection } from './activity/ActivitySection.tsx'
import { DevicesSection } from './devices/DevicesSection.tsx'
import { SitesSection } from './devices/SitesSection.tsx'
import { KeysSection } from './keys/KeysSection.tsx'
import { OverviewSection } from './OverviewSection.tsx'
import { PermissionsSection } from './permissions/PermissionsSection.tsx'
import { RecoverySection } from './recovery/RecoverySection.tsx'
import type { SectionProps } from './SectionProps.ts'
import type { SectionId } from './sections.ts'

const views: Record<SectionId, (props: SectionProps) => React.ReactNode> = {
  overview: OverviewSection,
  devices: DevicesSection,
  sites: SitesSection,
  permissions: PermissionsSection,
  recovery: RecoverySection,
  keys: KeysSection,
  activity: ActivitySection,
}

/** The part of the page that is shown, under its own title. */
export function SectionView({ section, ...props }: SectionProps & { section: SectionId }) {
  const View = views[section]
  const title = t(`sections.${section}`)
  useEffect(() => {
    document.title = t('tabTitle', { title })
  }, [title])
  return (
    <>
      <h1 className="settings-heading">{title}</h1>
      <View {...props} />
    </>
  )
}
