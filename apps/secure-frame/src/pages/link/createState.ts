/** The state of a page, and its subscribers. */
export type PageState<state> = {
  current(): state
  subscribe(onChange: () => void): () => void
}

export const createState = <state>(first: state): PageState<state> & { set(next: state): void } => {
  let current = first
  const subscribers = new Set<() => void>()
  return {
    current: () => current,
    set(next) {
      current = next
      for (const notify of subscribers) notify()
    },
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
  }
}
