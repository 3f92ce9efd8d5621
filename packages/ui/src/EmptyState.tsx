import type { IconName } from './Icon.tsx'
import { type StateAction, StateView } from './StateView.tsx'

/** Why there is no content, and what the user can do about it. */
export type EmptyStateProps = {
  icon: IconName
  title: string
  description?: string
  action?: StateAction
}

/** Shows that there is nothing yet, and how to add something. */
export function EmptyState(props: EmptyStateProps) {
  return <StateView {...props} />
}
