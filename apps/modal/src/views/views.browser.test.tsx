import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mountScreen } from '../../gallery/mountScreen.fixture.tsx'
import { screens } from '../../gallery/screens.fixture.ts'

/** What is a part of the page is no dialog; it is tried below. */
const embedded = 'Connect, embedded'
const names = Object.keys(screens).filter((name) => name !== embedded)
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Spinners and carets never end, and what follows the scrolling has no time. */
const ended = (root: ShadowRoot) =>
  Promise.allSettled(
    root
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished),
  )

const violations = async (target: Element): Promise<string[]> => {
  const { violations: found } = await axe.run(target, { runOnly: { type: 'tag', values: tags }, iframes: false })
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`))
}

const dialogOf = (root: ShadowRoot): HTMLDialogElement => {
  const dialog = root.querySelector('dialog')
  if (dialog === null) throw new Error('No dialog')
  return dialog
}

const shown = async (name: string, options: Parameters<typeof mountScreen>[1] = {}) => {
  const screen = await mountScreen(name, options)
  await expect.poll(() => screen.root.querySelector('dialog')?.open).toBe(true)
  await ended(screen.root)
  return screen
}

test.each(names.flatMap((name) => (['light', 'dark'] as const).map((mode) => [name, mode] as const)))(
  '%s in %s has no accessibility violation, and its own name',
  async (name, mode) => {
    await page.viewport(800, 800)
    using screen = await shown(name, { mode })
    expect(await violations(screen.host)).toEqual([])
    const dialog = dialogOf(screen.root)
    expect(dialog.getAttribute('aria-label')).toBe(screen.root.querySelector('h1')?.textContent)
  },
)

test.each(names.flatMap((name) => [[name, 370, 'ltr'] as const, [name, 320, 'rtl'] as const]))(
  '%s fits %i px, %s, with targets of at least 24 px and a way out',
  async (name, width, dir) => {
    await page.viewport(width, 640)
    using screen = await shown(name, { dir })
    const dialog = dialogOf(screen.root)
    const panel = dialog.firstElementChild
    if (panel === null) throw new Error('No panel')
    const box = panel.getBoundingClientRect()
    expect(box.width).toBeLessThanOrEqual(width)
    expect(box.bottom).toBeLessThanOrEqual(641)
    expect(box.top).toBeGreaterThanOrEqual(0)
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth)
    // A link in a sentence is as high as its line (WCAG 2.2, 2.5.8).
    for (const target of dialog.querySelectorAll<HTMLElement>('button, a:not([part~=link]), input, summary')) {
      if (!target.checkVisibility()) continue
      const { width: wide, height } = target.getBoundingClientRect()
      expect(Math.min(wide, height), target.outerHTML).toBeGreaterThanOrEqual(24)
    }
    const close = [...dialog.querySelectorAll('button')].find((button) => button.ariaLabel === 'Close')
    expect(close?.disabled).toBe(false)
    close?.click()
    await expect.poll(() => dialog.open).toBe(false)
  },
)

test.each(['light', 'dark'] as const)(
  'as a part of the page in %s: a named region, no dialog, nothing to close',
  async (mode) => {
    await page.viewport(800, 900)
    using screen = await mountScreen(embedded, { mode })
    await expect.poll(() => screen.root.querySelector('section')?.ariaLabel).toBe('Log in or sign up')
    expect(screen.root.querySelector('dialog')).toBeNull()
    expect([...screen.root.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel)).not.toContain('Close')
    expect(await violations(screen.host)).toEqual([])
  },
)

test('without motion the header of a view that has not scrolled draws nothing over what is below it', async () => {
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true)
  using screen = await shown('Connect')
  const header = dialogOf(screen.root).querySelector('[part~=header]')
  expect(header && getComputedStyle(header).boxShadow).toBe('none')
})
