import type { createStore } from 'jotai/vanilla'
import type { ModalEvent, ModalOptions } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { startTelemetry } from '../telemetry/startTelemetry.ts'
import { startLog } from './startLog.ts'
import { startVersionCheck } from './startVersionCheck.ts'

export type Background = {
  /** What the log has; empty without `enableLogger`. */
  readLog(): string
  stop(): void
}

/** The rules of options are part of the engine; this one is here, with what reads it. */
const isTelemetry = (given: unknown): given is NonNullable<ModalOptions['telemetry']> =>
  typeof given === 'boolean' ||
  (typeof given === 'object' &&
    given !== null &&
    Object.entries(given).every(([name, value]) => name === 'addresses' && typeof value === 'boolean'))

/** Starts what the page has asked for beside the modal: `telemetry`, `enableLogger`, `registryUrl`. `earlier`: what happened until now. */
export function startBackground(store: ReturnType<typeof createStore>, earlier: readonly ModalEvent[]): Background {
  const services = store.get(servicesAtom)
  const { settings } = services
  const log = settings.enableLogger ? startLog(store, earlier) : undefined
  const isValid = settings.telemetry === undefined || isTelemetry(settings.telemetry)
  if (!isValid) services.log('error', 'APKT013 `telemetry` takes true, or { addresses: true }. Nothing is sent')
  const stopTelemetry = settings.telemetry && isValid ? startTelemetry({ store, earlier }) : undefined
  if (settings.registryUrl) startVersionCheck(store)
  return {
    readLog: () => log?.read() ?? '',
    stop() {
      stopTelemetry?.()
      log?.stop()
    },
  }
}
