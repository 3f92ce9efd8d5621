import { stripVTControlCharacters } from 'node:util'
import type { Failure } from './readReports.ts'

const mostLines = 24
const mostSigns = 400

/** The lines that say what went wrong, without where in the code. */
const firstLines = (error: string): string[] =>
  stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, mostLines)
    .map((line) => `    ${line.trim().slice(0, mostSigns)}`)

/** Every failure of every stage in a few lines: what a log that was cut to its end still has to say. Empty without any. */
export const formatFailures = (stages: readonly { name: string; failures: readonly Failure[] }[]): string =>
  stages
    .flatMap((stage) =>
      stage.failures.flatMap(({ name, error }) => [`failed  ${stage.name}: ${name}`, ...firstLines(error)]),
    )
    .join('\n')
