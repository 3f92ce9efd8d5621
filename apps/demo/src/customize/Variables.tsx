import { parseThemeVariables, type ThemeRow, themeTable } from '@latchkey/protocol/theme'
import { useState } from 'react'

type Variables = Readonly<Record<string, string>>

const rows: Readonly<Record<string, ThemeRow>> = themeTable

const takes = (row: ThemeRow): string => {
  if (row.kind === 'color') return 'A color, such as #3b82f6.'
  if (row.kind === 'fontFamily') return 'Names of fonts.'
  const unit = { length: 'px', duration: 'ms', number: '' }[row.kind]
  return `From ${row.min}${unit} to ${row.max}${unit}.`
}

const isTaken = (name: string, value: string): boolean => Object.hasOwn(parseThemeVariables({ [name]: value }), name)

/** Any variable of the theme, by name. `known`: those that other controls set. */
export const Variables = (props: {
  value: Variables
  known: readonly string[]
  onChange: (value: Variables) => void
}) => {
  const { value, known, onChange } = props
  const [name, setName] = useState('--lk-surface')
  const [text, setText] = useState('')
  const row = rows[name]
  const isWrong = text !== '' && !isTaken(name, text)
  const without = (removed: string): Variables =>
    Object.fromEntries(Object.entries(value).filter(([each]) => each !== removed))
  const add = (): void => {
    if (text === '' || isWrong) return
    onChange({ ...value, [name]: text })
    setText('')
  }
  return (
    <details>
      <summary>All variables</summary>
      <form
        className="variable"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <label>
          Variable
          <select value={name} onChange={({ target }) => setName(target.value)}>
            {Object.keys(rows)
              .filter((each) => !known.includes(each))
              .map((each) => (
                <option key={each}>{each}</option>
              ))}
          </select>
        </label>
        <label>
          Value
          <input
            value={text}
            placeholder={row?.light}
            aria-invalid={isWrong}
            aria-describedby="variable-takes"
            onChange={({ target }) => setText(target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <button type="submit" className="quiet">
          Set
        </button>
      </form>
      <p id="variable-takes" className={isWrong ? 'hint wrong' : 'hint'}>
        {row !== undefined && takes(row)}
      </p>
      <ul className="chosen">
        {Object.entries(value).map(([each, set]) => (
          <li key={each}>
            <code>{`${each}: ${set}`}</code>
            <button
              type="button"
              className="quiet"
              aria-label={`Remove ${each}`}
              onClick={() => onChange(without(each))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
