import type { ReactElement } from 'react'
import { Icon, type IconName } from './Icon.tsx'

/** `label` is required even where it is hidden. */
export type TileProps = {
  /** An image or the name of an icon. */
  icon: ReactElement | IconName
  label: string
  /** Only the icon shows; the label is its accessible name. */
  labelHidden?: boolean
  onClick: () => void
  disabled?: boolean
}

/** A short action with its icon on top; several share a ButtonRow: Send, Swap, Buy, Receive. */
export function Tile({ icon, label, labelHidden = false, onClick, disabled = false }: TileProps) {
  return (
    <button type="button" part="tile" disabled={disabled} onClick={onClick}>
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      <span className={labelHidden ? 'lk-hidden' : undefined}>{label}</span>
    </button>
  )
}
