import {
  type AccountState,
  assessSolana,
  type ReadInstruction,
  type ResolvedTransaction,
  readInstruction,
  readTokenAccount,
  readTokenMint,
  resolveLookups,
  type Snapshot,
  type SolanaChange,
  type SolanaFee,
  type SolanaRisk,
  solanaChanges,
  solanaFailure,
  solanaFee,
  solanaReceivers,
  systemProgram,
  type TokenAccount,
  type TokenMint,
  token2022Program,
  tokenProgram,
} from '@latchkey/chains'
import { errorCopy } from '@latchkey/copy/error'
import { AppError, isAppError } from '@latchkey/protocol'
import type { SolanaReader, SolanaReadParams, SolanaReadResult } from '../../chain/solanaReads.ts'
import type { Consult } from '../insights/insights.ts'
import { inTime } from '../insights/inTime.ts'
import { isOutage } from '../screen/isOutage.ts'
import { askPrices, type PriceMap } from './askPrices.ts'
import type { SolanaRequest } from './solanaRequest.ts'

/** The result of simulating a transaction. */
type SolanaTried =
  | {
      kind: 'ran'
      changes: readonly SolanaChange[]
      /** The lamports that new accounts have to hold. */
      rent: bigint
      /** Afterwards, another account may close one of the account's token accounts. */
      givesClosing: boolean
    }
  | { kind: 'failed'; error: AppError }
  | { kind: 'unavailable' }

/** A transaction with all facts from the network. */
export type ExaminedTransaction = {
  request: SolanaRequest
  transaction: ResolvedTransaction
  instructions: readonly ReadInstruction[]
  fee: SolanaFee
  tried: SolanaTried
  /** Recipients of the account's assets or of rights over them. */
  receivers: readonly string[]
  /** The worst first. */
  risks: readonly SolanaRisk[]
}

export type Examined = {
  transactions: readonly ExaminedTransaction[]
  /** The tokens' metadata, by mint. */
  mints: ReadonlyMap<string, TokenMint>
  /** The named token accounts, as they are now or as they would be. */
  tokenAccounts: ReadonlyMap<string, TokenAccount>
  /** The price of a whole token, by mint. */
  prices: PriceMap
  /** The account's balance, in lamports. */
  balance: bigint
  /** Why nothing of it can be signed; null when it can be. */
  obstacle: AppError | null
}

export type ExamineOptions = {
  own: string
  minContextSlot?: number | undefined
  /** Returns known addresses and token prices; missing answers are fine. */
  consult?: Consult
}

const commitment = 'confirmed'
/** The maximum number of accounts that a node returns at once. */
const maxAccounts = 100
/**
 * The bytes read of each account: all of a lookup table; of a token account also the byte that marks it as one; of a mint
 * the part before long texts.
 */
const most = { table: 56 + 256 * 32, held: 166, mint: 4_096 } as const
/** The service simulates eight transactions at a time, for all users. */
const triedAtOnce = 2
/** The waits while all eight slots are taken, in milliseconds. A slot is taken for a few seconds at most. */
const waitsMs = [250, 500, 1_000, 2_000, 2_000]

/**
 * Resolves lookup tables, reads what the instructions do, and simulates each transaction separately. One that fails only
 * because it needs those before it is marked so; the first can't be.
 * Watches the account itself and token accounts, now or afterwards: a program's accounts may be larger than a node returns.
 * Fails with LOOKUP_TABLE_INVALID, CHAIN_UNREACHABLE, SERVICE_UNREACHABLE, CHAIN_NOT_SUPPORTED.
 */
