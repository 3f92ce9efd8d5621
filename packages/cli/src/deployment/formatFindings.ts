import type { AreaFindings, Finding, Outcome } from './Finding.ts'

const marks: Readonly<Record<Outcome, string>> = { ok: 'ok', fault: 'FAULT', warning: 'warning', skipped: 'skipped' }
const indent = ' '.repeat(10)

/** Returns a line for the finding, and for a problem one more each for the consequence and the fix. */
const formatFinding = (finding: Finding): string[] => [
  `  ${marks[finding.outcome].padEnd(7)} ${finding.subject}: ${finding.seen}`,
  ...('fix' in finding ? [`${indent}Why: ${finding.why}`, `${indent}Fix: ${finding.fix}`] : []),
]

/** Returns the lines of one area for the terminal, the heading first. */
export const formatArea = ({ area, findings }: AreaFindings): string[] => [area, ...findings.flatMap(formatFinding)]

/** Returns how many findings have each outcome, over all areas. */
export const countOutcomes = (areas: readonly AreaFindings[]): Record<Outcome, number> => {
  const counts = { ok: 0, fault: 0, warning: 0, skipped: 0 }
  for (const { findings } of areas) for (const { outcome } of findings) counts[outcome]++
  return counts
}

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Returns the summary line, such as `12 ok, 1 fault, 0 warnings, 3 skipped`. */
export const formatCounts = ({ ok, fault, warning, skipped }: Record<Outcome, number>): string =>
  `${ok} ok, ${many(fault, 'fault')}, ${many(warning, 'warning')}, ${skipped} skipped`
