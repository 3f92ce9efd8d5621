import { type StateAction, StateView } from './StateView.tsx'

/** Every error offers an action, usually a retry. */
export type ErrorStateProps = {
  /** What happened. */
  title: string
  /** What was not lost, or why it is safe to try again. */
  description: string
  action: StateAction
}

/** What happened, what was not lost, one action. */
export function ErrorState(props: ErrorStateProps) {
  return <StateView {...props} icon="error" tone="danger" />
}
