/** The text in the middle of the line, such as “or”. */
export type DividerProps = { label: string }

/** A horizontal line with a label in the middle. */
export function Divider({ label }: DividerProps) {
  return <div part="divider">{label}</div>
}
