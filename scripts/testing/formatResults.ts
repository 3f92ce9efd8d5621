import { formatTable } from '../formatTable.ts'
import type { FileTime } from '../readReports.ts'
import type { StageResult } from './runStages.ts'

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Returns the ten slowest files of a stage, the slowest first. */
export const slowestFiles = (files: readonly FileTime[] = []): FileTime[] =>
  files.toSorted((one, other) => other.ms - one.ms).slice(0, 10)

/** Returns the table that ends a run: a line for each stage, one for all of them, and the ten slowest files of each stage. */
export const formatResults = (results: readonly StageResult[]): string => {
  const rows = results.map(({ name, passed, failures, wallMs, cpuMs }) => [
    name,
    `${passed} passed`,
    `${failures.length} failed`,
    seconds(wallMs),
    `${seconds(cpuMs)} CPU`,
  ])
  const total = [
    'everything',
    `${sum(results.map(({ passed }) => passed))} passed`,
    `${sum(results.map(({ failures }) => failures.length))} failed`,
    seconds(sum(results.map(({ wallMs }) => wallMs))),
    `${seconds(sum(results.map(({ cpuMs }) => cpuMs)))} CPU`,
  ]
  const slowest = results.flatMap((result) =>
    slowestFiles(result.files).map(({ file, ms }) => [seconds(ms), result.name, file]),
  )
  const table = formatTable([...rows, total])
  return slowest.length === 0 ? table : `${table}\n\nSlowest files\n${formatTable(slowest)}`
}
