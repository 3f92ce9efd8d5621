import type { MouseEvent, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

/** A link that looks like a button; for navigation, not for actions. */
export type ButtonLinkProps = {
  children: ReactNode
  href: string
  /** `_self` for an app's own scheme, which would leave an empty tab behind; `_blank` when absent. */
  target?: '_self' | '_blank'
  variant?: 'primary' | 'secondary'
  icon?: IconName
  onClick?: (event: MouseEvent) => void
}

/** A 48 px button that leads out of the page: to an app, a store, another site. */
export function ButtonLink({ children, href, target = '_blank', variant = 'primary', icon, onClick }: ButtonLinkProps) {
  return (
    <a
      part={`button button-${variant}`}
      data-variant={variant}
      href={href}
      target={target}
      rel="noopener noreferrer"
      onClick={onClick}
    >
      <span className="lk-button-label">
        {icon !== undefined && <Icon name={icon} size={18} />}
        <span>{children}</span>
      </span>
    </a>
  )
}
