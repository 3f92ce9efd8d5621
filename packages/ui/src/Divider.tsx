export type DividerProps = { label: string }

/** A hairline with a word in it: one way or the other. */
export function Divider({ label }: DividerProps) {
  return <div part="divider">{label}</div>
}
