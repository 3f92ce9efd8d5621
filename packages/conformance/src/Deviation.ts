/** Thrown when the frame violates a rule; the message is the observation, in one line. */
export class Deviation extends Error {
  override readonly name = 'Deviation'
}

const maxShown = 200

/** Formats a value as one short line of a report. */
export const show = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const line = text.replace(/\s+/g, ' ')
  return line.length > maxShown ? `${line.slice(0, maxShown)}…` : line
}

/** Throws a `Deviation` with `seen` unless `holds`. */
export function must(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Deviation(seen)
}
