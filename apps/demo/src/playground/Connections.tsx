import type { ConnectionState } from '@latchkey/modal'

/** Every connected wallet, the most recently used first. */
export const Connections = ({ connections }: { connections: readonly ConnectionState[] }) => {
  if (connections.length === 0) return null
  return (
    <section className="results">
      <h2>Connections</h2>
      <ul aria-label="Connections">
        {connections.map(({ namespace, wallet, accounts, caipNetworkId }) => (
          <li key={`${namespace} ${wallet.id}`}>
            <b>{wallet.name}</b> <span>{`${caipNetworkId}: ${accounts.map(({ address }) => address).join(', ')}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
