/**
 * Returns whether an uncaught error is the one of WalletConnect's sign client (2.21.8) at the end of a session: `onSessionDeleteRequest`
 * starts a check that it doesn't await, and ends the session at its next publish, whichever that is. If the end comes first, the check's
 * rejection is unhandled. The session is over either way.
 */
export const isSignClientRace = ({ message = '', stack = '' }: { message?: string; stack?: string }): boolean =>
  message.startsWith('Missing or invalid. Record was recently deleted - session:') &&
  /isValidDisconnect[\s\S]*sign-client[\s\S]*onSessionDeleteRequest/.test(stack)
