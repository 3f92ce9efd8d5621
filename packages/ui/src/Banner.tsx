import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

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
