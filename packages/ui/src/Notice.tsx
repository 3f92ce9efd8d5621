import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { Spinner } from './Spinner.tsx'

/** A message inside a view; `info` unless `variant` says otherwise. */
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

/** With `onDismiss` the banner has a close button. The parent decides whether it is shown. */
export type BannerProps = {
  variant: 'info' | 'warning'
  children: ReactNode
  onDismiss?: () => void
  dismissLabel?: string
}

/** A condition of the whole modal, across its width: offline, a test network. */
export function Banner({ variant, children, onDismiss, dismissLabel = 'Dismiss' }: BannerProps) {
  return (
    <div part={`banner banner-${variant}`} data-tone={variant}>
      <Icon name={variant} size={18} />
      <div className="lk-banner-text">{children}</div>
      {onDismiss !== undefined && <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />}
    </div>
  )
}

/** `loading` shows a spinner. The parent decides how long the message stays. */
export type ToastProps = {
  variant: 'loading' | 'success' | 'error'
  message: string
}

const tones = { loading: 'neutral', success: 'success', error: 'danger' }

/**
 * A short word over the view about what just happened; the Announcer says it aloud. Stands first in a Dialog or Panel,
 * where it takes no room and stays in sight.
 */
export function Toast({ variant, message }: ToastProps) {
  return (
    <div className="lk-toast-place">
      <div part={`toast toast-${variant}`} data-tone={tones[variant]}>
        {variant === 'loading' ? <Spinner label="" size={18} /> : <Icon name={variant} size={18} />}
        <span>{message}</span>
      </div>
    </div>
  )
}
