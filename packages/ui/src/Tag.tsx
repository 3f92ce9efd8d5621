/** A short label beside a name. Its tone repeats what the label says. */
export type TagProps = {
  label: string
  /** `live` has a green dot: installed, connected. */
  tone?: 'neutral' | 'live' | 'warning' | 'danger'
}

/** A label that describes the item beside it. */
export function Tag({ label, tone = 'neutral' }: TagProps) {
  return (
    <span part={`tag tag-${tone}`} data-tone={tone}>
      {label}
    </span>
  )
}
