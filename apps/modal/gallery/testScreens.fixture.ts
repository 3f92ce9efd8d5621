import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setThemeAtom } from '../src/state/theme.ts'
import { mountScreen } from './mountScreen.fixture.tsx'
import type { Screen } from './Screen.fixture.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Returns axe's violations below an element, one line per node; by all rules, or by those that `runOnly` names. */
export const violations = async (
  target: Element,
  runOnly: axe.RunOnly = { type: 'tag', values: tags },
): Promise<string[]> => {
  const { violations: found } = await axe.run(target, { runOnly, iframes: false })
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`))
}

/** Resolves when every animation and transition has ended, except spinners and carets, which never do. */
const settled = (root: ShadowRoot) =>
  Promise.allSettled(
    root
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished),
  )

const dialogOf = (root: ShadowRoot): HTMLDialogElement => {
  const dialog = root.querySelector('dialog')
  if (dialog === null) throw new Error('No dialog')
  return dialog
}

/** Checks that the open dialog is within the window, without scrolling sideways, and that its controls are big enough. */
const expectFit = (dialog: HTMLDialogElement): void => {
  const panel = dialog.firstElementChild
  if (panel === null) throw new Error('No panel')
  const box = panel.getBoundingClientRect()
  expect(box.width).toBeLessThanOrEqual(innerWidth)
  expect(box.bottom).toBeLessThanOrEqual(innerHeight + 1)
  expect(box.top).toBeGreaterThanOrEqual(0)
  expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth)
  // A link in a sentence is as high as its line (WCAG 2.2, 2.5.8).
  for (const target of dialog.querySelectorAll<HTMLElement>('button, a:not([part~=link]), input, summary')) {
    if (!target.checkVisibility()) continue
    const { width, height } = target.getBoundingClientRect()
    expect(Math.min(width, height), target.outerHTML).toBeGreaterThanOrEqual(24)
  }
}

/** Tests every screen of a table: names, accessibility in both themes, its size, and a way to leave it. */
export const testScreens = (screens: Readonly<Record<string, Screen>>): void => {
  test.each(Object.keys(screens))(
    '%s is named and accessible in dark and light, fits 370 px and 320 px right to left, and closes',
    async (name) => {
      await page.viewport(800, 800)
      using screen = await mountScreen(name, { mode: 'dark' })
      const { host, root, modal } = screen
      await expect.poll(() => root.querySelector('dialog')?.open).toBe(true)
      await settled(root)
      const dialog = dialogOf(root)
      expect(dialog.getAttribute('aria-label')).toBe(root.querySelector('h1')?.textContent)
      expect(await violations(host)).toEqual([])

      const dark = getComputedStyle(dialog).color
      modal.store.set(setThemeAtom, 'light', {})
      await expect.poll(() => getComputedStyle(dialog).color).not.toBe(dark)
      await settled(root)
      // A theme changes colors and nothing else.
      expect(await violations(host, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })).toEqual([])

      await page.viewport(370, 640)
      await expect.poll(() => innerWidth).toBe(370)
      await settled(root)
      expectFit(dialog)
      document.documentElement.dir = 'rtl'
      await page.viewport(320, 640)
      await expect.poll(() => innerWidth).toBe(320)
      expect(getComputedStyle(dialog).direction).toBe('rtl')
      await settled(root)
      expectFit(dialog)

      const close = [...dialog.querySelectorAll('button')].find((button) => button.ariaLabel === 'Close')
      expect(close?.disabled).toBe(false)
      close?.click()
      await expect.poll(() => dialog.open).toBe(false)
    },
  )
}
