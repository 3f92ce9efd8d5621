import type { AuditEvent } from '@latchkey/api-client'
import { t } from '@latchkey/copy/settingsActivity'
import type { IconName } from '@latchkey/ui'

/** The icon of each kind of entry. Warnings mark entries to check. */
const icons: Readonly<Record<AuditEvent, IconName>> = {
  'wallet created': 'wallet',
  'device approved by link': 'device',
  'device enrolled': 'device',
  'recovery used': 'shield',
  'signed in': 'user',
  'signed in to an app': 'user',
  'signed out': 'disconnect',
  'signed out everywhere': 'disconnect',
  'session revoked after token reuse': 'warning',
  'sessions ended by the operator': 'disconnect',
  'confirmed by code': 'check',
  'confirmed by login': 'check',
  'key rotated': 'lock',
  'recovery changed': 'shield',
  'account imported': 'plus',
  'keys exported': 'key',
  'old recovery shares dropped': 'shield',
  'device renamed': 'edit',
  'device revoked': 'device',
  'device removed after disuse': 'device',
  'later wallet reported': 'warning',
  'permission granted': 'network',
  'email shared with a site': 'mail',
  'code accepted': 'check',
  'social login accepted': 'check',
  'login linked': 'plus',
  'login removed': 'close',
  'social login refused': 'warning',
  'too many wrong codes': 'warning',
  'recovery share kept': 'shield',
  'recovery share released': 'shield',
  'email changed': 'mail',
  'email change undone': 'mail',
  'call refused': 'warning',
}

const isKnown = (event: string): event is AuditEvent => Object.hasOwn(icons, event)

/** Returns an entry of the log in words. For an unknown event of a newer service, returns the service's own name of it. */
export const eventWords = (event: string): string =>
  isKnown(event) ? t(`events.${event}`) : `${event.slice(0, 1).toUpperCase()}${event.slice(1)}`

/** Returns the icon of an entry; a clock for one that this page doesn't know. */
export const eventIcon = (event: string): IconName => (isKnown(event) ? icons[event] : 'clock')
