import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { CodeField, type CodeFieldProps } from './CodeField.tsx'
import { act } from './testing/act.ts'
import { type MountedPart, mountPart, violations } from './testing/mountPart.tsx'

function Field({ value: start = '', onComplete = () => {}, ...rest }: Partial<CodeFieldProps>) {
  const [value, setValue] = useState(start)
  return <CodeField label="Code" {...rest} value={value} onChange={setValue} onComplete={onComplete} />
}

const input = (part: MountedPart) => part.get<HTMLInputElement>('input')
const boxes = (part: MountedPart) =>
  [...part.root.querySelectorAll('[part=code-box]')].map((box) => box.textContent).join('|')
const marked = (part: MountedPart) =>
  [...part.root.querySelectorAll('[part=code-box]')].indexOf(part.get('[part=code-box][data-active]'))
const type = async (part: MountedPart, keys: string) => {
  await act(() => input(part).focus())
  await act(() => userEvent.keyboard(keys))
}
const paste = (part: MountedPart, text: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  return act(async () => {
    input(part).dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
}

test('is one text field with a name that the platform may fill', async () => {
  using part = await mountPart(<Field />)
  expect(part.root.querySelectorAll('input')).toHaveLength(1)
  expect(input(part).autocomplete).toBe('one-time-code')
  expect(input(part).inputMode).toBe('numeric')
  expect(await violations(part.host)).toEqual([])
})

describe('typing', () => {
  test('fills one box a digit and completes with the sixth', async () => {
    const onComplete = vi.fn()
    using part = await mountPart(<Field onComplete={onComplete} />)
    await type(part, '12345')
    expect(boxes(part)).toBe('1|2|3|4|5|')
    expect(onComplete).not.toHaveBeenCalled()
    await type(part, '6')
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456')
  })

  test('ignores what is no digit and what is too much', async () => {
    const onComplete = vi.fn()
    using part = await mountPart(<Field onComplete={onComplete} />)
    await type(part, '1a2-3 4567')
    expect(boxes(part)).toBe('1|2|3|4|5|6')
    expect(onComplete).toHaveBeenCalledOnce()
  })

  test('the marked box follows the caret, and Backspace takes the digit before it', async () => {
    using part = await mountPart(<Field value="1234" />)
    await type(part, '{End}')
    expect(marked(part)).toBe(4)
    await type(part, '{ArrowLeft}{ArrowLeft}')
    expect(marked(part)).toBe(2)
    await type(part, '{Backspace}')
    expect(boxes(part)).toBe('1|3|4|||')
    expect(marked(part)).toBe(1)
  })

  test('completes again after a correction', async () => {
    const onComplete = vi.fn()
    using part = await mountPart(<Field value="123456" onComplete={onComplete} />)
    await type(part, '{End}{Backspace}7')
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('123457')
  })
})

describe('pasting', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456\n', '123456'],
    ['123-456', '123456'],
    ['Your Latchkey code is 123456. It ends in 10 minutes.', '123456'],
    ['Sent at 12:30: 481 516', '481516'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['1 2 3 4 5 6', '123456'],
  ])('%j completes with %s', async (text, code) => {
    const onComplete = vi.fn()
    using part = await mountPart(<Field value="9" onComplete={onComplete} />)
    await paste(part, text)
    expect(onComplete).toHaveBeenCalledExactlyOnceWith(code)
  })

  test('a part of a code fills a part of the boxes', async () => {
    using part = await mountPart(<Field />)
    await paste(part, '123')
    expect(boxes(part)).toBe('1|2|3|||')
  })

  test('text without digits changes nothing', async () => {
    using part = await mountPart(<Field value="12" />)
    await paste(part, 'hello')
    expect(boxes(part)).toBe('1|2||||')
  })
})

describe('a wrong code', () => {
  const error = 'That code is not right. Tries left: 2'
  const shakes = (part: MountedPart) => part.get('[part=code-boxes]').getAnimations().length

  test('is said in words, tied to the field', async () => {
    using part = await mountPart(<Field value="123456" error={error} />)
    const message = part.root.getElementById(input(part).getAttribute('aria-describedby') ?? '')
    expect(message?.textContent).toBe(error)
    expect(input(part).getAttribute('aria-invalid')).toBe('true')
    expect(await violations(part.host)).toEqual([])
  })

  test('shakes once, and again for the next one', async () => {
    using part = await mountPart(<Field value="123456" />)
    expect(shakes(part)).toBe(0)
    await part.render(<Field value="123456" error={error} />)
    expect(shakes(part)).toBe(1)
    for (const animation of part.get('[part=code-boxes]').getAnimations()) animation.finish()
    await part.render(<Field value="123456" error={error} hint="again" />)
    expect(shakes(part)).toBe(0)
    await part.render(<Field value="123456" error="That code is not right. Tries left: 1" />)
    expect(shakes(part)).toBe(1)
  })
})

test('takes nothing while the code is being checked, and keeps focus', async () => {
  const onComplete = vi.fn()
  using part = await mountPart(<Field value="12345" onComplete={onComplete} busy="Checking the code" />)
  await type(part, '6')
  await paste(part, '123456')
  expect(boxes(part)).toBe('1|2|3|4|5|')
  expect(onComplete).not.toHaveBeenCalled()
  expect(part.root.activeElement).toBe(input(part))
})

test('reads left to right in a right to left page', async () => {
  using part = await mountPart(<Field value="123456" />, { dir: 'rtl' })
  const [first, , , , , last] = [...part.root.querySelectorAll('[part=code-box]')]
  expect(first?.getBoundingClientRect().left).toBeLessThan(last?.getBoundingClientRect().left ?? 0)
})
