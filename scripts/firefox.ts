import { findOnPath, isExecutable } from './findOnPath.ts'

const names = ['firefox-esr', 'firefox']

/**
 * Path of a Firefox to test with: the one that `FIREFOX` names, else one on the PATH; undefined where there is none.
 * Continuous integration installs one first (`.ci/run`).
 *
 * Throws `Error` when `FIREFOX` names something else than an executable file.
 */
export const findFirefox = (): string | undefined => {
  const named = process.env.FIREFOX
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named
    throw new Error(`FIREFOX is ${named}, which is not an executable file`)
  }
  return findOnPath(names)
}
