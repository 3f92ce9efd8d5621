import type { createStore } from 'jotai/vanilla'
import type { ModalEvent, ModalOptions } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import type { startTelemetry } from '../telemetry/startTelemetry.ts'
import { startLog } from './startLog.ts'

type Store = ReturnType<typeof createStore>

export type Background = {
  /** The log's lines; empty without `enableLogger`. */
  readLog(): string
  stop(): void
}

/** The other options' rules are part of the engine; this one is here, with the code that reads it. */
const isTelemetry = (given: unknown): given is NonNullable<ModalOptions['telemetry']> =>
  typeof given === 'boolean' ||
  (typeof given === 'object' &&
    given !== null &&
    Object.entries(given).every(([name, value]) => name === 'addresses' && typeof value === 'boolean'))

/**
 * Checks the version in development builds of the dapp. `build.ts` leaves the condition to the dapp's bundler, which drops the check from
 * other builds; a page without a bundler has none.
 */
const startVersionCheck = (store: Store): void => {
  try {
    if (process.env.NODE_ENV === 'development')
      import('./checkVersion.ts').then(
        ({ checkVersion }) => checkVersion({ store }),
        () => undefined,
      )
  } catch {
    // Not replaced by a bundler.
  }
}

/**
 * Starts the optional features that the page has enabled: `telemetry`, `enableLogger`, `registryUrl`. `earlier`: events until now;
 * `telemetry`: the function that starts it, where it was enabled and loaded.
 */
export function startBackground(
  store: Store,
  earlier: readonly ModalEvent[],
  telemetry?: typeof startTelemetry,
): Background {
  const services = store.get(servicesAtom)
  const { settings } = services
  const log = settings.enableLogger ? startLog(store, earlier) : undefined
  const isValid = settings.telemetry === undefined || isTelemetry(settings.telemetry)
  if (!isValid) services.log('error', 'APKT013 `telemetry` takes true, or { addresses: true }. Nothing is sent')
  const stopTelemetry = settings.telemetry && isValid ? telemetry?.({ store, earlier }) : undefined
  if (settings.registryUrl) startVersionCheck(store)
  return {
    readLog: () => log?.read() ?? '',
    stop() {
      stopTelemetry?.()
      log?.stop()
    },
  }
}
