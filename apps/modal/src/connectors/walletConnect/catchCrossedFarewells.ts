/**
 * Two ends, or two tabs of one site, may end a session at the same time; a delete message then arrives for a session that is gone. The
 * client (2.21.8) checks it without awaiting the result, and the page would get an unhandled rejection. Callers that do await the check get
 * it as before.
 */
export const catchCrossedFarewells = (engine: object): void => {
  const checks = engine as { isValidDisconnect(farewell: unknown): Promise<void> }
  const check = checks.isValidDisconnect
  checks.isValidDisconnect = (farewell) => {
    const checked = check(farewell)
    checked.catch(() => undefined)
    return checked
  }
}
