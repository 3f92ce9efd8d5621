import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import { secondsLater } from '@latchkey/service-kit/clock'
import { removeKnownNetworks } from '@latchkey/service-kit/mail/knownNetworks'
import { daySeconds, sharedRules } from '@latchkey/service-kit/retention/sharedRules'
import type { Retention, RetentionRule } from '@latchkey/service-kit/retention/startRetention'
import { forgetDevice } from './devices/deviceStore.ts'
import { releasedNameDays } from './nameZone/zoneRules.ts'

const daysBefore = (now: Date, days: number): Date => secondsLater(now, -days * daySeconds)

const removeGrants: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM spent_grants WHERE jti IN (
      SELECT jti FROM spent_grants WHERE expires_at < ${now} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

/** Keeps used tokens until they expire: a second use shows that a token leaked. */
const removeRefreshTokens: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM refresh_tokens WHERE token_hash IN (
      SELECT token_hash FROM refresh_tokens WHERE expires_at < ${now} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

const removeSessions =
  (days: number): RetentionRule =>
  async (sql, now, maxRows) => {
    const rows = await sql`
      DELETE FROM sessions WHERE session_id IN (
        SELECT session_id FROM sessions WHERE expires_at < ${daysBefore(now, days)} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
      ) RETURNING 1`
    return rows.length === maxRows
  }

/** Removes links that no limit counts, with the device and address of the request. */
const removeDeviceLinks: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM device_links WHERE link_id IN (
      SELECT link_id FROM device_links WHERE created_at < ${daysBefore(now, 1)} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

/** As with links: a change is good for minutes, and counted for a day. */
const removeEmailChanges: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM email_changes WHERE change_id IN (
      SELECT change_id FROM email_changes WHERE created_at < ${daysBefore(now, 1)} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

/** Nonces and sessions of sign-in messages: once expired, no limit counts them. */
const removeSiwx =
  (table: 'siwx_nonces' | 'siwx_sessions'): RetentionRule =>
  async (sql, now, maxRows) => {
    const rows =
      table === 'siwx_nonces'
        ? await sql`
            DELETE FROM siwx_nonces WHERE nonce_hash IN (
              SELECT nonce_hash FROM siwx_nonces WHERE expires_at < ${now} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
            ) RETURNING 1`
        : await sql`
            DELETE FROM siwx_sessions WHERE token_hash IN (
              SELECT token_hash FROM siwx_sessions WHERE expires_at < ${now} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
            ) RETURNING 1`
    return rows.length === maxRows
  }

/** Removes the OpenID Provider's short-lived records. */
const removeOidcRecords: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM oidc_records WHERE record_hash IN (
      SELECT record_hash FROM oidc_records WHERE expires_at < ${now} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

/** As with links: a code is good for minutes, and counted for a day. */
const removeCaptureAttempts: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM email_capture_attempts WHERE attempt_id IN (
      SELECT attempt_id FROM email_capture_attempts WHERE created_at < ${daysBefore(now, 1)} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

/** The account's history keeps what arrived. Where it was bought is deleted for privacy. */
const purchaseDays = 30

const removePurchases: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM purchases WHERE purchase_id IN (
      SELECT purchase_id FROM purchases WHERE created_at < ${daysBefore(now, purchaseDays)} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

const removeSales: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM sales WHERE sale_id IN (
      SELECT sale_id FROM sales WHERE created_at < ${daysBefore(now, purchaseDays)} LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

const removeCapturedEmails =
  (days: number): RetentionRule =>
  async (sql, now, maxRows) => {
    const rows = await sql`
      DELETE FROM captured_emails WHERE (project_id, account, email) IN (
        SELECT project_id, account, email FROM captured_emails WHERE given_at < ${daysBefore(now, days)}
        LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
      ) RETURNING 1`
    return rows.length === maxRows
  }

const removeEvents =
  (days: number): RetentionRule =>
  async (sql, now, maxRows) => {
    const rows = await sql`
      DELETE FROM telemetry_events WHERE (project_id, event_id) IN (
        SELECT project_id, event_id FROM telemetry_events WHERE received_at < ${daysBefore(now, days)}
        LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
      ) RETURNING 1`
    return rows.length === maxRows
  }

/** Frees names that were released so long ago that senders rarely still use them. */
const removeReleasedNames: RetentionRule = async (sql, now, maxRows) => {
  const rows = await sql`
    DELETE FROM zone_names WHERE (zone, label) IN (
      SELECT zone, label FROM zone_names WHERE released_at < ${daysBefore(now, releasedNameDays)}
      LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ) RETURNING 1`
  return rows.length === maxRows
}

/** Keeps each user's most recent device, however old: its share may be all that opens the wallet. */
const removeDevices =
  (days: number): RetentionRule =>
  async (sql, now, maxRows) => {
    // Each takes several statements.
    const fewer = Math.ceil(maxRows / 10)
    const rows = await sql<{ user_id: string; device_id: string }>`
      SELECT user_id, device_id FROM devices AS old
      WHERE last_used_at < ${daysBefore(now, days)}
        AND EXISTS (SELECT FROM devices WHERE devices.user_id = old.user_id AND devices.last_used_at > old.last_used_at)
      LIMIT ${fewer} FOR UPDATE SKIP LOCKED`
    for (const { user_id: userId, device_id: deviceId } of rows) {
      await forgetDevice(sql, userId, deviceId, now)
      await appendAudit(sql, { userId, at: now, event: 'device removed after disuse', deviceId, dappOrigin: null })
    }
    return rows.length === fewer
  }

export const apiRetention = (retention: Retention): readonly RetentionRule[] => [
  removeGrants,
  removeRefreshTokens,
  removeSessions(retention.sessionsDays),
  removeDeviceLinks,
  removeEmailChanges,
  removeSiwx('siwx_nonces'),
  removeSiwx('siwx_sessions'),
  removeCaptureAttempts,
  removeCapturedEmails(retention.capturedEmailsDays),
  removeEvents(retention.telemetryDays),
  removeReleasedNames,
  removeOidcRecords,
  removePurchases,
  removeSales,
  removeKnownNetworks(retention.networksDays),
  removeDevices(retention.devicesDays),
  ...sharedRules(retention),
]
