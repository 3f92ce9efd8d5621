import { Profiler, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { TextField, type TextFieldProps } from './TextField.tsx'
import { act } from './testing/act.ts'
import { mountPart, violations } from './testing/mountPart.tsx'

function Field({ value: start = '', ...rest }: Partial<TextFieldProps>) {
  const [value, setValue] = useState(start)
  return <TextField label="Email" submitLabel="Continue" {...rest} value={value} onChange={setValue} />
}

test('has its label, also when it is hidden', async () => {
  using part = await mountPart(<Field labelHidden />)
  expect(part.get<HTMLInputElement>('input').labels?.[0]?.textContent).toBe('Email')
  expect(await violations(part.host)).toEqual([])
})

test('an error is tied to the field', async () => {
  using part = await mountPart(<Field value="ada@" error="Please enter a valid email address" hint="We send a code" />)
  const input = part.get('input')
  expect(input.ariaInvalid).toBe('true')
  expect(part.root.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Please enter a valid email address',
  )
})

test('Enter submits', async () => {
  const onSubmit = vi.fn()
  using part = await mountPart(<Field onSubmit={onSubmit} />)
  await act(() => part.get('input').focus())
  await act(() => userEvent.keyboard('ada@example.org{Enter}'))
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('Enter that ends a composition does not submit', async () => {
  const onSubmit = vi.fn()
  using part = await mountPart(<Field value="にほん" onSubmit={onSubmit} />)
  const enter = new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, composed: true })
  part.get('input').dispatchEvent(enter)
  expect(onSubmit).not.toHaveBeenCalled()
})

test('the action appears with something to submit', async () => {
  const onSubmit = vi.fn()
  using part = await mountPart(<Field onSubmit={onSubmit} />)
  expect(part.root.querySelector('button')).toBeNull()
  await act(() => part.get('input').focus())
  await act(() => userEvent.keyboard('a'))
  await act(() => userEvent.click(part.get('[aria-label=Continue]')))
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('submits once while busy', async () => {
  const onSubmit = vi.fn()
  using part = await mountPart(<Field value="ada@example.org" onSubmit={onSubmit} busy="Sending the code" />)
  await act(() => part.get('input').focus())
  await act(() => userEvent.keyboard('{Enter}'))
  expect(onSubmit).not.toHaveBeenCalled()
  expect(part.get('[part=spinner]').ariaLabel).toBe('Sending the code')
})

test('is drawn again for a text that its parent refuses: Preact restores the input only then', async () => {
  const onRender = vi.fn()
  using part = await mountPart(
    <Profiler id="field" onRender={onRender}>
      <TextField label="Amount" value="20" onChange={() => undefined} />
    </Profiler>,
  )
  await act(() => part.get('input').focus())
  onRender.mockClear()
  await act(() => userEvent.keyboard('x'))
  expect(onRender).toHaveBeenCalled()
  expect(part.get<HTMLInputElement>('input').value).toBe('20')
})
