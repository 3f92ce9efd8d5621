import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Button } from './Button.tsx'
import { act } from './testing/act.ts'
import { mountPart, violations } from './testing/mountPart.tsx'

const button = (onClick: () => void, props: { armed?: boolean; busy?: string; disabled?: boolean } = {}) => (
  <Button onClick={onClick} {...props}>
    Confirm
  </Button>
)

test.each(['{Enter}', ' '])('acts on the key %j', async (key) => {
  const onClick = vi.fn()
  using part = await mountPart(button(onClick))
  await act(() => part.get('button').focus())
  await act(() => userEvent.keyboard(key))
  expect(onClick).toHaveBeenCalledOnce()
})

test('while busy it keeps focus, says what it does and does not act again', async () => {
  const onClick = vi.fn()
  using part = await mountPart(button(onClick))
  await act(() => part.get('button').focus())
  await part.render(button(onClick, { busy: 'Sending' }))
  await act(() => userEvent.keyboard('{Enter}'))
  expect(onClick).not.toHaveBeenCalled()
  expect(part.root.activeElement).toBe(part.get('button'))
  expect(part.get('button').textContent).toBe('Sending')
  expect(part.get('button').ariaBusy).toBe('true')
  expect(await violations(part.host)).toEqual([])
})

describe('arming', () => {
  test('acts only when it is armed', async () => {
    const onClick = vi.fn()
    using part = await mountPart(button(onClick, { armed: false }))
    await act(() => userEvent.click(part.get('button'), { force: true }))
    expect(onClick).not.toHaveBeenCalled()
    expect(part.get('button').ariaDisabled).toBe('true')
    await part.render(button(onClick, { armed: true }))
    await act(() => userEvent.click(part.get('button')))
    expect(onClick).toHaveBeenCalledOnce()
  })

  test('is legible before it is armed', async () => {
    using part = await mountPart(button(vi.fn(), { armed: false }))
    expect(await violations(part.host)).toEqual([])
  })
})
