import type { IconName } from '@latchkey/ui'

/** The parts of the page, in their order; each has an address of its own, `#/<id>`. */
export const sections = [
  { id: 'overview', title: 'Overview', icon: 'user' },
  { id: 'devices', title: 'Devices', icon: 'device' },
  { id: 'sites', title: 'Connected sites', icon: 'network' },
  { id: 'permissions', title: 'Permissions', icon: 'check' },
  { id: 'recovery', title: 'Recovery', icon: 'shield' },
  { id: 'keys', title: 'Keys', icon: 'key' },
  { id: 'activity', title: 'Activity', icon: 'clock' },
] as const satisfies readonly { id: string; title: string; icon: IconName }[]

export type SectionId = (typeof sections)[number]['id']

/** Which part a hash names; the first one for any other. */
export const sectionOf = (hash: string): SectionId =>
  sections.find(({ id }) => `#/${id}` === hash)?.id ?? sections[0].id
