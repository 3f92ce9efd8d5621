import type { BrowserContext, Frame, Page } from '@playwright/test'
import { type Face, faces } from '../page/faces.ts'
import type { PageWallet } from '../TestWallet.ts'

const originOf = (frame: Frame): string => {
  try {
    return new URL(frame.url()).origin
  } catch {
    return 'null'
  }
}

/** Returns the source of a page's half as a script, for the top-level document only: an extension skips frames, too. */
const asScript = (show: (input: never) => void, input: unknown): string =>
  `if (globalThis === globalThis.top) (${show})(${JSON.stringify(input)})`

/**
 * Adds a wallet as an extension would: in every document that the page, or each page of the context, loads from now on, and late in those
 * already loaded. Keys and decisions stay with the test. Resolves with the wallet.
 */
export const installWallet = async <wallet extends PageWallet<Face>>(
  target: Page | BrowserContext,
  wallet: wallet,
): Promise<wallet> => {
  const channel = `latchkeyTestWallet${crypto.randomUUID().replaceAll('-', '')}`
  const pages = (): Page[] => ('pages' in target ? target.pages() : [target])
  await target.exposeBinding(channel, ({ frame }, method: string, params: unknown) =>
    wallet.call(originOf(frame), method, params),
  )
  wallet.listen((to, detail) => {
    for (const page of pages()) {
      if (page.isClosed() || (to !== null && originOf(page.mainFrame()) !== to)) continue
      // A page that is being left gets nothing, and asks again when it is back.
      page
        .evaluate(([name, told]) => void dispatchEvent(new CustomEvent(name, { detail: told })), [
          channel,
          detail,
        ] as const)
        .catch(() => undefined)
    }
  })
  const script = asScript(faces[wallet.face.kind], { face: wallet.face, channel })
  await target.addInitScript({ content: script })
  await Promise.all(pages().map((page) => page.evaluate(script)))
  return wallet
}
