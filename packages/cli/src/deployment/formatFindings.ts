import type { AreaFindings, Finding, Outcome } from './Finding.ts'

const marks: Readonly<Record<Outcome, string>> = { ok: 'ok', fault: 'FAULT', warning: 'warning', skipped: 'skipped' }
const indent = ' '.repeat(10)

/** A line for what was found, and for what is wrong one each for what it leads to and what to do. */
export const formatFinding = (finding: Finding): string[] => [
  `  ${marks[finding.outcome].padEnd(7)} ${finding.subject}: ${finding.seen}`,
  ...('fix' in finding ? [`${indent}Why: ${finding.why}`, `${indent}Fix: ${finding.fix}`] : []),
]

export const formatArea = ({ area, findings }: AreaFindings): string[] => [area, ...findings.flatMap(formatFinding)]

export const countOutcomes = (areas: readonly AreaFindings[]): Record<Outcome, number> => {
  const counts = { ok: 0, fault: 0, warning: 0, skipped: 0 }
  for (const { findings } of areas) for (const { outcome } of findings) counts[outcome]++
  return counts
}

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

export const formatCounts = ({ ok, fault, warning, skipped }: Record<Outcome, number>): string =>
  `${ok} ok, ${many(fault, 'fault')}, ${many(warning, 'warning')}, ${skipped} skipped`
