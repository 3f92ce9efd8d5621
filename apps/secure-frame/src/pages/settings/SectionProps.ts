import type { Person, Settings } from './Settings.ts'

/** What every part of the page is given. */
export type SectionProps = { settings: Settings; person: Person }
