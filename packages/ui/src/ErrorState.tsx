import { Button } from './Button.tsx'
import type { StateAction } from './EmptyState.tsx'
import { Icon } from './Icon.tsx'

export type ErrorStateProps = {
  /** What happened. */
  title: string
  /** What was not lost, or why it is safe to try again. */
  description: string
  action: StateAction
}

/** What happened, what was not lost, one action. */
export function ErrorState({ title, description, action }: ErrorStateProps) {
  return (
    <div className="lk-state" part="state state-error" data-tone="danger">
      <span className="lk-state-icon" part="state-icon">
        <Icon name="error" size={26} />
      </span>
      <p className="lk-state-title" part="state-title">
        {title}
      </p>
      <p className="lk-state-text" part="state-text">
        {description}
      </p>
      <Button variant="secondary" onClick={action.onClick} busy={action.busy}>
        {action.label}
      </Button>
    </div>
  )
}
