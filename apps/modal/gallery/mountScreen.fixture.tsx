import { t as accountT } from '@latchkey/copy/account'
import { t } from '@latchkey/copy/common'
import type { ThemeMode } from '@latchkey/protocol/theme'
import type { TestModal } from '../src/modal.fixture.ts'
import { setThemeAtom } from '../src/state/theme.ts'
import { createHost } from '../src/ui/createHost.ts'
import { mountViews } from '../src/views/mountViews.tsx'
import type { Screen } from './Screen.fixture.ts'
import { playScreen, screens } from './screens.fixture.ts'

export type MountedScreen = Disposable & {
  modal: TestModal
  host: HTMLElement
  root: ShadowRoot
}

/** A stand-in for the wallet's content, for screenshots of its slot. */
const stand = (mode: ThemeMode): HTMLIFrameElement => {
  const frame = document.createElement('iframe')
  frame.slot = 'frame'
  frame.title = 'Wallet'
  const [ground, text] = mode === 'light' ? ['#fff', '#222'] : ['#12151a', '#eee']
  frame.srcdoc = `<!doctype html><html lang="en"><title>Wallet</title><body style="margin:20px;font:15px system-ui;background:${ground};color:${text}"><h1 style="font-size:17px">The wallet’s own document</h1><button>Reject</button> <button>Confirm</button>`
  return frame
}

/** Waits until the active view is drawn, not only the placeholder of its chunk. */
const drawn = async (root: ShadowRoot): Promise<void> => {
  const isDrawn = () =>
    root.querySelector('dialog, section') !== null &&
    root.querySelector('[part~=waiting]')?.textContent !== t('loading')
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => (isDrawn() ? resolve() : requestAnimationFrame(check))
  check()
  await promise
}

/** Selects a tab of the active view, as soon as it exists. */
const chooseTab = async (root: ShadowRoot, name: string): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const choose = () => {
    const tab = [...root.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) => textContent === name)
    if (tab?.ariaSelected === 'true') return resolve()
    tab?.click()
    requestAnimationFrame(choose)
  }
  choose()
  await promise
}

export type MountScreenOptions = { mode?: ThemeMode; dir?: 'ltr' | 'rtl' }

/** Draws a screen, or one of the table by its name, in a page as a site would have it. */
export const mountScreen = async (
  wanted: string | Screen,
  { mode = 'dark', dir = 'ltr' }: MountScreenOptions = {},
): Promise<MountedScreen> => {
  const screen = typeof wanted === 'string' ? screens[wanted] : wanted
  if (screen === undefined) throw new Error(`There is no screen ${wanted}`)
  const modal = await playScreen(screen)
  modal.store.set(setThemeAtom, mode, {})
  document.documentElement.dir = dir
  const place = createHost()
  const host = place.element()
  const frame = stand(mode)
  host.append(frame)
  Object.assign(modal.wallet, { element: () => frame })
  const unmount = mountViews(host, modal.store, { isInSight: false })
  const root = host.shadowRoot
  if (root === null) throw new Error('The host has no shadow root')
  await drawn(root)
  if (screen.tab !== undefined) await chooseTab(root, accountT(screen.tab))
  return {
    modal,
    host,
    root,
    [Symbol.dispose]() {
      unmount()
      place.remove()
      document.documentElement.dir = 'ltr'
    },
  }
}
