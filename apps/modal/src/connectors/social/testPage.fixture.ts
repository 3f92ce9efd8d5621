import type { OpenerWindow } from './popupFeatures.ts'

/** A window that a page has opened, in memory. */
export type TestWindow = {
  /** The addresses that it was navigated to, in order. */
  readonly visited: string[]
  /** As the page sees it: closed, or isolated from it. */
  closed: boolean
  /** It still shows nothing. */
  isBlank: boolean
  focused: number
}

/** A page's own window in memory, with the windows that it opens. */
export type TestPage = OpenerWindow & {
  readonly opened: TestWindow[]
  /** From now on no window is opened. */
  blocks: boolean
  userAgent: string
  /** Whether the user is in the page, and not in another window. */
  hasFocus: boolean
  /** Sends a message to the page; from the last opened window, unless another source is given. */
  post(data: unknown, from: { origin: string; source?: unknown }): void
  /** The number of message listeners. */
  listeners(): number
}

export const createTestPage = (): TestPage => {
  const opened: TestWindow[] = []
  const listeners = new Set<(event: MessageEvent) => void>()
  const page = {
    opened,
    blocks: false,
    hasFocus: false,
    document: { hasFocus: (): boolean => page.hasFocus },
    userAgent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
    get navigator() {
      return { userAgent: page.userAgent }
    },
    screenX: 0,
    screenY: 0,
    outerWidth: 1000,
    outerHeight: 900,
    open(address: string) {
      if (page.blocks) return null
      const next = {
        visited: [address],
        closed: false,
        isBlank: false,
        focused: 0,
        location: {
          get href(): string {
            if (next.isBlank) return 'about:blank'
            throw new DOMException('Blocked a frame from accessing a cross-origin frame', 'SecurityError')
          },
          replace: (to: string) => void next.visited.push(to),
        },
        focus: () => void next.focused++,
        close() {
          next.closed = true
        },
      }
      opened.push(next)
      return next
    },
    addEventListener: (_: string, listener: (event: MessageEvent) => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: (event: MessageEvent) => void) => void listeners.delete(listener),
    post(data: unknown, { origin, source = opened.at(-1) }: { origin: string; source?: unknown }) {
      for (const listener of [...listeners]) listener({ data, origin, source } as MessageEvent)
    },
    listeners: () => listeners.size,
  }
  return page as unknown as TestPage
}
