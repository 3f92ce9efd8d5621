import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ApprovalSurface } from './approvalSurface.ts'
import type { PendingApproval } from './createApprovalQueue.ts'
import { type OpenScenarioOptions, openScenario } from './openScenario.fixture.ts'
import { type Scenario, scenarios } from './scenarios.fixture.ts'
import { armingMs, hiddenMs } from './screen/createArming.ts'
import type { Watch } from './screen/watchVisibility.ts'
import type { ApprovalWindow, WindowState } from './window/createApprovalWindow.ts'

/** The surfaces of approvals: here, here or in a window, in a window. The tests control the clock and visibility. */

const button = (name: string) => page.getByRole('button', { name, exact: true })
const isArmed = () => button('Sign').element().getAttribute('aria-disabled') === null

/** An observer that reports what the test sets. */
const fakeSight = (isSeen: boolean) => {
  const watchers = new Set<(isSeen: boolean) => void>()
  const watch: Watch = (_, onChange) => {
    watchers.add(onChange)
    onChange(isSeen)
    return () => watchers.delete(onChange)
  }
  return {
    watch,
    see: (next: boolean) => {
      isSeen = next
      for (const tell of watchers) tell(next)
    },
  }
}

/** A window that does what the test sets, and records the calls. */
const fakeWindow = () => {
  let state: WindowState = { kind: 'none', mayBeOut: false }
  const subscribers = new Set<() => void>()
  const wanted: string[] = []
  const shown: (PendingApproval | null)[] = []
  const set = (next: Partial<WindowState>): void => {
    state = { ...state, ...next }
    for (const notify of subscribers) notify()
  }
  const approvalWindow: ApprovalWindow = {
    state: () => state,
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
    open() {
      wanted.push('open')
      set({ kind: 'opening' })
    },
    focus: () => void wanted.push('focus'),
    close: () => void wanted.push('close'),
    show: (approval) => void shown.push(approval),
  }
  return { approvalWindow, set, shown, wanted }
}

const open = (place: ApprovalSurface, options: OpenScenarioOptions = {}) =>
  openScenario(scenarios.message as Scenario, { place, ...options })
const appear = () => expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
/** Advances the time and renders the effects. */
const pass = async (ms: number) => {
  vi.advanceTimersByTime(ms)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

beforeEach(async () => {
  await page.viewport(360, 600)
})
afterEach(() => {
  vi.useRealTimers()
})
const holdClock = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })

describe.each(['here', 'hereOrWindow'] as const)('%s', (kind) => {
  test('arms after 700 ms of being seen, and starts over when it is not', async () => {
    holdClock()
    const { watch, see } = fakeSight(true)
    using screen = open({ kind, watch })
    await appear()
    await pass(armingMs - 100)
    expect(isArmed()).toBe(false)
    await pass(200)
    expect(isArmed()).toBe(true)
    see(false)
    await pass(0)
    expect(isArmed()).toBe(false)
    see(true)
    await pass(armingMs - 100)
    expect(isArmed()).toBe(false)
    expect(screen.signed).toEqual([])
  })

  test.each(['resize', 'blur', 'hashchange'])('starts over at a %s', async (name) => {
    holdClock()
    const { watch } = fakeSight(true)
    using _ = open({ kind, watch })
    await appear()
    await pass(armingMs + 100)
    expect(isArmed()).toBe(true)
    window.dispatchEvent(new Event(name))
    await pass(0)
    expect(isArmed()).toBe(false)
    await pass(armingMs + 100)
    expect(isArmed()).toBe(true)
  })

  test('does not act on a key or a click before it is armed', async () => {
    holdClock()
    const { watch } = fakeSight(false)
    using screen = open({ kind, watch })
    await appear()
    await pass(2_000)
    await userEvent.click(button('Sign'), { force: true })
    ;(button('Sign').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter} ')
    expect(screen.signed).toEqual([])
  })
})

describe('what stays out of sight for 3 s', () => {
  test('is offered in a window, where the project leaves that open; the button here stays disarmed', async () => {
    holdClock()
    const { watch } = fakeSight(false)
    const { approvalWindow, shown, wanted } = fakeWindow()
    using screen = open({ kind: 'hereOrWindow', watch }, { approvalWindow })
    await appear()
    await pass(hiddenMs - 100)
    expect(button('Continue in a window').query()).toBeNull()
    await pass(200)
    await expect.element(button('Continue in a window')).toBeVisible()
    expect(isArmed()).toBe(false)
    await expect.poll(violations, { timeout: 20_000 }).toEqual([])
    await userEvent.click(button('Continue in a window'))
    expect(wanted).toEqual(['open'])
    await expect.element(page.getByText('Continue in the other window')).toBeVisible()
    expect(shown.at(-1)?.id).toBe(screen.id)
    expect(button('Sign').query()).toBeNull()
  })

  test('is not offered where the project wants it here', async () => {
    holdClock()
    const { watch } = fakeSight(false)
    using _ = open({ kind: 'here', watch }, { approvalWindow: fakeWindow().approvalWindow })
    await appear()
    await pass(hiddenMs + 1_000)
    expect(button('Continue in a window').query()).toBeNull()
    expect(isArmed()).toBe(false)
  })
})

