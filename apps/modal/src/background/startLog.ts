import type { createStore } from 'jotai/vanilla'
import type { ModalEvent } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { propertiesOf } from '../telemetry/properties.ts'
import { createLogBuffer } from './createLogBuffer.ts'

type Log = { read(): string; stop(): void }

/**
 * Keeps the modal's console output, and its events: names, methods and names of errors, as telemetry sends them. Events contain no
 * addresses, messages or email addresses.
 */
export function startLog(store: ReturnType<typeof createStore>, earlier: readonly ModalEvent[]): Log {
  const services = store.get(servicesAtom)
  const { hub, clock, log } = services
  const buffer = createLogBuffer()
  const add = (text: string): void => buffer.add(`${new Date(clock.now()).toISOString()} ${text}`)
  // not words: a line of the log, for developers.
  const take = (event: ModalEvent): void => add(`event ${event.type} ${JSON.stringify(propertiesOf(event))}`)
  for (const event of earlier) take(event)
  const stopListening = hub.events.listen(take)
  services.log = (severity, text) => {
    add(`${severity} ${text}`)
    log(severity, text)
  }
  return {
    read: buffer.read,
    stop() {
      stopListening()
      services.log = log
    },
  }
}
