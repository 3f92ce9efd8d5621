import { Icon, type IconName } from './Icon.tsx'

/** A button without visible text; `label` is required. */
export type IconButtonProps = {
  icon: IconName
  /** Accessible name. */
  label: string
  onClick: () => void
  disabled?: boolean
}

/** A 40 px round button with an icon and a name. */
export function IconButton({ icon, label, onClick, disabled = false }: IconButtonProps) {
  return (
    <button
      type="button"
      part={`icon-button icon-button-${icon}`}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
