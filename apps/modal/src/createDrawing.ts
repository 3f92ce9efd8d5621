import { setTexts } from '@latchkey/copy'
import { AppError } from '@latchkey/protocol'
import type { createStore } from 'jotai/vanilla'
import { createLazy } from './createLazy.ts'
import { startDevelopmentLanguage } from './developmentLanguage.ts'
import { loadPart } from './loadPart.ts'
import { draftEmailAtom, submitEmailAtom } from './state/emailLogin.ts'
import { closeAtom } from './state/modal.ts'
import { drawFailureAtom } from './state/pending.ts'
import { isOpenAtom } from './state/route.ts'
import type { Host } from './ui/createHost.ts'
import type { LoadingOverlay } from './ui/createLoadingOverlay.ts'

type DrawingInput = {
  store: ReturnType<typeof createStore>
  host: Host
  /** On screen until the views are. */
  overlay: LoadingOverlay
  isEmbedded: boolean
  texts: Parameters<typeof setTexts>[0]
}

export type Drawing = {
  /** Draws the modal. Throws SERVICE_UNREACHABLE when its views cannot be loaded. */
  draw(): Promise<void>
  /** Makes a change that is on screen when this returns, where there are views. */
  atOnce(change: () => void): void
  /** Removes the modal from the page permanently. */
  end(): void
}

/** Draws the modal whenever it opens; the first time its views and React are loaded. */
export const createDrawing = ({ store, host, overlay, isEmbedded, texts }: DrawingInput): Drawing => {
  let isEnded = false
  let drawAtOnce = (change: () => void): void => change()
  const views = createLazy(async () => {
    if (!isEmbedded) overlay.show()
    const part = await loadPart(import('./views/mountViews.tsx'))
    await startDevelopmentLanguage()
    const draft = overlay.hide()
    if (isEnded) return () => undefined
    if (draft?.email) store.set(draftEmailAtom, draft.email)
    const unmount = part.mountViews(host.element(), store, {
      isInSight: draft !== undefined,
      isTyping: draft?.isFocused === true,
    })
    drawAtOnce = part.drawAtOnce
    if (draft?.isSubmitted) void store.set(submitEmailAtom, draft.email)
    return unmount
  })
  const draw = async (): Promise<void> => {
    if (isEnded) return
    store.set(drawFailureAtom, null)
    // A page has one user, and its modals one table of texts: that of the modal that is opened.
    setTexts(texts)
    try {
      await views.get()
    } catch (cause) {
      overlay.hide()
      const failure = new AppError('SERVICE_UNREACHABLE', { cause })
      store.set(drawFailureAtom, failure)
      store.set(closeAtom)
      throw failure
    }
  }
  const stop = store.sub(isOpenAtom, () => {
    if (store.get(isOpenAtom)) draw().catch(() => undefined)
  })
  return {
    draw,
    atOnce: (change) => drawAtOnce(change),
    end() {
      isEnded = true
      overlay.hide()
      stop()
      views.whenThere((unmount) => unmount())
    },
  }
}
