/** A reason why the local stack cannot start or go on, in one line that says what to do. Shown to the developer as it is. */
export class StackError extends Error {
  override readonly name = 'StackError'
}
