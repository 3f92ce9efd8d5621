import { type Database, schemaOf } from './database.ts'

/**
 * Begins an epoch on a database that was restored from a backup. What the backup holds may have been revoked since: all earlier sessions
 * end, every device has to authenticate again, every pending code, link and sign-in is void, and services reject statements signed before
 * `at`. A signing key in the backup may have been retired since because it leaked, so each authority creates a new one at startup. Keys
 * that vaults seal to stay, since browsers resend what they sealed to them. Custody again accepts recovery shares that it has dropped,
 * since the api may have lost those that replaced them.
 *
 * Run it as the owner of the schema, while no service runs. It is one transaction.
 */
export async function beginEpoch(database: Database, at: Date): Promise<void> {
  // Statements have timestamps in whole seconds.
  const now = `date_trunc('second', '${at.toISOString()}'::timestamptz)`
  await database.migrate([
    `UPDATE ${schemaOf.api}.sessions SET revoked_at = ${now} WHERE revoked_at IS NULL`,
    `UPDATE ${schemaOf.api}.devices SET is_unproved = true`,
    `UPDATE ${schemaOf.api}.device_links SET superseded = true`,
    `UPDATE ${schemaOf.api}.email_changes SET is_over = true`,
    ...[
      'social_attempts',
      'farcaster_attempts',
      'proved_identities',
      'siwx_nonces',
      'siwx_sessions',
      'email_capture_attempts',
      'oidc_records',
    ].map((table) => `DELETE FROM ${schemaOf.api}.${table}`),
    `UPDATE ${schemaOf.custody}.email_attempts SET superseded = true`,
    `DELETE FROM ${schemaOf.custody}.email_changes WHERE completed_at IS NULL`,
    `DELETE FROM ${schemaOf.custody}.dropped_recovery_shares`,
    ...Object.values(schemaOf).map(
      (schema) => `DELETE FROM ${schema}.authority_keys WHERE split_part(purpose, ' ', 1) IN ('signing', 'id-token')`,
    ),
    ...Object.values(schemaOf).map((schema) => `INSERT INTO ${schema}.restores (at) VALUES (${now})`),
  ])
}