export async function examineSolana(
  requests: readonly SolanaRequest[],
  options: ExamineOptions,
  read: SolanaReader,
): Promise<Examined> {
  const { own, consult } = options
  const asked = askKnown(consult)
  const tables = await readAccounts(
    requests.flatMap(({ transaction }) => transaction.lookups.map(({ table }) => table)),
    most.table,
    read,
  )
  const resolved = requests.map(({ transaction }) => resolveLookups(transaction, tables))
  const changed = resolved.map(({ writable }) => [...new Set([own, ...writable])])
  const before = await readAccounts(changed.flat(), most.held, read)
  const watched = changed.map((each) => each.filter((address) => address === own || mayHoldTokens(before.get(address))))
  const answers: (Simulated | null)[] = []
  while (answers.length < requests.length) {
    const start = answers.length
    const next = requests.slice(start, start + triedAtOnce)
    const tries = next.map((request, at) => simulate(request, watched[start + at] ?? [], options, read))
    answers.push(...(await Promise.all(tries)))
  }
  const tokenAccounts = new Map<string, TokenAccount>()
  for (const snapshot of [...answers.map((answer, index) => statesOf(answer, watched[index] ?? [])), before]) {
    for (const [address, state] of snapshot) {
      const account = state === null ? null : readTokenAccount(state)
      if (account !== null) tokenAccounts.set(address, account)
    }
  }
  const known = await asked
  const transactions = requests.map((request, index): ExaminedTransaction => {
    const transaction = resolved[index] as ResolvedTransaction
    const instructions = transaction.instructions.map(readInstruction)
    const tried = triedOf(answers[index] ?? null, { own, before, instructions, watched: watched[index] ?? [] })
    const failsAlone =
      index > 0 && tried.kind === 'failed' && isOfItsOwn(tried.error) ? reasonOf(tried.error) : undefined
    // A failed simulation has no changes.
    const hasFailed = tried.kind === 'failed' && failsAlone === undefined
    const changes = tried.kind === 'ran' ? tried.changes : hasFailed ? [] : null
    const receivers = solanaReceivers(own, instructions, tokenAccounts)
    const risks = assessSolana({
      own,
      transaction,
      instructions,
      changes,
      receivers,
      known,
      ...(failsAlone === undefined ? {} : { failsAlone }),
    })
    return { request, transaction, instructions, fee: solanaFee(transaction, instructions), tried, receivers, risks }
  })
  const [mints, prices] = await Promise.all([
    readMints(transactions, tokenAccounts, read),
    askPrices(transactions.flatMap(changedMints), consult),
  ])
  const balance = before.get(own)?.lamports ?? 0n
  return {
    transactions,
    mints,
    tokenAccounts,
    prices,
    balance,
    obstacle: obstacleOf(transactions, own, balance),
  }
}

/** Returns the account's earlier counterparties; undefined if there is no answer in time. Never fails. */
const askKnown = async (consult: Consult | undefined): Promise<readonly string[] | undefined> =>
  (await inTime(() => consult?.('knownAddresses', null))) ?? undefined

const readAccounts = async (addresses: readonly string[], length: number, read: SolanaReader): Promise<Snapshot> => {
  const unique = [...new Set(addresses)]
  const found = new Map<string, AccountState | null>()
  for (let start = 0; start < unique.length; start += maxAccounts) {
    const asked = unique.slice(start, start + maxAccounts)
    const dataSlice = { offset: 0 as const, length }
    const { value } = await read('getMultipleAccounts', [asked, { encoding: 'base64', commitment, dataSlice }])
    if (value.length !== asked.length) throw new AppError('CHAIN_UNREACHABLE')
    for (const [index, address] of asked.entries()) found.set(address, stateOf(value[index]))
  }
  return found
}

/** An account that no program owns yet may become a token account while the transaction runs. */
const mayHoldTokens = (state: AccountState | null | undefined): boolean =>
  state == null || [systemProgram, tokenProgram, token2022Program].some((program) => program === state.owner)

type GivenAccount = SolanaReadResult<'getMultipleAccounts'>['value'][number] | undefined

const stateOf = (account: GivenAccount): AccountState | null =>
  account == null
    ? null
    : { owner: account.owner, lamports: BigInt(account.lamports), data: bytesOfBase64(account.data[0]) }

const bytesOfBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
export const base64OfBytes = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

type Simulated = SolanaReadResult<'simulateTransaction'>['value']

