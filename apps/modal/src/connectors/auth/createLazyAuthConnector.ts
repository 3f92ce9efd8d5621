import { AppError } from '@latchkey/protocol'
import type { AuthConnector, AuthConnectorOptions } from './createAuthConnector.ts'

/**
 * The embedded wallet before it is needed: its code is loaded with the first `connect`. A failed load throws FRAME_LOAD_FAILED, and the
 * next call tries again.
 */
export function createLazyAuthConnector(options: AuthConnectorOptions): AuthConnector {
  let connector: AuthConnector | null = null
  let loading: Promise<AuthConnector> | null = null
  /** Counts disconnects: code that is still loading then connects nothing. */
  let ends = 0

  const load = (): Promise<AuthConnector> => {
    loading ??= import('./createAuthConnector.ts').then(
      ({ createAuthConnector }) => {
        connector = createAuthConnector(options)
        return connector
      },
      (cause: unknown) => {
        loading = null
        throw new AppError('FRAME_LOAD_FAILED', { cause })
      },
    )
    return loading
  }

  return {
    async connect() {
      const before = ends
      const loaded = connector ?? (await load())
      if (ends !== before) throw new AppError('DISCONNECTED')
      return loaded.connect()
    },
    client: () => connector?.client() ?? null,
    element: () => connector?.element() ?? null,
    end() {
      ends += 1
      connector?.end()
    },
  }
}
