import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** `KeyValue` elements only, since the list is a `<dl>`. */
export type KeyValueListProps = { children: ReactNode }

/** Facts one under the other, divided by hairlines. */
export function KeyValueList({ children }: KeyValueListProps) {
  return <dl part="facts">{children}</dl>
}

/** A row of a `KeyValueList`: `label` is its term, `children` its value. */
export type KeyValueProps = {
  label: ReactNode
  children: ReactNode
  /** Long values stand under their label. */
  stacked?: boolean
}

/** One fact; stands in a KeyValueList. */
export function KeyValue({ label, children, stacked = false }: KeyValueProps) {
  return (
    <div part="fact" data-stacked={stacked || undefined}>
      <dt part="fact-label">{label}</dt>
      <dd part="fact-value">{children}</dd>
    </div>
  )
}

/** A native `<details>`. `summary` is always visible; `children` only while it is open. */
export type DetailsProps = {
  summary: ReactNode
  children: ReactNode
  /** Open from the start; closed when absent. */
  defaultOpen?: boolean
  /** It has been opened: what is not worth drawing before can be drawn now. */
  onOpen?: () => void
}

/** A disclosure: content that is collapsed until the user opens it. */
export function Details({ summary, children, defaultOpen = false, onOpen }: DetailsProps) {
  return (
    <details
      part="details"
      open={defaultOpen}
      onToggle={onOpen && (({ currentTarget }) => currentTarget.open && onOpen())}
    >
      <summary part="summary">
        <span>{summary}</span>
        <Icon name="chevronDown" size={18} />
      </summary>
      <div part="details-content">{children}</div>
    </details>
  )
}

/** `children` is shown verbatim, as text. */
export type RawTextProps = {
  /** What the text is, for assistive technology. */
  label: string
  children: string
  /** `data` is set in a fixed width: calldata, typed data. `message` is what a person wrote. */
  kind?: 'data' | 'message'
}

/** Text as it is, with its own line breaks; long ones scroll, with the keyboard too. */
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
