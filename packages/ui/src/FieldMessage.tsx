import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

/** Shows one text: `busy` before `error` before `hint`. */
export type FieldMessageProps = {
  /** The id for the field's `aria-describedby`. */
  id: string
  busy?: string | undefined
  error?: string | undefined
  hint?: string | undefined
}

/** The message under a field. */
export function FieldMessage({ id, busy, error, hint }: FieldMessageProps) {
  const wrong = busy === undefined && error !== undefined
  return (
    <p id={id} part="message" data-tone={wrong ? 'danger' : undefined} role={wrong ? 'alert' : undefined}>
      {wrong && <Icon name="error" size={16} />}
      {busy !== undefined && <Spinner label="" size={16} />}
      <span>{busy ?? error ?? hint}</span>
    </p>
  )
}
