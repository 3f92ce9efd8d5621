import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

/** `loading` shows a spinner. The parent decides how long the message stays. */
export type ToastProps = {
  variant: 'loading' | 'success' | 'error'
  message: string
}

const tones = { loading: 'neutral', success: 'success', error: 'danger' }

/**
 * A short message over the view about the latest action; the Announcer announces it. Must be the first child of a Dialog or Panel, where it
 * takes no room and stays visible.
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
