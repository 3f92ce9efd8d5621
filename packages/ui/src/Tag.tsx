export type TagProps = {
  label: string
  /** `live` has a green dot: installed, connected. */
  tone?: 'neutral' | 'live' | 'warning' | 'danger'
}

/** One word about the thing beside it. */
export function Tag({ label, tone = 'neutral' }: TagProps) {
  return (
    <span part={`tag tag-${tone}`} data-tone={tone}>
      {label}
    </span>
  )
}
