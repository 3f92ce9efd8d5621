import type { ModalEvent } from '../Modal.ts'

type Fields = {
  readonly [type in ModalEvent['type']]: readonly Exclude<
    keyof Extract<ModalEvent, { type: type }>,
    'type' | 'address' | 'alert'
  >[]
}

/** The fields of each event that are sent. They exclude account addresses and the texts of alerts. */
const fields: Fields = {
  MODAL_OPEN: ['view'],
  MODAL_CLOSE: [],
  CONNECTED: ['namespace'],
  ACCOUNT_CHANGED: ['namespace'],
  DISCONNECTED: ['namespace'],
  NETWORK_SWITCHED: ['caipNetworkId'],
  SESSION_PROVED: ['namespace', 'caipNetworkId'],
  SESSION_PROOF_FAILED: ['namespace', 'caipNetworkId', 'error'],
  ALERT: [],
  SIGN_IN_STARTED: ['method', 'wallet'],
  SIGN_IN_FAILED: ['method', 'step', 'error'],
  SIGNED_IN: ['method', 'wallet'],
  SIGNATURE_REQUESTED: ['namespace', 'method'],
  SIGNATURE_DONE: ['namespace', 'method'],
  SIGNATURE_FAILED: ['namespace', 'method', 'error'],
  ACTION_FAILED: ['action', 'error'],
  MESSAGE_DROPPED: ['reason', 'count'],
}

/** Returns the fields of an event to send, apart from its type. */
export const propertiesOf = (event: ModalEvent): Record<string, unknown> =>
  event.type === 'ALERT'
    ? { code: event.alert.code }
    : Object.fromEntries(fields[event.type].map((field) => [field, event[field as keyof typeof event]]))
