/** It doesn't move when the user prefers reduced motion. */
export type SpinnerProps = {
  /** The description of the pending action, for assistive technology. Empty only next to a text. */
  label: string
  /** Edge in pixels; 24 when absent. */
  size?: number
}

/** A progress indicator. With reduced motion, the arc doesn't rotate. */
export function Spinner({ label, size = 24 }: SpinnerProps) {
  return (
    <svg
      part="spinner"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role="img"
      aria-label={label}
      aria-hidden={label === ''}
    >
      <circle cx="12" cy="12" r="9.5" pathLength="100" />
      <circle cx="12" cy="12" r="9.5" pathLength="100" strokeDasharray="28 72" />
    </svg>
  )
}
