import type { AuditEvent } from '@latchkey/api-client'

/** What an entry of the log says to a person. */
const words: Record<AuditEvent, string> = {
  'wallet created': 'Wallet created',
  'device approved by link': 'Device approved with the link in an email',
  'device enrolled': 'New device added',
  'recovery used': 'Wallet restored on a device',
  'signed in': 'Signed in',
  'signed out': 'Signed out',
  'signed out everywhere': 'Signed out everywhere',
  'session revoked after token reuse': 'Signed out for safety: a login was used twice',
  'confirmed by code': 'Confirmed with a code',
  'confirmed by login': 'Confirmed by signing in again at a provider',
  'key rotated': 'Keys locked anew, so that old devices cannot open them',
  'recovery changed': 'Way of recovery changed',
  'account imported': 'Account imported',
  'keys exported': 'Keys shown or saved to a file',
  'old recovery shares dropped': 'Old recovery data deleted',
  'device renamed': 'Device renamed',
  'device revoked': 'Device signed out from another one',
  'device removed after disuse': 'Device removed because it was not used',
  'permission granted': 'A site was allowed to act for an account',
  'code accepted': 'The right code was entered',
  'social login accepted': 'A sign-in at a provider was accepted',
  'login linked': 'Way to sign in added',
  'login removed': 'Way to sign in removed',
  'social login refused': 'A sign-in at a provider was refused',
  'too many wrong codes': 'Too many wrong codes were entered',
  'recovery share kept': 'Recovery set up',
  'recovery share released': 'Recovery used to open the wallet',
  'email changed': 'Email changed',
  'email change undone': 'Email change undone',
  'call refused': 'A request with an old login, or one that was not genuine, was refused',
}

/** Entries that are worth a second look. */
const alarming: ReadonlySet<string> = new Set<AuditEvent>([
  'session revoked after token reuse',
  'too many wrong codes',
  'social login refused',
  'call refused',
])

/** Of a service that is newer than this page, the service's own name of it. */
export const eventWords = (event: string): string =>
  Object.hasOwn(words, event) ? words[event as AuditEvent] : `${event.slice(0, 1).toUpperCase()}${event.slice(1)}`

export const isAlarming = (event: string): boolean => alarming.has(event)
