import type { createStore } from 'jotai/vanilla'
import { createLazy } from '../createLazy.ts'
import type { Hub } from '../hub.ts'
import { loadPart } from '../loadPart.ts'
import type { DataActions } from './publishData.ts'

/** The publishing code is loaded once the page subscribes, or calls `get`. */
export const loadDataWhenWanted = (store: ReturnType<typeof createStore>, hub: Hub) => {
  const data = createLazy(async (): Promise<DataActions> => {
    const { publishData } = await loadPart(import('./publishData.ts'))
    return publishData(store, hub)
  })
  const follow = (): void => {
    if (Object.values(hub.wanted.get()).some((count) => count > 0)) data.get().catch(() => undefined)
    data.whenThere((actions) => actions.follow())
  }
  follow()
  const stopWanting = hub.wanted.listen(follow)
  return {
    get: data.get,
    stop() {
      stopWanting()
      data.whenThere(({ stop }) => stop())
    },
  }
}
