import type { IconName } from '@latchkey/ui'

/** The sections of the page in order, each at the URL `#/<id>`. */
export const sections = [
  { id: 'overview', icon: 'user' },
  { id: 'devices', icon: 'device' },
  { id: 'sites', icon: 'network' },
  { id: 'permissions', icon: 'check' },
  { id: 'recovery', icon: 'shield' },
  { id: 'keys', icon: 'key' },
  { id: 'activity', icon: 'clock' },
] as const satisfies readonly { id: string; icon: IconName }[]

export type SectionId = (typeof sections)[number]['id']
