import { stripVTControlCharacters } from 'node:util'
import type { Failure } from './readReports.ts'

const maxLines = 24
const maxSigns = 400

/** Returns the lines of an error without its stack. */
const firstLines = (error: string): string[] =>
  stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, maxLines)
    .map((line) => `    ${line.trim().slice(0, maxSigns)}`)

/** Returns every failure of every stage in a few lines: still useful in a log that is cut to its end. Empty without any. */
export const formatFailures = (stages: readonly { name: string; failures: readonly Failure[] }[]): string =>
  stages
    .flatMap((stage) =>
      stage.failures.flatMap(({ name, error }) => [`failed  ${stage.name}: ${name}`, ...firstLines(error)]),
    )
    .join('\n')