/** Returns a node's simulation; null where no node of this network can run it, or return so many accounts. */
async function simulate(
  { bytes }: SolanaRequest,
  addresses: string[],
  { minContextSlot }: ExamineOptions,
  read: SolanaReader,
): Promise<Simulated | null> {
  if (addresses.length > maxAccounts) return null
  const config: SolanaReadParams<'simulateTransaction'>[1] = {
    encoding: 'base64',
    commitment,
    sigVerify: false,
    accounts: { encoding: 'base64', addresses },
    ...(minContextSlot === undefined ? {} : { minContextSlot }),
  }
  for (let tries = 0; ; tries++) {
    try {
      return (await read('simulateTransaction', [base64OfBytes(bytes), config])).value
    } catch (thrown) {
      const error = AppError.from(thrown)
      if (!isOutage(error)) return null
      const waitMs = waitsMs[tries]
      if (waitMs === undefined || !isAppError(error, 'LIMIT_EXCEEDED')) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

const statesOf = (answer: Simulated | null, watched: readonly string[]): Snapshot =>
  new Map((answer?.accounts ?? []).map((account, index) => [watched[index] ?? '', stateOf(account)]))

type TryFacts = {
  own: string
  before: Snapshot
  instructions: readonly ReadInstruction[]
  watched: readonly string[]
}

const triedOf = (answer: Simulated | null, { own, before, instructions, watched }: TryFacts): SolanaTried => {
  if (answer === null) return { kind: 'unavailable' }
  if (answer.err != null) {
    return { kind: 'failed', error: solanaFailure(answer.err, { instructions, logs: answer.logs ?? [] }) }
  }
  // Without the states, the changes are unknown.
  if (answer.accounts?.length !== watched.length) return { kind: 'unavailable' }
  const after = statesOf(answer, watched)
  const made = [...after].flatMap(([address, state]) =>
    state !== null && state.owner !== systemProgram && state.lamports > 0n && isEmpty(before.get(address))
      ? [state]
      : [],
  )
  return {
    kind: 'ran',
    changes: solanaChanges(own, before, after),
    rent: made.reduce((sum, { lamports }) => sum + lamports, 0n),
    givesClosing: [...after].some(([address, state]) => closerOf(state, own) !== closerOf(before.get(address), own)),
  }
}

/** Returns another account that may close the state's token account, if it is `own`'s. */
const closerOf = (state: AccountState | null | undefined, own: string): string | null => {
  const held = state == null ? null : readTokenAccount(state)
  return held?.owner !== own || held.closeAuthority === own ? null : held.closeAuthority
}

const isEmpty = (state: AccountState | null | undefined): boolean => state == null || state.lamports === 0n

/** Returns whether an error is due to the transaction itself, not to its time or place. */
const isOfItsOwn = ({ name }: AppError): boolean => name === 'EXECUTION_REVERTED' || name === 'INSUFFICIENT_FUNDS'

const reasonOf = (error: AppError): string =>
  error.name === 'EXECUTION_REVERTED' ? String(error.details.reason) : errorCopy(error).title

const obstacleOf = (transactions: readonly ExaminedTransaction[], own: string, balance: bigint): AppError | null => {
  for (const [index, { tried }] of transactions.entries()) {
    if (tried.kind === 'failed' && (index === 0 || !isOfItsOwn(tried.error))) return tried.error
  }
  return feesOf(transactions, own) > balance ? new AppError('INSUFFICIENT_FUNDS') : null
}

/** Returns the account's maximum fees: those of transactions that it signs first. */
export const feesOf = (transactions: readonly ExaminedTransaction[], own: string): bigint =>
  transactions
    .filter(({ transaction }) => transaction.signers[0] === own)
    .reduce((sum, { fee }) => sum + fee.base + fee.priority, 0n)

const changedMints = ({ tried }: Pick<ExaminedTransaction, 'tried'>): readonly string[] =>
  tried.kind === 'ran' ? tried.changes.flatMap((change) => ('mint' in change ? [change.mint] : [])) : []

/** Reads the mints that the screens name; amounts of an unreadable one are shown in base units. */
async function readMints(
  transactions: readonly ExaminedTransaction[],
  tokenAccounts: ReadonlyMap<string, TokenAccount>,
  read: SolanaReader,
): Promise<ReadonlyMap<string, TokenMint>> {
  const named = transactions.flatMap(({ instructions, tried }) => [
    ...instructions.flatMap(({ action }) => ('mint' in action && action.mint !== null ? [action.mint] : [])),
    ...changedMints({ tried }),
  ])
  const held = [...tokenAccounts.values()].map(({ mint }) => mint)
  const states = await readAccounts([...named, ...held].slice(0, maxAccounts), most.mint, read).catch(
    (): Snapshot => new Map(),
  )
  const found = [...states].flatMap(([address, state]) => {
    const mint = state === null ? null : readTokenMint(state)
    return mint === null ? [] : [[address, mint] as const]
  })
  return new Map(found)
}
