import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import { startFocus } from './startFocus.ts'

export type ButtonProps = {
  children: ReactNode
  onClick?: () => void
  variant?: 'primary' | 'secondary' | 'danger'
  type?: 'button' | 'submit'
  icon?: IconName
  disabled?: boolean
  /** Words for what is under way; while they are given a spinner shows and clicks do nothing, but focus stays. */
  busy?: string | undefined
  /** 0 to 1: how far a button that should not be pressed by habit has armed. It fills, and acts only when full. */
  armed?: number
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
    armed = 1,
    autoFocus,
  } = props
  const ref = useRef<HTMLButtonElement>(null)
  const held = busy !== undefined || armed < 1

  // Through the CSSOM: a strict CSP refuses style attributes.
  useLayoutEffect(() => {
    ref.current?.style.setProperty('--armed', String(Math.min(1, Math.max(0, armed))))
  }, [armed])

  const click = (event: MouseEvent) => {
    if (held) event.preventDefault()
    else onClick?.()
  }
  const label = (
    <span className="lk-button-label">
      {busy !== undefined ? <Spinner label="" size={18} /> : icon !== undefined && <Icon name={icon} size={18} />}
      <span>{busy ?? children}</span>
    </span>
  )
  return (
    <button
      ref={ref}
      type={type}
      part={`button button-${variant}`}
      data-variant={variant}
      data-arming={armed < 1 || undefined}
      {...startFocus(autoFocus)}
      disabled={disabled}
      aria-disabled={held || undefined}
      aria-busy={busy !== undefined || undefined}
      onClick={click}
    >
      {label}
      {armed < 1 && (
        <span part="button-fill" aria-hidden="true">
          {label}
        </span>
      )}
    </button>
  )
}
