import { type HTMLInputAutoCompleteAttribute, type KeyboardEvent, type ReactNode, useId, useReducer } from 'react'
import { FieldMessage } from './FieldMessage.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import { startFocus } from './startFocus.ts'

/** A labeled single-line field. The parent owns the text. */
export type TextFieldProps = {
  label: string
  /** The label is only for assistive technology: the placeholder or the view already shows it. */
  labelHidden?: boolean
  value: string
  onChange: (value: string) => void
  /** Enter, or the trailing action. */
  onSubmit?: () => void
  /** Other keys than Enter. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Accessible name of the trailing action, an arrow that appears once there is something to submit. */
  submitLabel?: string
  /** The error text; associated with the field. */
  error?: string | undefined
  hint?: string | undefined
  placeholder?: string
  icon?: IconName
  /** Other content at the end: a unit, a "max" button. */
  trailing?: ReactNode
  type?: 'text' | 'email' | 'search' | 'password'
  inputMode?: 'text' | 'email' | 'decimal' | 'numeric' | 'search'
  autoComplete?: HTMLInputAutoCompleteAttribute
  maxLength?: number
  disabled?: boolean
  /** The text for a pending action. */
  busy?: string | undefined
  autoFocus?: boolean
}

/** A single-line text field with its label, its error and its action. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    labelHidden = false,
    value,
    onChange,
    onSubmit,
    onKeyDown,
    submitLabel,
    error,
    hint,
    icon,
    trailing,
    busy,
  } = props
  const { placeholder, type = 'text', inputMode, autoComplete = 'off', maxLength, disabled = false, autoFocus } = props
  const id = useId()
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const described = (error ?? hint) !== undefined
  return (
    <div part="field">
      <label htmlFor={id} className={labelHidden ? 'lk-hidden' : undefined} part="label">
        {label}
      </label>
      <div part="field-box" data-invalid={error !== undefined || undefined}>
        {icon !== undefined && <Icon name={icon} />}
        <input
          id={id}
          part="input"
          type={type}
          // An address reads from left to right in every language; without this "ada@" shows as "@ada" on a right-to-left page.
          dir={type === 'email' ? 'ltr' : undefined}
          value={value}
          disabled={disabled}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          {...startFocus(autoFocus)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described ? `${id}-message` : undefined}
          onChange={(event) => {
            onChange(event.target.value)
            // Where the parent keeps its text, Preact would leave what was typed.
            drawAgain()
          }}
          onKeyDown={(event) => {
            onKeyDown?.(event)
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || onSubmit === undefined) return
            event.preventDefault()
            if (busy === undefined) onSubmit()
          }}
          placeholder={placeholder}
          inputMode={inputMode}
          maxLength={maxLength}
        />
        {trailing}
        {busy !== undefined ? (
          <span part="field-action">
            <Spinner label={busy} size={20} />
          </span>
        ) : (
          onSubmit !== undefined &&
          submitLabel !== undefined &&
          value !== '' && (
            <button type="button" part="field-action" aria-label={submitLabel} onClick={onSubmit}>
              <Icon name="chevron" />
            </button>
          )
        )}
      </div>
      {described && <FieldMessage id={`${id}-message`} error={error} hint={hint} />}
    </div>
  )
}
