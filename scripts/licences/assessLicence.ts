import type { Finding } from './detectLicences.ts'

/** Whether a package reaches users, or only our own machines. */
export type Use = 'run time' | 'development'

const runTime = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
] as const

/** Accepted licenses, by use. Everything else is rejected. */
const taken: Readonly<Record<Use, readonly string[]>> = {
  'run time': runTime,
  development: [...runTime, 'MPL-2.0'],
}

/** Parses `(MIT OR GPL-2.0)` as `[['MIT'], ['GPL-2.0']]`: any one list is enough, all of its licenses apply. */
export const parseLicenceExpression = (expression: string): string[][] =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(/\s+or\s+/i)
    .map((option) => option.split(/\s+and\s+/i).map((name) => name.trim()))

export type LicenceEvidence = {
  /** The `license` field, absent when the package has none. */
  declared: string | undefined
  /** The contents of its LICENSE files, all together; empty when it ships none. */
  found: readonly Finding[]
}

/**
 * Returns why a package may not be used, or `undefined` when it may.
 *
 * The field must offer an accepted option, and the files must contain nothing that is not accepted, unless the field lets us choose and the
 * files contain the option we choose.
 */
export const assessLicence = ({ declared, found }: LicenceEvidence, use: Use): string | undefined => {
  const isTaken = (name: string): boolean => taken[use].includes(name)
  const refusedWords = found.filter((name) => !isTaken(name))
  if (declared === undefined) {
    if (found.length === 0) return 'names no licence at all'
    return refusedWords.length > 0 ? `its licence file holds ${refusedWords.join(', ')}` : undefined
  }
  const options = parseLicenceExpression(declared)
  const open = options.filter((option) => option.every(isTaken))
  if (open.length === 0) return `declares ${declared}`
  if (refusedWords.length === 0) return undefined
  const hasChosen = options.length > 1 && open.some((option) => option.every((name) => found.some((it) => it === name)))
  return hasChosen ? undefined : `declares ${declared}, but its licence file holds ${refusedWords.join(', ')}`
}
