import { type StateAction, StateView } from './StateView.tsx'

/** Every error offers an action, usually a retry. */
export type ErrorStateProps = {
  /** The error's title. */
  title: string
  /** States what was kept, or why it is safe to try again. */
  description: string
  action: StateAction
}

/** Shows the error, what was kept, and one action. */
export function ErrorState(props: ErrorStateProps) {
  return <StateView {...props} icon="error" tone="danger" />
}
