import type { createStore } from 'jotai/vanilla'
import type { Hub } from '../hub.ts'
import type { ModalEvent } from '../Modal.ts'
import type { Settings } from '../Settings.ts'
import type { Background } from './startBackground.ts'

/**
 * Loads and starts the optional features that the page has enabled. Those that can't be loaded are left out. `loadTelemetry` is for tests.
 */
export const loadBackground = (
  store: ReturnType<typeof createStore>,
  hub: Hub,
  { telemetry, enableLogger, registryUrl }: Settings,
  loadTelemetry = () => import('../telemetry/startTelemetry.ts'),
) => {
  let isStopped = false
  let background: Promise<Background | undefined> | undefined
  if (telemetry || enableLogger || registryUrl) {
    // What happens until its code is there.
    const earlier: ModalEvent[] = []
    const stopKeeping = hub.events.listen((event) => earlier.push(event))
    background = Promise.all([
      import('./startBackground.ts'),
      telemetry ? loadTelemetry().catch(() => undefined) : undefined,
    ]).then(
      ([{ startBackground }, part]) => {
        stopKeeping()
        return isStopped ? undefined : startBackground(store, earlier, part?.startTelemetry)
      },
      () => void stopKeeping(),
    )
  }
  return {
    getLog: async (): Promise<string> => (await background)?.readLog() ?? '',
    stop() {
      isStopped = true
      background?.then((running) => running?.stop())
    },
  }
}
