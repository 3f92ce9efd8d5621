import { loadPart } from '../loadPart.ts'
import type { AccountType, Namespace } from '../Modal.ts'
import type { Sender } from './SendPlan.ts'

/** The kinds of chains that are sent on, each loaded when it is needed. */
const senders: Partial<Record<Namespace, () => Promise<Sender>>> = {
  eip155: async () => (await loadPart(import('./evmSender.ts'))).evmSender,
  solana: async () => (await loadPart(import('./solanaSender.ts'))).solanaSender,
  bip122: async () => (await loadPart(import('./bitcoinSender.ts'))).bitcoinSender,
}

/** Sending from a smart account is another thing than from the chain's own kind. */
const loadSmart = async (): Promise<Sender> => (await loadPart(import('./smartSender.ts'))).smartSender

/** Sending on a kind of chain; undefined where there is none. Its promise rejects with SERVICE_UNREACHABLE. */
export const senderOf = (namespace: Namespace, type: AccountType): (() => Promise<Sender>) | undefined =>
  type === 'smartAccount' ? loadSmart : senders[namespace]
