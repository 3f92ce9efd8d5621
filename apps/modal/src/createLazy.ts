/** A value that is loaded on first use, and again after a failed load. */
export type Lazy<value> = {
  /** Rejects with the load's error. */
  get(): Promise<value>
  /** Calls a function with the value once it is loaded, if it was requested. */
  whenThere(act: (value: value) => void): void
}

export const createLazy = <value>(load: () => Promise<value>): Lazy<value> => {
  let loading: Promise<value> | undefined
  return {
    get() {
      loading ??= load().catch((failure: unknown) => {
        loading = undefined
        throw failure
      })
      return loading
    },
    whenThere(act) {
      loading?.then(act, () => undefined)
    },
  }
}
