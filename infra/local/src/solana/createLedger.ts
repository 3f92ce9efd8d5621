/**
 * The local cluster: litesvm, which executes transactions with the validators' own runtime, with time-based slots, and a journal that
 * restores everything after a restart.
 */
import {
  type Address,
  address,
  type EncodedAccount,
  getBase58Decoder,
  isFullySignedTransaction,
  lamports,
} from '@solana/kit'
import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { openJournal } from '../journal.ts'
import type { Checks, InnerInstructions, Ledger, LedgerRecord, Outcome, TokenBalance } from './Ledger.ts'
import { accountsOf, type ReadTransaction, signatureOf, type TransactionAccount } from './readTransaction.ts'
import { createSlotClock, slotMs } from './slotClock.ts'
import { mintOf, tokenOf, uiTokenAmount } from './tokenState.ts'
import { errorOf, type TransactionErrorJson } from './transactionError.ts'

export type LedgerOptions = {
  journalFile: string
  /** The initial accounts. */
  genesis: (rentOf: Ledger['rentOf']) => readonly EncodedAccount[]
  now: () => number
}

/** An account after a transaction: address, lamports, owner, whether it is executable, and the data as base64. */
type KeptAccount = readonly [address: string, lamports: number, owner: string, isExecutable: boolean, data: string]
/** The cluster's start time (milliseconds since the epoch), or a transaction and its changes. */
type Entry = { originMs: number } | { record: LedgerRecord; accounts: readonly KeptAccount[] }

