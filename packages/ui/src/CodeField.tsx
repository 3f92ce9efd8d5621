import { type ClipboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { FieldMessage } from './FieldMessage.tsx'
import { animate } from './motion.ts'
import { startFocus } from './startFocus.ts'

/** The field of a six-digit code. The parent owns the digits. */
export type CodeFieldProps = {
  label: string
  /** Digits so far. */
  value: string
  onChange: (value: string) => void
  /** All six digits are there: typed, pasted or filled in by the platform. */
  onComplete: (code: string) => void
  /** The error of the last code; the boxes shake once for each new message. */
  error?: string | undefined
  hint?: string | undefined
  /** The text for a pending check; the field is read-only meanwhile. */
  busy?: string | undefined
  autoFocus?: boolean
}

const length = 6

/** ASCII digits of a text; Arabic-Indic and Persian digits count. */
const digitsOf = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/\D/g, '')

/** The code in a pasted text: six digits in a row, perhaps with a gap, before any others. */
const codeIn = (text: string): string => {
  const run = /(?<![\p{Nd}])\p{Nd}{3}[\s-]?\p{Nd}{3}(?![\p{Nd}])/u.exec(text)
  return digitsOf(run?.[0] ?? text).slice(0, length)
}

/** A one-time code: six boxes drawn over one real input. */
export function CodeField({ label, value, onChange, onComplete, error, hint, busy, autoFocus }: CodeFieldProps) {
  const id = useId()
  const boxes = useRef<HTMLDivElement>(null)
  const [caret, setCaret] = useState(0)
  const active = Math.min(caret, value.length, length - 1)
  const described = (busy ?? error ?? hint) !== undefined

  useEffect(() => {
    if (error === undefined || boxes.current === null) return
    const offsets = [0, -6, 6, -4, 4, -2, 0]
    animate(
      boxes.current,
      offsets.map((x) => ({ transform: `translateX(${x}px)` })),
      8 / 3,
    )
  }, [error])

  const take = (digits: string) => {
    if (digits === value || busy !== undefined) return
    onChange(digits)
    if (digits.length === length) onComplete(digits)
  }
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault()
    const code = codeIn(event.clipboardData.getData('text'))
    if (code === '') return
    take(code)
    setCaret(code.length)
  }
  // React's select event doesn't fire in a shadow root.
  const followCaret = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) =>
    setCaret(input.selectionStart ?? 0)

  return (
    <div part="code">
      <div ref={boxes} part="code-boxes" data-invalid={error !== undefined || undefined}>
        <input
          part="code-input"
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          readOnly={busy !== undefined}
          {...startFocus(autoFocus)}
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described ? id : undefined}
          onChange={(event) => {
            take(codeIn(event.target.value))
            followCaret(event)
          }}
          onPaste={onPaste}
          onFocus={followCaret}
          onKeyUp={followCaret}
          onPointerUp={followCaret}
        />
        {Array.from({ length }, (_, index) => (
          <span key={index} part="code-box" aria-hidden="true" data-active={index === active || undefined}>
            {value[index]}
          </span>
        ))}
      </div>
      {described && <FieldMessage id={id} busy={busy} error={error} hint={hint} />}
    </div>
  )
}
