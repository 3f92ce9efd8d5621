import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Button } from './Button.tsx'
import { act } from './testing/act.ts'
import { mountPart, violations } from './testing/mountPart.tsx'

const button = (onClick: () => void, props: { armed?: number; busy?: string; disabled?: boolean } = {}) => (
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
  const shown = (element: Element) => getComputedStyle(element).clipPath

  test('acts only when full', async () => {
    const onClick = vi.fn()
    using part = await mountPart(button(onClick, { armed: 0.99 }))
    await act(() => userEvent.click(part.get('button'), { force: true }))
    expect(onClick).not.toHaveBeenCalled()
    expect(part.get('button').ariaDisabled).toBe('true')
    await part.render(button(onClick, { armed: 1 }))
    await act(() => userEvent.click(part.get('button')))
    expect(onClick).toHaveBeenCalledOnce()
  })

  test.each([
    ['ltr', 'inset(0px 75% 0px 0px)'],
    ['rtl', 'inset(0px 0px 0px 75%)'],
  ] as const)('fills from the start in a %s page', async (dir, clip) => {
    using part = await mountPart(button(vi.fn(), { armed: 0.25 }), { dir })
    expect(shown(part.get('[part=button-fill]'))).toBe(clip)
  })

  test('is named once, and legible on both sides of the edge', async () => {
    using part = await mountPart(button(vi.fn(), { armed: 0.5 }))
    expect(part.get('[part=button-fill]').ariaHidden).toBe('true')
    expect(await violations(part.host)).toEqual([])
  })
})
