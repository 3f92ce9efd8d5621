import { describe, expect, test } from 'vitest'
import { screens } from '../gallery/screens.tsx'
import { mountPart, violations } from './testing/mountPart.tsx'

const shown = Object.entries(screens)
const modes = ['light', 'dark'] as const

describe.each(shown)('%s', (_, screen) => {
  test.each(modes)('meets WCAG 2.2 AA in %s mode', async (mode) => {
    using part = await mountPart(screen, { mode })
    expect(await violations(part.host)).toEqual([])
  })

  test.each(['ltr', 'rtl'] as const)('fits 320 px from %s', async (dir) => {
    using part = await mountPart(screen, { dir, width: 320 })
    const edge = part.get('[part~=panel]').getBoundingClientRect()
    const outside = [...part.root.querySelectorAll('[part]:not([part~=announcer])')].filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < edge.left - 0.5 || right > edge.right + 0.5
    })
    expect(outside.map((element) => element.getAttribute('part'))).toEqual([])
  })

  test('has no target under 24 px', async () => {
    using part = await mountPart(screen, { width: 320 })
    // A link in a sentence is exempt (WCAG 2.5.8, "inline").
    const small = [...part.root.querySelectorAll('button, a, input, summary')].filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return (width < 24 || height < 24) && getComputedStyle(element).display !== 'inline'
    })
    expect(small.map((element) => element.outerHTML)).toEqual([])
  })
})
