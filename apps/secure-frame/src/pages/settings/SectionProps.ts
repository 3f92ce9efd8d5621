import type { Person, Settings } from './createSettings.ts'

/** What every part of the page is given. */
export type SectionProps = { settings: Settings; person: Person }
