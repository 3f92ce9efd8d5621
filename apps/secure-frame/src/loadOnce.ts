import { AppError } from '@latchkey/protocol'

/** Loads something when it is first needed, and again after a failure: SERVICE_UNREACHABLE. */
export const loadOnce = <value>(load: () => Promise<value>): (() => Promise<value>) => {
  let loaded: Promise<value> | null = null
  return () => {
    loaded ??= load().catch((cause: unknown) => {
      loaded = null
      throw new AppError('SERVICE_UNREACHABLE', { cause })
    })
    return loaded
  }
}
