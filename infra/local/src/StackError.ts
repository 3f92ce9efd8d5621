/** Why the local stack cannot start or continue, in one line with the remedy. Shown to the developer as is. */
export class StackError extends Error {
  override readonly name = 'StackError'
}
