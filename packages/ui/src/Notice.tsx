import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type NoticeProps = {
  variant?: 'info' | 'success' | 'warning' | 'danger'
  title?: ReactNode
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** How serious it is, in a word, for those who do not see the colour: read before the title. */
  severity?: string
}

const icons = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const satisfies Record<
  string,
  IconName
>

/** Something to know here and now: an icon, words, a tint. */
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