const base58 = getBase58Decoder()
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const createLedger = ({ journalFile, genesis, now }: LedgerOptions): Ledger => {
  // We check blockhashes: litesvm knows only its latest, and clients keep one for a while.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  const journal = openJournal<Entry>(journalFile)
  const records = createRecords()
  let originMs = now()

  const clock = createSlotClock(() => originMs, now)
  const rentOf: Ledger['rentOf'] = (bytes) => svm.minimumBalanceForRentExemption(bytes)

  const replay = (): void => {
    for (const account of genesis(rentOf)) svm.setAccount(account)
    const latest = new Map<string, KeptAccount>()
    for (const entry of journal.entries) {
      if ('originMs' in entry) originMs = entry.originMs
      else {
        records.add(entry.record)
        for (const account of entry.accounts) latest.set(account[0], account)
      }
    }
    for (const account of latest.values()) svm.setAccount(restored(account))
    if (journal.entries.length === 0) journal.append({ originMs })
  }

  /** Sets what programs read of the present: the clock, and the hashes of earlier slots. */
  const setPresent = (): void => {
    const slot = clock.slot()
    const time = BigInt(clock.timeOf(slot))
    svm.setClock(new Clock(BigInt(slot), 0n, 0n, 0n, time))
    svm.setSlotHashes([...clock.remembered()])
  }

  const refusalOf = (read: ReadTransaction, checks: Checks): string | undefined => {
    const signature = signatureOf(read.transaction)
    if (signature !== undefined && records.find(signature) !== undefined) return 'AlreadyProcessed'
    if (checks.blockhash && clock.validSlotOf(read.message.lifetimeToken) === undefined) return 'BlockhashNotFound'
    return checks.signatures && !isFullySignedTransaction(read.transaction) ? 'SignatureFailure' : undefined
  }

  const simulate: Ledger['simulate'] = (read, checks) => {
    const refusal = refusalOf(read, checks)
    if (refusal !== undefined) return nothing(refusal)
    setPresent()
    const simulated = svm.withSigverify(checks.signatures).simulateTransaction(read.transaction)
    return simulated instanceof FailedTransactionMetadata
      ? { ...told(simulated.meta()), error: errorOf(simulated), accounts: [] }
      : { ...told(simulated.meta()), error: null, accounts: simulated.postAccounts() }
  }

  const submit: Ledger['submit'] = (read) => {
    const refusal = refusalOf(read, { signatures: true, blockhash: true })
    const signature = signatureOf(read.transaction)
    if (refusal !== undefined || signature === undefined) return { error: refusal ?? 'SignatureFailure', logs: [] }
    setPresent()
    // Without them litesvm, too, reports that it cannot be executed.
    const accounts = accountsOf(read.message, (each) => svm.getAccount(each)) ?? []
    const before = balancesOf(accounts, svm)
    const sent = svm.withSigverify(true).sendTransaction(read.transaction)
    const after = balancesOf(accounts, svm)
    const isFailed = sent instanceof FailedTransactionMetadata
    const error = isFailed ? errorOf(sent) : null
    const { logs, unitsConsumed, innerInstructions } = told(isFailed ? sent.meta() : sent)
    // Lamports move between accounts; only the fee leaves them.
    const fee = sum(before.lamports) - sum(after.lamports)
    if (isFailed && fee === 0) return { error, logs }
    const slot = clock.slot()
    const record: LedgerRecord = {
      ...{ slot, blockTime: clock.timeOf(slot) },
      signature,
      transaction: base64(read.bytes),
      accounts,
      meta: metaOf({ error, fee, before, after, accounts, logs, unitsConsumed, innerInstructions }),
    }
    journal.append({
      record,
      accounts: accounts.filter(({ isWritable }) => isWritable).map(({ address }) => kept(address, svm)),
    })
    records.add(record)
    records.announce(record)
    return { error, logs }
  }

  replay()
  return {
    clock,
    account: (of) => svm.getAccount(of),
    accountsOf: (program) => svm.getProgramAccounts(program),
    rentOf,
    simulate,
    submit,
    find: records.find,
    recordsOf: records.of,
    advance(slots) {
      originMs -= slots * slotMs
      journal.append({ originMs })
    },
    onRecord: records.onRecord,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

const nothing = (error: TransactionErrorJson): Outcome => ({
  error,
  logs: [],
  unitsConsumed: 0,
  innerInstructions: [],
  returnData: null,
  accounts: [],
})

/** Returns litesvm's report of a transaction, successful or not. */
const told = (
  meta: TransactionMetadata,
): Pick<Outcome, 'logs' | 'unitsConsumed' | 'innerInstructions' | 'returnData'> => {
  const returned = meta.returnData()
  return {
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    innerInstructions: innerInstructionsOf(meta),
    returnData:
      returned.data().length === 0
        ? null
        : { programId: address(base58.decode(returned.programId())), data: [base64(returned.data()), 'base64'] },
  }
}

const innerInstructionsOf = (meta: TransactionMetadata): InnerInstructions =>
  meta.innerInstructions().flatMap((inner, index) => {
    if (inner.length === 0) return []
    const instructions = inner.map((each) => {
      const instruction = each.instruction()
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: base58.decode(instruction.data()),
        stackHeight: each.stackHeight(),
      }
    })
    return [{ index, instructions }]
  })

const systemProgram = address('11111111111111111111111111111111')

const kept = (of: Address, svm: LiteSVM): KeptAccount => {
  const account = svm.getAccount(of)
  if (!account.exists) return [of, 0, systemProgram, false, '']
  return [of, Number(account.lamports), account.programAddress, account.executable, base64(account.data as Uint8Array)]
}

const restored = ([of, balance, owner, executable, data]: KeptAccount): EncodedAccount => {
  const bytes = new Uint8Array(Buffer.from(data, 'base64'))
  return {
    address: address(of),
    data: bytes,
    executable,
    lamports: lamports(BigInt(balance)),
    programAddress: address(owner),
    space: BigInt(bytes.length),
  }
}

type Balances = { lamports: number[]; tokens: TokenBalance[] }

const balancesOf = (accounts: readonly TransactionAccount[], svm: LiteSVM): Balances => {
  const held = accounts.map(({ address }) => svm.getAccount(address))
  return {
    lamports: held.map((account) => (account.exists ? Number(account.lamports) : 0)),
    tokens: held.flatMap((account, index) => (account.exists ? tokenBalance(account, index, svm) : [])),
  }
}

const tokenBalance = (account: EncodedAccount, accountIndex: number, svm: LiteSVM): TokenBalance[] => {
  const token = tokenOf(account)
  const mint = token && svm.getAccount(token.mint)
  const facts = mint?.exists ? mintOf(mint) : undefined
  if (token === undefined || facts === undefined) return []
  return [
    {
      accountIndex,
      mint: token.mint,
      owner: token.owner,
      programId: account.programAddress,
      uiTokenAmount: uiTokenAmount(token.amount, facts.decimals),
    },
  ]
}

type Carried = Pick<Outcome, 'error' | 'logs' | 'unitsConsumed' | 'innerInstructions'> & {
  fee: number
  before: Balances
  after: Balances
  accounts: readonly TransactionAccount[]
}

/** Returns a transaction's effects, as `getTransaction` reports them. */
const metaOf = (carried: Carried): LedgerRecord['meta'] => {
  const { error, fee, before, after, accounts, logs, unitsConsumed, innerInstructions } = carried
  const loaded = accounts.filter(({ source }) => source === 'lookupTable')
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee,
    preBalances: before.lamports,
    postBalances: after.lamports,
    preTokenBalances: before.tokens,
    postTokenBalances: after.tokens,
    innerInstructions,
    logMessages: logs,
    loadedAddresses: {
      writable: loaded.filter(({ isWritable }) => isWritable).map(({ address }) => address),
      readonly: loaded.filter(({ isWritable }) => !isWritable).map(({ address }) => address),
    },
    computeUnitsConsumed: unitsConsumed,
    rewards: [],
  }
}

/** The records of a ledger, by signature and by account. */
const createRecords = () => {
  const bySignature = new Map<string, LedgerRecord>()
  const byAccount = new Map<string, LedgerRecord[]>()
  const listeners = new Set<(record: LedgerRecord) => void>()
  return {
    add(record: LedgerRecord): void {
      bySignature.set(record.signature, record)
      for (const { address } of record.accounts) {
        const known = byAccount.get(address)
        if (known === undefined) byAccount.set(address, [record])
        else known.push(record)
      }
    },
    announce(record: LedgerRecord): void {
      for (const listener of listeners) listener(record)
    },
    find: (signature: string): LedgerRecord | undefined => bySignature.get(signature),
    /** Newest first. */
    of: (address: string): readonly LedgerRecord[] => (byAccount.get(address) ?? []).toReversed(),
    onRecord(listener: (record: LedgerRecord) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
