import { loadPart } from '../loadPart.ts'
import type { AccountType, Namespace } from '../Modal.ts'
import type { Sender } from './SendPlan.ts'

/** The types of chains that sending supports, each loaded on demand. */
const senders: Partial<Record<Namespace, () => Promise<Sender>>> = {
  eip155: async () => (await loadPart(import('./evmSender.ts'))).evmSender,
  solana: async () => (await loadPart(import('./solanaSender.ts'))).solanaSender,
  bip122: async () => (await loadPart(import('./bitcoinSender.ts'))).bitcoinSender,
}

/** A smart account has a separate sender from its chain's. */
const loadSmart = async (): Promise<Sender> => (await loadPart(import('./smartSender.ts'))).smartSender

/** Returns the sender of a type of chain; undefined where there is none. Its promise rejects with SERVICE_UNREACHABLE. */
export const senderOf = (namespace: Namespace, type: AccountType): (() => Promise<Sender>) | undefined =>
  type === 'smartAccount' ? loadSmart : senders[namespace]
