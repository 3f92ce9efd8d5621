import { createRef, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Row } from './Row.tsx'
import { act } from './testing/act.ts'
import { type MountedPart, mountPart, violations } from './testing/mountPart.tsx'
import { VirtualList, type VirtualListHandle } from './VirtualList.tsx'

const list = (count: number, onClick: (index: number) => void = vi.fn(), onReach?: (index: number) => void) => (
  <VirtualList
    label="Wallets"
    count={count}
    rowHeight={64}
    keyOf={String}
    renderRow={(index, tabIndex) => (
      <Row title={`Wallet ${index + 1}`} onClick={() => onClick(index)} tabIndex={tabIndex} />
    )}
    {...(onReach && { onReach })}
  />
)
const mounted = (part: MountedPart) => part.root.querySelectorAll('li').length
const focused = (part: MountedPart) => part.root.activeElement?.textContent
const press = (keys: string) => act(() => userEvent.keyboard(keys))
const scrollTo = (part: MountedPart, top: number) =>
  act(async () => {
    const element = part.get('[part=list]')
    element.scrollTop = top
    await new Promise((resolve) => element.addEventListener('scroll', resolve, { once: true }))
  })

test('mounts the rows in sight and few more, wherever it is scrolled to', async () => {
  using part = await mountPart(list(500))
  expect(part.get('[part=list]').scrollHeight).toBeGreaterThanOrEqual(500 * 64)
  for (const top of [0, 640, 12_345, 31_000]) {
    if (top > 0) await scrollTo(part, top)
    expect(mounted(part)).toBeLessThanOrEqual(40)
    const { top: edge, bottom } = part.get('[part=list]').getBoundingClientRect()
    const boxes = [...part.root.querySelectorAll('li')].map((row) => row.getBoundingClientRect())
    expect(Math.min(...boxes.map((box) => box.top))).toBeLessThanOrEqual(edge)
    expect(Math.max(...boxes.map((box) => box.bottom))).toBeGreaterThanOrEqual(Math.min(bottom, edge + 500 * 64 - top))
  }
})

test('tells how many there are and which this is, for those who do not see it', async () => {
  using part = await mountPart(list(500))
  await scrollTo(part, 6400)
  const row = part.get('[data-index="100"]')
  expect([row.getAttribute('aria-setsize'), row.getAttribute('aria-posinset')]).toEqual(['500', '101'])
  expect(await violations(part.host)).toEqual([])
})

describe('the keyboard', () => {
  test('stops once in it, goes from row to row, and to both ends', async () => {
    const onClick = vi.fn()
    using part = await mountPart(list(500, onClick))
    await press('{Tab}')
    const seen = [focused(part)]
    for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowUp}', '{PageDown}', '{PageUp}', '{End}', '{Home}']) {
      await press(key)
      seen.push(focused(part))
    }
    expect(seen.map((text) => Number(text?.replace('Wallet ', '')))).toEqual([
      1,
      2,
      3,
      2,
      expect.any(Number),
      2,
      500,
      1,
    ])
    expect(part.root.querySelectorAll('button[tabindex="0"]')).toHaveLength(1)
    await press('{ArrowUp}{ArrowDown}{Enter}')
    expect(onClick).toHaveBeenCalledExactlyOnceWith(1)
  })

  test('is led to the first row, also a second time', async () => {
    const handle = createRef<VirtualListHandle>()
    using part = await mountPart(
      <VirtualList
        commands={handle}
        label="Wallets"
        count={500}
        rowHeight={64}
        keyOf={String}
        renderRow={(index, tabIndex) => <Row title={`Wallet ${index + 1}`} onClick={vi.fn()} tabIndex={tabIndex} />}
      />,
    )
    await act(() => handle.current?.focusFirst())
    expect(focused(part)).toBe('Wallet 1')
    await press('{End}')
    await act(() => handle.current?.focusFirst())
    expect(focused(part)).toBe('Wallet 1')
  })

  test('goes on from where it was when the row with the focus was scrolled away', async () => {
    using part = await mountPart(list(500))
    await press('{Tab}{ArrowDown}')
    await scrollTo(part, 12_800)
    expect(part.root.activeElement).toBe(part.get('[part=list]'))
    await press('{ArrowDown}')
    expect(focused(part)).toBe('Wallet 3')
  })
})

test('says how far it has come, again when there are more', async () => {
  const onReach = vi.fn()
  using part = await mountPart(list(40, vi.fn(), onReach))
  await scrollTo(part, 2000)
  expect(onReach).toHaveBeenLastCalledWith(39)
  onReach.mockClear()
  await part.render(list(80, vi.fn(), onReach))
  expect(onReach).toHaveBeenCalled()
})

test('a list that becomes shorter under the keyboard keeps a stop for Tab', async () => {
  const shorten = { now: () => {} }
  function Shrinking() {
    const [count, setCount] = useState(100)
    shorten.now = () => setCount(3)
    return list(count)
  }
  using part = await mountPart(<Shrinking />)
  await press('{Tab}{End}')
  expect(focused(part)).toBe('Wallet 100')
  await act(() => shorten.now())
  expect([...part.root.querySelectorAll('button[tabindex="0"]')].map((row) => row.textContent)).toHaveLength(1)
})
