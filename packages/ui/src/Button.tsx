import type { MouseEvent, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import { startFocus } from './startFocus.ts'

/** `type` is `button` unless set, so that a button in a form doesn't submit it. */
export type ButtonProps = {
  children: ReactNode
  onClick?: () => void
  variant?: 'primary' | 'secondary' | 'danger'
  type?: 'button' | 'submit'
  icon?: IconName
  disabled?: boolean
  /** The text for a pending action; while it is set a spinner shows and clicks do nothing, but focus stays. */
  busy?: string | undefined
  /** False for a button that should not be clicked by habit: it is dimmed and does nothing until it is armed. */
  armed?: boolean
  /** Focus this when the dialog opens. */
  autoFocus?: boolean
}

/** A 48 px button. */
export function Button(props: ButtonProps) {
  const {
    children,
    onClick,
    variant = 'primary',
    type = 'button',
    icon,
    disabled = false,
    busy,
    armed = true,
    autoFocus,
  } = props
  const held = busy !== undefined || !armed

  const click = (event: MouseEvent) => {
    if (held) event.preventDefault()
    else onClick?.()
  }
  return (
    <button
      type={type}
      part={`button button-${variant}`}
      data-variant={variant}
      data-arming={!armed || undefined}
      {...startFocus(autoFocus)}
      disabled={disabled}
      aria-disabled={held || undefined}
      aria-busy={busy !== undefined || undefined}
      onClick={click}
    >
      <span className="lk-button-label">
        {busy !== undefined ? <Spinner label="" size={18} /> : icon !== undefined && <Icon name={icon} size={18} />}
        <span>{busy ?? children}</span>
      </span>
    </button>
  )
}
