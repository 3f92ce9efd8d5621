import type { Person, Settings } from './Settings.ts'

/** The props of every section. */
export type SectionProps = { settings: Settings; person: Person }
