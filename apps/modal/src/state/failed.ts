import { AppError } from '@latchkey/protocol'
import type { Getter } from 'jotai/vanilla'
import type { FailedAction } from '../Modal.ts'
import { servicesAtom } from '../services.ts'

/**
 * Returns the AppError of a thrown value, and reports it to the page by an event and to the operator by telemetry, where that is on
 * (specification section 8). Sign-ins, signatures and session proofs have their own events.
 */
export const failed = (get: Getter, action: FailedAction, thrown: unknown): AppError => {
  const error = AppError.from(thrown)
  get(servicesAtom).hub.events.emit({ type: 'ACTION_FAILED', action, error: error.name })
  return error
}
