import type { AuditEvent } from '@latchkey/api-client'
import { t } from '@latchkey/copy/settingsActivity'

/** Whether an entry of each kind is worth a second look. */
const alarming: Readonly<Record<AuditEvent, boolean>> = {
  'wallet created': false,
  'device approved by link': false,
  'device enrolled': false,
  'recovery used': false,
  'signed in': false,
  'signed out': false,
  'signed out everywhere': false,
  'session revoked after token reuse': true,
  'sessions ended by the operator': false,
  'confirmed by code': false,
  'confirmed by login': false,
  'key rotated': false,
  'recovery changed': false,
  'account imported': false,
  'keys exported': false,
  'old recovery shares dropped': false,
  'device renamed': false,
  'device revoked': false,
  'device removed after disuse': false,
  'permission granted': false,
  'code accepted': false,
  'social login accepted': false,
  'login linked': false,
  'login removed': false,
  'social login refused': true,
  'too many wrong codes': true,
  'recovery share kept': false,
  'recovery share released': false,
  'email changed': false,
  'email change undone': false,
  'call refused': true,
}

const isKnown = (event: string): event is AuditEvent => Object.hasOwn(alarming, event)

/** What an entry of the log says to a person. Of a service that is newer than this page, the service's own name of it. */
export const eventWords = (event: string): string =>
  isKnown(event) ? t(`events.${event}`) : `${event.slice(0, 1).toUpperCase()}${event.slice(1)}`

export const isAlarming = (event: string): boolean => isKnown(event) && alarming[event]
