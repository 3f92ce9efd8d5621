import { type ReactNode, useId } from 'react'

/** A choice between a few values, as buttons in a row. */
export const Segments = <option extends string>(props: {
  label: string
  value: option
  options: readonly option[]
  names?: Readonly<Record<string, string>>
  onChange: (value: option) => void
}) => {
  const { label, value, options, names = {}, onChange } = props
  const group = useId()
  return (
    <fieldset className="segments">
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input type="radio" name={group} checked={option === value} onChange={() => onChange(option)} />
            <span>{names[option] ?? option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** On or off. */
export const Check = (props: {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}) => (
  <label className="check">
    <input
      type="checkbox"
      checked={props.checked}
      disabled={props.disabled}
      onChange={({ target }) => props.onChange(target.checked)}
    />
    {props.label}
  </label>
)

/** One line of text. */
export const Field = (props: {
  label: string
  value: string
  placeholder?: string
  onChange: (value: string) => void
}) => (
  <label>
    {props.label}
    <input
      value={props.value}
      placeholder={props.placeholder}
      onChange={({ target }) => props.onChange(target.value)}
      autoComplete="off"
      maxLength={200}
    />
  </label>
)

/** Choices about one topic, under their heading. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="group" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
