import { IconButton } from './IconButton.tsx'
import { Swap } from './Swap.tsx'

/** The title is the view's `<h1>`. Back and close appear with their handlers. */
export type HeaderProps = {
  title: string
  /** The content below has its own heading: the title is only for assistive technology. */
  titleHidden?: boolean
  /** Absent: no back button. */
  onBack?: () => void
  backLabel?: string
  /** Absent: no close button. */
  onClose?: () => void
  closeLabel?: string
  /** Shown but refused, while the user must decide first. */
  closeDisabled?: boolean
}

/** The title bar: back, the view's title, close. A new title cross-fades with the old one in 120 ms. */
export function Header(props: HeaderProps) {
  const {
    title,
    titleHidden = false,
    onBack,
    backLabel = 'Back',
    onClose,
    closeLabel = 'Close',
    closeDisabled = false,
  } = props
  return (
    <div part="header">
      <span className="lk-header-side">
        {onBack !== undefined && <IconButton icon="back" label={backLabel} onClick={onBack} />}
      </span>
      <Swap swapKey={titleHidden ? '' : title} as="h1" part="header-title" share={0.8}>
        {titleHidden ? <span className="lk-hidden">{title}</span> : title}
      </Swap>
      <span className="lk-header-side">
        {onClose !== undefined && (
          <IconButton icon="close" label={closeLabel} onClick={onClose} disabled={closeDisabled} />
        )}
      </span>
    </div>
  )
}
