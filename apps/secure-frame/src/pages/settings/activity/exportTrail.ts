import { t } from '@latchkey/copy/settingsActivity'
import type { Device } from '../Settings.ts'
import type { AuditTrail, TrailEntry } from './createAuditTrail.ts'
import { eventWords } from './eventWords.ts'

export type ExportFormat = 'json' | 'csv'

/** The number of entries read at a time. */
const stretch = 200

/** Reads every entry of a trail. Fails as the trail does. */
export const readAll = async (trail: AuditTrail): Promise<TrailEntry[]> => {
  const all: TrailEntry[] = []
  for (let isEnd = false; !isEnd; ) {
    const part = await trail.next(stretch)
    all.push(...part.entries)
    isEnd = part.isEnd
  }
  return all
}

/**
 * Returns the text of the trail's file, newest first. JSON: an array of `{ at, event, text, notedBy, device, deviceId, site }`. CSV: the
 * same columns by RFC 4180, where a field that a spreadsheet would read as a formula is preceded by an apostrophe.
 */
export const formatTrail = (
  entries: readonly TrailEntry[],
  devices: readonly Device[],
  format: ExportFormat,
): string => {
  const names = new Map(devices.map(({ deviceId, name, browser }) => [deviceId, name === '' ? browser : name]))
  const rows = entries.map(({ at, event, authority, deviceId, dappOrigin }) => ({
    at,
    event,
    text: eventWords(event),
    notedBy: authority === 'api' ? t('notedBy.api') : t('notedBy.custody'),
    device: names.get(deviceId) ?? '',
    deviceId,
    site: dappOrigin ?? '',
  }))
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((fields) => `${fields.map(csvField).join(',')}\r\n`)
    .join('')
}

const columns = ['at', 'event', 'text', 'notedBy', 'device', 'deviceId', 'site'] as const

const csvField = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
