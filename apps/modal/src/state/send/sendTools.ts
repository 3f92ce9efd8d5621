import { AppError } from '@latchkey/protocol'
import type { Getter } from 'jotai/vanilla'
import { callWallet } from '../../connectors/callWallet.ts'
import type { Sender, SendTools } from '../../send/SendPlan.ts'
import { senderOf } from '../../send/senders.ts'
import { servicesAtom } from '../../services.ts'
import { namespaceOf } from '../../storedConnections.ts'
import { activeSession, connectedSessionsAtom } from '../connectedSessions.ts'
import type { AccountOnNetwork } from './form.ts'

/**
 * Returns the tools for sending with an account and network. Throws CHAIN_NOT_SUPPORTED where sending isn't supported. Its wallet rejects
 * with UNAUTHORIZED once another account or network is active.
 */
export async function openSender(get: Getter, place: AccountOnNetwork): Promise<{ sender: Sender; tools: SendTools }> {
  const { network, account } = place
  const namespace = namespaceOf(network)
  const type = activeSession(get(connectedSessionsAtom), namespace)?.session.kinds?.type ?? 'eoa'
  const load = senderOf(namespace, type)
  if (load === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
  const { askNode } = get(servicesAtom)
  return {
    sender: await load(),
    tools: {
      network,
      isEmbedded: activeSession(get(connectedSessionsAtom), namespace)?.connector.type === 'auth',
      ask: (method, params) => askNode(network, { method, params }),
      async request(args) {
        const held = activeSession(get(connectedSessionsAtom), namespace)
        if (held?.address !== account || held.session.network !== network) throw new AppError('UNAUTHORIZED')
        // Both account types may have the same address (EIP-7702).
        if ((held.session.kinds?.type ?? 'eoa') !== type) throw new AppError('UNAUTHORIZED')
        return callWallet(held.connector, namespace, args)
      },
    },
  }
}
