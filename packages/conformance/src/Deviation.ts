/** The frame does otherwise than a rule says; the message is what was seen, in one line. */
export class Deviation extends Error {
  override readonly name = 'Deviation'
}

const maxShown = 200

/** A value as one short line of a report. */
export const show = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const line = text.replace(/\s+/g, ' ')
  return line.length > maxShown ? `${line.slice(0, maxShown)}…` : line
}

/** Throws a `Deviation` with `seen` unless `holds`. */
export function must(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Deviation(seen)
}
