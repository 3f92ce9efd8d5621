import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the path of the first of these programs on the PATH; undefined if there is none. */
export const findOnPath = (names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find(isExecutable)
