import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

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
