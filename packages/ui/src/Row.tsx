import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { startFocus } from './startFocus.ts'

/** One line of a list. It is a button with `onClick`, a link with `href`, and text with neither. */
export type RowProps = {
  title: ReactNode
  description?: ReactNode
  /** A 36 px icon (ImageIcon, NetworkIcon, Avatar) or the name of an icon. */
  icon?: ReactElement | IconName
  /** An icon or value at the end; the words `chevron` (opens a view) and `external` (opens a site) draw their icons. */
  trailing?: ReactNode
  /** The whole row is the button. Without `onClick` and `href` it is a line of text. */
  onClick?: () => void
  /** A link in a new tab. */
  href?: string
  /** The chosen one of several; announced with `aria-current`. */
  selected?: boolean
  disabled?: boolean
  autoFocus?: boolean
  /** -1 where one row of a list is the tab stop for all. */
  tabIndex?: number | undefined
}

/** 56 px: icon, one line, an optional second, trailing content. */
export function Row(props: RowProps) {
  const {
    title,
    description,
    icon,
    trailing,
    onClick,
    href,
    selected = false,
    disabled = false,
    autoFocus,
    tabIndex,
  } = props
  const content = (
    <>
      {icon !== undefined && (
        <span part="row-icon" data-drawn={typeof icon === 'string' || undefined}>
          {typeof icon === 'string' ? <Icon name={icon} /> : icon}
        </span>
      )}
      <span className="lk-row-text">
        <span part="row-title">{title}</span>
        {description !== undefined && <span part="row-description">{description}</span>}
      </span>
      {trailing !== undefined && (
        <span part="row-trailing">
          {trailing === 'chevron' && <Icon name="chevron" size={18} />}
          {trailing === 'external' && <Icon name="external" size={18} />}
          {trailing !== 'chevron' && trailing !== 'external' && trailing}
        </span>
      )}
    </>
  )
  const shared = {
    part: 'row',
    'aria-current': selected || undefined,
    tabIndex,
    ...startFocus(autoFocus),
  }
  if (href !== undefined && !disabled) {
    return (
      <a {...shared} href={href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
        {content}
      </a>
    )
  }
  if (onClick === undefined && !disabled) return <div {...shared}>{content}</div>
  return (
    <button {...shared} type="button" disabled={disabled} onClick={onClick}>
      {content}
    </button>
  )
}
