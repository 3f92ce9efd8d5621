/** The parts of a nodemailer error that are used. Its message contains addresses and is never used. */
type MailFailure = { code?: unknown; responseCode?: unknown }

/** Returns the codes of a failure. `smtp` is the server's status (RFC 5321, section 4.2); null when there was none. */
const factsOf = (thrown: unknown): { code: string; smtp: number | null } => {
  const { code, responseCode } = (thrown instanceof Error ? thrown : {}) as MailFailure
  return {
    code: typeof code === 'string' ? code : 'unknown',
    smtp: typeof responseCode === 'number' ? responseCode : null,
  }
}

/** Service closing, RFC 5321, section 4.2.2. */
const serviceClosing = 421
/** Failures without a server response that are about the mail itself. */
const ofOneMail = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM'])

/**
 * Returns whether the server would fail for any address: it can't be reached, rejects our login, or is shutting down. The failure of one
 * mail is none of these: no user may disable mail for others, and responses must not distinguish addresses.
 */
export const isServerFailure = (thrown: unknown): boolean => {
  const { code, smtp } = factsOf(thrown)
  return (smtp === null && !ofOneMail.has(code)) || smtp === serviceClosing || code === 'EAUTH'
}

/** Returns whether to retry: a 5xx status for one mail is final. */
export const isWorthRetrying = (thrown: unknown): boolean => {
  const { smtp } = factsOf(thrown)
  return isServerFailure(thrown) || (smtp !== null && smtp < 500)
}

/** Returns only the codes, as `EENVELOPE 550`. */
export const describeMailFailure = (thrown: unknown): string => {
  const { code, smtp } = factsOf(thrown)
  return smtp === null ? code : `${code} ${smtp}`
}
