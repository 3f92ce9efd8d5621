import { AppError } from '@latchkey/protocol'
import type { Getter } from 'jotai/vanilla'
import type { FailedAction } from '../Modal.ts'
import { servicesAtom } from '../services.ts'

/**
 * The AppError of what was thrown, of which the page learns by an event and the operator by telemetry, where it is on (specification
 * section 8). Sign-ins, signatures and session proofs have events of their own.
 */
export const failed = (get: Getter, action: FailedAction, thrown: unknown): AppError => {
  const error = AppError.from(thrown)
  get(servicesAtom).hub.events.emit({ type: 'ACTION_FAILED', action, error: error.name })
  return error
}
