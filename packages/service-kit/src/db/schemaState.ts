import type { Migration } from './Migration.ts'

/** A migration that a database has, and the one that processes must know to use it since then, if it contracts. */
export type Applied = { name: string; needs: string | null }

/** Reads what is applied, also from a list from before `needs` was noted. */
export const appliedQuery = `SELECT name, to_jsonb(latchkey_migrations) ->> 'needs' AS needs FROM public.latchkey_migrations`

/** How the database's schema compares with what this release needs. */
export type SchemaState =
  /** `newer`: with migrations of later releases, all of which this one can live with. */
  | { is: 'current' | 'newer' }
  | { is: 'older'; missing: string[] }
  /** Something was removed that this release needs. */
  | { is: 'too new'; needs: string }

/** Whether a name in the list of a database is that of one of these migrations. */
export const isKnown = (name: string, known: readonly Migration[]): boolean =>
  known.some((migration) => migration.name === name || migration.formerly === name)

/** Whether a release that knows these migrations can run on a database that has those. */
export function assessSchema(applied: readonly Applied[], known: readonly Migration[]): SchemaState {
  const demand = applied.find(({ needs }) => needs !== null && !isKnown(needs, known))
  if (demand !== undefined) return { is: 'too new', needs: demand.needs ?? '' }
  const missing = known.filter(({ name }) => applied.every((one) => one.name !== name)).map(({ name }) => name)
  if (missing.length > 0) return { is: 'older', missing }
  return { is: applied.every(({ name }) => isKnown(name, known)) ? 'current' : 'newer' }
}