describe('in a window', () => {
  const place: ApprovalSurface = { kind: 'window', because: 'project' }
  const reject = async (name: string, screen: ReturnType<typeof open>) => {
    await userEvent.click(button('Reject'))
    await expect(screen.result).rejects.toMatchObject({ name })
  }

  test('shows nothing of the request here, opens in the click, and is closed with the request', async () => {
    const { approvalWindow, shown, wanted } = fakeWindow()
    using screen = open(place, { approvalWindow })
    await appear()
    expect(document.body.textContent).not.toContain('Welcome to Arcswap')
    expect(wanted).toEqual([])
    await userEvent.click(button('Open window'))
    expect(wanted).toEqual(['open'])
    await userEvent.click(button('Show window'))
    expect(wanted).toEqual(['open', 'focus'])
    await reject('USER_REJECTED', screen)
    expect(shown.at(-1)).toBeNull()
  })

  test.each([
    ['blocked', 'Your browser blocked the window', 'Try again'],
    ['silent', 'The window didn’t load', 'Open again'],
    ['closed', 'The window was closed', 'Open again'],
  ] as const)('that is %s says so, and is opened again or rejected', async (kind, words, again) => {
    const { approvalWindow, set, wanted } = fakeWindow()
    using screen = open(place, { approvalWindow })
    await appear()
    set({ kind })
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
    await userEvent.click(button(again))
    expect(wanted).toEqual(['open'])
    set({ kind })
    await reject('USER_REJECTED', screen)
  })

  test('that went away with a signed transaction is neither opened again nor taken for a rejection', async () => {
    const { approvalWindow, set } = fakeWindow()
    using screen = open(place, { approvalWindow })
    await appear()
    set({ kind: 'closed', mayBeOut: true })
    await expect.element(page.getByText('The transaction may be on its way')).toBeVisible()
    expect(button('Open again').query()).toBeNull()
    await userEvent.click(button('Close'))
    await expect(screen.result).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
  })

  test.each([
    ['light', 360, 600],
    ['dark', 430, 600],
    ['light', 180, 300],
  ] as const)('is accessible and fits in every state: %s, %i x %i', async (mode, width, height) => {
    await page.viewport(width, height)
    const { approvalWindow, set } = fakeWindow()
    using _ = open({ kind: 'window', because: 'browser' }, { approvalWindow, mode })
    await appear()
    const states: WindowState[] = (['none', 'blocked', 'opening', 'open', 'silent', 'closed'] as const).map((kind) => ({
      kind,
      mayBeOut: false,
    }))
    for (const state of [...states, { kind: 'closed', mayBeOut: true } as const]) {
      set(state)
      await expect.poll(violations, { message: state.kind }).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
      for (const each of document.querySelectorAll<HTMLElement>('[part~=button]')) {
        expect(each.scrollWidth).toBeLessThanOrEqual(each.clientWidth + 1)
      }
    }
  })
})

describe('the keyboard', () => {
  test('starts at the sentence when the page gives the focus to the frame later', async () => {
    using _ = open({ kind: 'here', watch: fakeSight(true).watch })
    const heading = page.getByRole('heading', { level: 1 })
    await expect.element(heading).toHaveFocus()
    // As in a frame that was not shown when the screen appeared: nothing in it could take the focus.
    ;(heading.element() as HTMLElement).blur()
    window.dispatchEvent(new Event('focus'))
    await expect.element(heading).toHaveFocus()
  })

  test('is left where the user has put it', async () => {
    using _ = open({ kind: 'here', watch: fakeSight(true).watch })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    ;(button('Reject').element() as HTMLElement).focus()
    window.dispatchEvent(new Event('focus'))
    await expect.element(button('Reject')).toHaveFocus()
  })
})

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
async function violations(): Promise<string[]> {
  document.documentElement.lang = 'en'
  document.title = 'Wallet'
  const { violations: found } = await axe.run(document.body, { runOnly: tags })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
