import type { ModalOptions } from '../Modal.ts'
import type { Connector, ConnectorSource } from './Connector.ts'

/**
 * Load the sources of connectors that a site needs, each a chunk of its own, and let them announce what they find.
 * Resolves with what stops them; rejects when the code of one cannot be loaded, and then none goes on.
 */
export async function loadConnectors(
  _settings: ModalOptions,
  onConnector: (connector: Connector) => void,
): Promise<() => void> {
  const sources: readonly Promise<ConnectorSource>[] = []
  const loaded = await Promise.all(sources)
  const stops = loaded.map((source) => source(onConnector))
  return () => {
    for (const stop of stops) stop()
  }
}
