/** What nodemailer tells of a failed delivery. Its message holds addresses and is never used. */
type MailFailure = { code?: unknown; responseCode?: unknown }

/** `smtp` is the server's answer (RFC 5321, section 4.2); null when there was none. */
const factsOf = (thrown: unknown): { code: string; smtp: number | null } => {
  const { code, responseCode } = (thrown instanceof Error ? thrown : {}) as MailFailure
  return {
    code: typeof code === 'string' ? code : 'unknown',
    smtp: typeof responseCode === 'number' ? responseCode : null,
  }
}

/** Service closing, RFC 5321, section 4.2.2. */
const serviceClosing = 421
/** Failures without an answer that are about the mail itself. */
const ofOneMail = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM'])

/**
 * Whether the server would fail for any address: it cannot be reached, does not let us in, or is shutting down. A failure
 * of one mail is none of these: nobody may switch mail off for others, and answers must not tell addresses apart.
 */
export const isServerFailure = (thrown: unknown): boolean => {
  const { code, smtp } = factsOf(thrown)
  return (smtp === null && !ofOneMail.has(code)) || smtp === serviceClosing || code === 'EAUTH'
}

/** What was said of one mail stands when it is a 5xx. */
export const isWorthRetrying = (thrown: unknown): boolean => {
  const { smtp } = factsOf(thrown)
  return isServerFailure(thrown) || (smtp !== null && smtp < 500)
}

/** The codes alone, as `EENVELOPE 550`. */
export const describeMailFailure = (thrown: unknown): string => {
  const { code, smtp } = factsOf(thrown)
  return smtp === null ? code : `${code} ${smtp}`
}
