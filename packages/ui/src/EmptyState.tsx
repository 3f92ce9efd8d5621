import type { IconName } from './Icon.tsx'
import { type StateAction, StateView } from './StateView.tsx'

export type EmptyStateProps = {
  icon: IconName
  title: string
  description?: string
  action?: StateAction
}

/** Nothing here yet, and what would put something here. */
export function EmptyState(props: EmptyStateProps) {
  return <StateView {...props} />
}
