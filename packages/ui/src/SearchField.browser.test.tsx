import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { SearchField } from './SearchField.tsx'
import { act } from './testing/act.ts'
import { mountPart } from './testing/mountPart.tsx'

function Field({ onArrowDown, onEscape }: { onArrowDown?: () => void; onEscape?: (wasUsed: boolean) => void }) {
  const [value, setValue] = useState('')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the dialog around the field
    <div onKeyDown={(event) => event.key === 'Escape' && onEscape?.(event.defaultPrevented)}>
      <SearchField
        label="Search wallets"
        clearLabel="Clear"
        value={value}
        onChange={setValue}
        {...(onArrowDown && { onArrowDown })}
      />
    </div>
  )
}
const type = (keys: string) => act(() => userEvent.keyboard(keys))

test('Escape empties the field first, and is left to the dialog when there is nothing to empty', async () => {
  const onEscape = vi.fn()
  using part = await mountPart(<Field onEscape={onEscape} />)
  const input = part.get<HTMLInputElement>('input')
  await act(() => input.focus())
  await type('abc{Escape}')
  expect([input.value, onEscape.mock.lastCall]).toEqual(['', [true]])
  await type('{Escape}')
  expect(onEscape.mock.lastCall).toEqual([false])
})

test('is emptied by its button, which appears with text and gives the focus back', async () => {
  using part = await mountPart(<Field />)
  expect(part.root.querySelector('button')).toBeNull()
  await act(() => part.get('input').focus())
  await type('abc')
  await act(() => userEvent.click(part.get('[aria-label=Clear]')))
  expect([part.get<HTMLInputElement>('input').value, part.root.activeElement]).toEqual(['', part.get('input')])
})

test('the arrow down leads into what was found', async () => {
  const onArrowDown = vi.fn()
  using part = await mountPart(<Field onArrowDown={onArrowDown} />)
  await act(() => part.get('input').focus())
  await type('{ArrowDown}')
  expect(onArrowDown).toHaveBeenCalledOnce()
})
