import { type KeyboardEvent, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import { TextField } from './TextField.tsx'

/** The parent owns the text and filters by it. */
export type SearchFieldProps = {
  /** The searched content; also the placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Accessible name of the clear button. */
  clearLabel: string
  /** Moves the focus down into the results. */
  onArrowDown?: () => void
  autoFocus?: boolean
}

/** A field that searches as the user types. Escape clears it; in an empty field, Escape acts as usual. */
export function SearchField({ label, value, onChange, clearLabel, onArrowDown, autoFocus = false }: SearchFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const clear = () => {
    onChange('')
    place.current?.querySelector('input')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && onArrowDown !== undefined) {
      event.preventDefault()
      onArrowDown()
    }
    if (event.key === 'Escape' && value !== '') {
      event.preventDefault()
      clear()
    }
  }
  return (
    <div ref={place} part="search">
      <TextField
        label={label}
        labelHidden
        placeholder={label}
        icon="search"
        type="search"
        inputMode="search"
        value={value}
        onChange={onChange}
        onKeyDown={onKeyDown}
        autoFocus={autoFocus}
        trailing={value !== '' && <IconButton icon="close" label={clearLabel} onClick={clear} />}
      />
    </div>
  )
}
