/** `children` is shown verbatim, as text. */
export type RawTextProps = {
  /** The text's description, for assistive technology. */
  label: string
  children: string
  /** `data` is monospaced: calldata, typed data. `message` is prose. */
  kind?: 'data' | 'message'
}

/** Text as it is, with its own line breaks; long ones scroll, also by keyboard. */
export function RawText({ label, children, kind = 'data' }: RawTextProps) {
  return (
    <section
      part="raw"
      data-kind={kind}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable (WCAG 2.1.1)
      tabIndex={0}
    >
      {children}
    </section>
  )
}
