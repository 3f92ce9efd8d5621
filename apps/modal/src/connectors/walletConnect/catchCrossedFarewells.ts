/**
 * Two ends, or two tabs of one site, may end a session at the same time; a farewell then arrives for a session that is gone.
 * The client (2.21.8) checks it without waiting for what comes of that, and the page would see an unhandled rejection.
 * Whoever does wait for the check hears of it as before.
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
