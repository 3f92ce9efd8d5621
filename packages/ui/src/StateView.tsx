import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'

/** The one thing to do next. */
export type StateAction = { label: string; onClick: () => void; busy?: string | undefined }

/** The layout that `EmptyState` and `ErrorState` share. */
export type StateViewProps = {
  icon: IconName
  title: string
  description?: string | undefined
  action?: StateAction | undefined
  tone?: 'neutral' | 'danger'
}

/** The layout of EmptyState and ErrorState. */
export function StateView({ icon, title, description, action, tone = 'neutral' }: StateViewProps) {
  return (
    <div part={`state state-${tone}`} data-tone={tone}>
      <span part="state-icon">
        <Icon name={icon} size={26} />
      </span>
      <p part="state-title">{title}</p>
      {description !== undefined && <p part="state-text">{description}</p>}
      {action !== undefined && (
        <Button variant="secondary" onClick={action.onClick} busy={action.busy}>
          {action.label}
        </Button>
      )}
    </div>
  )
}
