import type { Severity } from '../risks/assessTransaction.ts'
import { findLookalike } from '../risks/findLookalike.ts'
import type { ReadInstruction } from './instructions/readInstruction.ts'
import type { ResolvedTransaction } from './resolveLookups.ts'
import type { SolanaChange } from './solanaChanges.ts'
import { movesTokensAlone } from './solanaPrograms.ts'
import { systemProgram } from './transferInstructions.ts'

/** A risk of a transaction that the user should know; each kind has one severity. */
export type SolanaRisk =
  /** The recipient's address resembles a known one. */
  | { kind: 'lookalike'; address: string; of: string }
  /** The account itself is assigned to a program, with everything in it. */
  | { kind: 'givesAccount'; to: string }
  /** A token account gets another owner. */
  | { kind: 'givesTokens'; account: string; to: string | null }
  /** A delegate can take the whole balance of a token. */
  | { kind: 'delegatesAll'; delegate: string }
  | { kind: 'delegates'; delegate: string }
  /** The balance of a closed account goes to another account. */
  | { kind: 'closesFor'; account: string; to: string }
  | { kind: 'handsOver'; account: string; to: string | null }
  /** The recipient isn't in the transaction but in a lookup table. */
  | { kind: 'hiddenReceiver'; address: string }
  | { kind: 'durable'; authority: string }
  | { kind: 'unknownProgram'; program: string }
  | { kind: 'unreadable'; program: string }
  | { kind: 'notTried' }
  | { kind: 'failsAlone'; reason: string }
  | { kind: 'othersSign'; count: number }
  | { kind: 'firstTime'; address: string }

/** The risks that `assessSolana` reports, each with its severity. */
export const solanaRiskSeverity = {
  lookalike: 'danger',
  givesAccount: 'danger',
  givesTokens: 'danger',
  delegatesAll: 'danger',
  closesFor: 'danger',
  handsOver: 'danger',
  delegates: 'warning',
  hiddenReceiver: 'warning',
  durable: 'warning',
  notTried: 'warning',
  failsAlone: 'warning',
  unknownProgram: 'warning',
  unreadable: 'warning',
  othersSign: 'info',
  firstTime: 'info',
} as const satisfies Record<SolanaRisk['kind'], Severity>

/** The facts for `assessSolana` about a transaction, its simulation and the account's history. */
export type SolanaRiskFacts = {
  /** The account that signs. */
  own: string
  transaction: ResolvedTransaction
  instructions: readonly ReadInstruction[]
  /** The simulated changes; null when it could not be simulated. */
  changes: readonly SolanaChange[] | null
  /** Why it failed when it was simulated without the transactions before it. */
  failsAlone?: string
  /** The recipients (`solanaReceivers`). */
  receivers?: readonly string[]
  /** Addresses that the account has transacted with before, as far as this device knows; absent if unknown. */
  known?: readonly string[] | undefined
}

/** Returns all risks of a transaction, worst first, each once. */
export function assessSolana({
  own,
  transaction,
  instructions,
  changes,
  failsAlone,
  receivers = [],
  known,
}: SolanaRiskFacts): readonly SolanaRisk[] {
  const { looked, signers } = transaction
  const found: SolanaRisk[] = [
    ...instructions.flatMap((instruction) => risksOf(instruction, own, looked)),
    ...instructions.flatMap((instruction) => risksOfUnread(instruction, changes !== null)),
    ...(changes ?? []).flatMap(risksOfChange),
    ...(failsAlone === undefined ? [] : [{ kind: 'failsAlone', reason: failsAlone } as const]),
    ...(changes === null && failsAlone === undefined ? [{ kind: 'notTried' } as const] : []),
    ...receivers.flatMap((address) => risksOfReceiver(address, own, known)),
    ...(signers.length > 1 ? [{ kind: 'othersSign', count: signers.length - 1 } as const] : []),
  ]
  const order = Object.keys(solanaRiskSeverity)
  const unique = [...new Map(found.map((risk) => [JSON.stringify(risk), risk])).values()]
  return unique.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

function risksOf({ action }: ReadInstruction, own: string, looked: ReadonlySet<string>): SolanaRisk[] {
  switch (action.kind) {
    case 'assign':
      return action.account === own && action.owner !== systemProgram
        ? [{ kind: 'givesAccount', to: action.owner }]
        : []
    case 'createAccount':
      return action.account === own && action.owner !== systemProgram
        ? [{ kind: 'givesAccount', to: action.owner }]
        : []
    case 'setAuthority': {
      const { account, right, to, authority } = action
      if (to === own || authority !== own) return []
      return right === 'owner' ? [{ kind: 'givesTokens', account, to }] : [{ kind: 'handsOver', account, to }]
    }
    case 'delegate': {
      if (action.authority !== own || action.delegate === own || action.amount === 0n) return []
      const { delegate } = action
      return action.amount === maxAmount ? [{ kind: 'delegatesAll', delegate }] : [{ kind: 'delegates', delegate }]
    }
    case 'closeAccount':
    case 'takeOut':
      return action.to === own || action.authority !== own
        ? []
        : [{ kind: 'closesFor', account: action.account, to: action.to }]
    case 'handOver':
      return action.to === own || action.authority !== own
        ? []
        : [{ kind: 'handsOver', account: action.account, to: action.to }]
    case 'useNonce':
      return [{ kind: 'durable', authority: action.authority }]
    case 'sendSol':
      if (action.from === own) return looked.has(action.to) ? [{ kind: 'hiddenReceiver', address: action.to }] : []
      return action.authority === own && action.to !== own
        ? [{ kind: 'closesFor', account: action.from, to: action.to }]
        : []
    case 'sendToken':
      return action.authority === own && looked.has(action.to) ? [{ kind: 'hiddenReceiver', address: action.to }] : []
    default:
      return []
  }
}

/** An unknown recipient, or one whose address resembles a known one. */
function risksOfReceiver(address: string, own: string, known: SolanaRiskFacts['known']): SolanaRisk[] {
  const of = findLookalike(address, [...(known ?? []), own])
  if (of !== null) return [{ kind: 'lookalike', address, of }]
  return known === undefined || known.includes(address) ? [] : [{ kind: 'firstTime', address }]
}

/** Reports unknown instructions, simulated or not: a simulation doesn't show what a program holds for a user. */
const risksOfUnread = ({ program, programName, action }: ReadInstruction, isTried: boolean): SolanaRisk[] => {
  if (action.kind !== 'unknown') return []
  if (programName === null) return [{ kind: 'unknownProgram', program }]
  return isTried && movesTokensAlone(program) ? [] : [{ kind: 'unreadable', program }]
}

const risksOfChange = (change: SolanaChange): SolanaRisk[] => {
  switch (change.kind) {
    case 'delegate':
      return change.isAll
        ? [{ kind: 'delegatesAll', delegate: change.delegate }]
        : [{ kind: 'delegates', delegate: change.delegate }]
    case 'lost':
      return [{ kind: 'givesTokens', account: change.account, to: change.to }]
    case 'assigned':
      return [{ kind: 'givesAccount', to: change.to }]
    default:
      return []
  }
}

const maxAmount = 2n ** 64n - 1n
