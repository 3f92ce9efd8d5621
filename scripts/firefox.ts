import { findOnPath, isExecutable } from './findOnPath.ts'

const names = ['firefox-esr', 'firefox']

/**
 * Returns the path of a Firefox to test with: the one that `FIREFOX` names, else one on the PATH; undefined if there is none. Continuous
 * integration installs one first (`.ci/run`).
 *
 * Throws `Error` when `FIREFOX` names something other than an executable file.
 */
export const findFirefox = (): string | undefined => {
  const named = process.env.FIREFOX
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named
    throw new Error(`FIREFOX is ${named}, which is not an executable file`)
  }
  return findOnPath(names)
}
