/** A value that is loaded when it is first asked for, and again after it was lost. */
export type Lazy<value> = {
  /** Rejects with what loading it rejects with. */
  get(): Promise<value>
  /** Does something with the value once it is there, if it was asked for. */
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
