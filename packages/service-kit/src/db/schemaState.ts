import type { Migration } from './Migration.ts'

/** A migration that a database has. If it contracts, `needs` is the migration that processes must know to use the database from then on. */
export type Applied = { name: string; needs: string | null }

/** Reads the applied migrations, also from a list from before `needs` was added. */
export const appliedQuery = `SELECT name, to_jsonb(latchkey_migrations) ->> 'needs' AS needs FROM public.latchkey_migrations`

/** The database's schema compared with what this release needs. */
export type SchemaState =
  /** `newer`: has migrations of later releases, all compatible with this one. */
  | { is: 'current' | 'newer' }
  | { is: 'older'; missing: string[] }
  /** Something that this release needs was removed. */
  | { is: 'too new'; needs: string }

/** Returns whether a name in a database's list belongs to one of these migrations. */
export const isKnown = (name: string, known: readonly Migration[]): boolean =>
  known.some((migration) => migration.name === name || migration.formerly === name)

/** Returns whether a release with the migrations `known` can run on a database with those `applied`. */
export function assessSchema(applied: readonly Applied[], known: readonly Migration[]): SchemaState {
  const demand = applied.find(({ needs }) => needs !== null && !isKnown(needs, known))
  if (demand !== undefined) return { is: 'too new', needs: demand.needs ?? '' }
  const missing = known.filter(({ name }) => applied.every((one) => one.name !== name)).map(({ name }) => name)
  if (missing.length > 0) return { is: 'older', missing }
  return { is: applied.every(({ name }) => isKnown(name, known)) ? 'current' : 'newer' }
}
