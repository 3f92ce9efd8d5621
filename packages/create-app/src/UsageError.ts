/** A command line that can't be run: the message says why, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
