import type { DappMetadata } from '@latchkey/protocol'
import type { ColorMode, ThemeVariables } from '@latchkey/protocol/theme'

/** How the wallet looks and whom it looks like being asked by, as the page last said. */
export type SurfaceState = {
  readonly theme: { readonly mode: ColorMode; readonly variables: ThemeVariables }
  readonly claim: DappMetadata | null
}

/** The page's wishes about what is drawn; views subscribe to it. */
export type Surface = {
  state(): SurfaceState
  change(part: Partial<SurfaceState>): void
  subscribe(onChange: () => void): () => void
}

export const createSurface = (): Surface => {
  let state: SurfaceState = { theme: { mode: 'dark', variables: {} }, claim: null }
  const subscribers = new Set<() => void>()
  return {
    state: () => state,
    change(part) {
      state = { ...state, ...part }
      for (const notify of subscribers) notify()
    },
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
  }
}
