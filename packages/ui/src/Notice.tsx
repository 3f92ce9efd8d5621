import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

/** A message inside a view; `info` by default. */
export type NoticeProps = {
  variant?: 'info' | 'success' | 'warning' | 'danger'
  title?: ReactNode
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** The severity in one word, read out before the title, for users who can't see the color. */
  severity?: string
}

const icons = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const satisfies Record<
  string,
  IconName
>

/** A message with an icon and a tinted background. */
export function Notice({ variant = 'info', title, children, action, severity }: NoticeProps) {
  return (
    <div part={`notice notice-${variant}`} data-tone={variant}>
      <Icon name={icons[variant]} />
      <div className="lk-notice-text">
        {title !== undefined && (
          <p part="notice-title">
            {severity !== undefined && <span className="lk-hidden">{severity} </span>}
            <span>{title}</span>
          </p>
        )}
        {children !== undefined && <div>{children}</div>}
        {action}
      </div>
    </div>
  )
}
