/** The JSON-RPC methods of the local cluster, with the parameters and responses of Solana's nodes. */
import { type Address, type Blockhash, type EncodedAccount, getBase64Encoder, type KeyPairSigner } from '@solana/kit'
import * as z from 'zod'
import { type AccountEncoding, accountJson, type DataSlice, tokenAmount } from './accountJson.ts'
import { signedByFaucet, transferOf } from './faucetTransactions.ts'
import { feeOf } from './feeOf.ts'
import type { Ledger, LedgerRecord, Outcome } from './Ledger.ts'
import { localCluster } from './localMints.ts'
import * as params from './params.ts'
import { method } from './params.ts'
import { RpcError } from './RpcError.ts'
import { type ReadTransaction, readMessage, readTransaction, signatureOf } from './readTransaction.ts'
import { blockhashLifeSlots, type SlotClock } from './slotClock.ts'
import { mintOf, tokenOf, tokenPrograms, uiTokenAmount } from './tokenState.ts'
import { wordsOf } from './transactionError.ts'
import { transactionJson } from './transactionJson.ts'

/** The interface's version: these methods respond as a node of this version. */
const nodeVersion = '2.3.0'
const slotsInEpoch = 432_000

export type SolanaMethods = Readonly<Record<string, (params: unknown) => unknown>>

export const createSolanaMethods = (ledger: Ledger, faucet: KeyPairSigner): SolanaMethods => ({
  ...clusterMethods(ledger.clock, ledger),
  ...accountMethods(ledger),
  ...tokenMethods(ledger),
  ...historyMethods(ledger),
  ...sendMethods(ledger, faucet),
})

const none = z.array(z.unknown()).default([])
const withContext = <Value>(clock: SlotClock, value: Value) => ({
  context: { slot: clock.slot(), apiVersion: nodeVersion },
  value,
})
const latestBlockhash = (clock: SlotClock) => ({
  blockhash: clock.blockhashOf(clock.slot()),
  lastValidBlockHeight: clock.slot() + blockhashLifeSlots,
})
/** The blockhash and lifetime for new transactions. */
export const latestLifetime = (clock: SlotClock): { blockhash: Blockhash; lastValidBlockHeight: bigint } => {
  const { blockhash, lastValidBlockHeight } = latestBlockhash(clock)
  return { blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) }
}

const clusterMethods = (clock: SlotClock, ledger: Ledger): SolanaMethods => ({
  getVersion: method(none, () => ({ 'solana-core': nodeVersion, 'feature-set': 0 })),
  getHealth: method(none, () => 'ok'),
  getGenesisHash: method(none, () => localCluster.genesisHash),
  getSlot: method(none, () => clock.slot()),
  getBlockHeight: method(none, () => clock.slot()),
  getBlockTime: method(z.tuple([params.count]), ([slot]) => (slot > clock.slot() ? null : clock.timeOf(slot))),
  getEpochInfo: method(none, () => ({
    absoluteSlot: clock.slot(),
    blockHeight: clock.slot(),
    epoch: Math.floor(clock.slot() / slotsInEpoch),
    slotIndex: clock.slot() % slotsInEpoch,
    slotsInEpoch,
    transactionCount: null,
  })),
  getLatestBlockhash: method(none, () => withContext(clock, latestBlockhash(clock))),
  isBlockhashValid: method(z.tuple([z.string()]).rest(z.unknown()), ([hash]) =>
    withContext(clock, clock.validSlotOf(hash) !== undefined),
  ),
  getFeeForMessage: method(z.tuple([z.base64()]).rest(z.unknown()), ([text]) => {
    const message = messageOf(text)
    return withContext(clock, clock.validSlotOf(message.lifetimeToken) === undefined ? null : Number(feeOf(message)))
  }),
  getRecentPrioritizationFees: method(none, () => [{ slot: clock.slot(), prioritizationFee: 0 }]),
  getMinimumBalanceForRentExemption: method(z.tuple([params.count]).rest(z.unknown()), ([bytes]) =>
    Number(ledger.rentOf(BigInt(bytes))),
  ),
  /** Our own, like anvil's: skips slots at once. */
  latchkey_advanceSlots: method(z.tuple([params.count]), ([slots]) => {
    ledger.advance(slots)
    return clock.slot()
  }),
})

const messageOf = (base64: string) => {
  try {
    return readMessage(getBase64Encoder().encode(base64))
  } catch (cause) {
    throw new RpcError(-32602, `failed to deserialize message: ${(cause as Error).message}`)
  }
}

type How = { encoding: AccountEncoding; dataSlice?: DataSlice | undefined }

const found = (ledger: Ledger, of: Address): EncodedAccount | undefined => {
  const account = ledger.account(of)
  return account.exists && account.lamports > 0n ? account : undefined
}
const told = (ledger: Ledger, of: Address, how: How) => {
  const account = found(ledger, of)
  return account === undefined ? null : accountJson(account, how, ledger)
}

const accountMethods = (ledger: Ledger): SolanaMethods => ({
  getBalance: method(z.tuple([params.account]).rest(z.unknown()), ([of]) =>
    withContext(ledger.clock, Number(found(ledger, of)?.lamports ?? 0n)),
  ),
  getAccountInfo: method(z.tuple([params.account, params.accountSettings]), ([of, how]) =>
    withContext(ledger.clock, told(ledger, of, how)),
  ),
  getMultipleAccounts: method(z.tuple([params.accounts, params.accountSettings]), ([all, how]) =>
    withContext(
      ledger.clock,
      all.map((of) => told(ledger, of, how)),
    ),
  ),
})

const tokenMethods = (ledger: Ledger): SolanaMethods => ({
  getTokenAccountBalance: method(z.tuple([params.account]).rest(z.unknown()), ([of]) => {
    const account = found(ledger, of)
    const token = account && tokenOf(account)
    const amount = token && tokenAmount(token, ledger)
    if (amount === undefined) throw new RpcError(-32602, 'Invalid param: could not find account')
    return withContext(ledger.clock, amount)
  }),
  getTokenSupply: method(z.tuple([params.account]).rest(z.unknown()), ([of]) => {
    const account = found(ledger, of)
    const mint = account && mintOf(account)
    if (mint === undefined) throw new RpcError(-32602, 'Invalid param: could not find mint')
    return withContext(ledger.clock, uiTokenAmount(mint.supply, mint.decimals))
  }),
  getTokenAccountsByOwner: method(
    z.tuple([params.account, params.tokenFilter, params.accountSettings]),
    ([owner, filter, how]) => {
      const all = Object.values(tokenPrograms)
        .filter((program) => !('programId' in filter) || filter.programId === program)
        .flatMap((program) => ledger.accountsOf(program))
      const own = all.filter((account) => {
        const token = tokenOf(account)
        return token?.owner === owner && (!('mint' in filter) || token.mint === filter.mint)
      })
      return withContext(
        ledger.clock,
        own.map((account) => ({ pubkey: account.address, account: accountJson(account, how, ledger) })),
      )
    },
  ),
})

const historyMethods = (ledger: Ledger): SolanaMethods => ({
  getSignatureStatuses: method(z.tuple([params.signatures]).rest(z.unknown()), ([all]) =>
    withContext(
      ledger.clock,
      all.map((signature) => {
        const record = ledger.find(signature)
        return record === undefined ? null : statusOf(record)
      }),
    ),
  ),
  getSignaturesForAddress: method(
    z.tuple([params.account, params.historySettings]),
    ([of, { before, until, limit }]) => {
      const all = ledger.recordsOf(of)
      const placeOf = (signature: string | undefined): number =>
        signature === undefined ? -1 : all.findIndex((record) => record.signature === signature)
      const end = placeOf(until)
      const some = all.slice(placeOf(before) + 1, end === -1 ? undefined : end)
      return some.slice(0, limit).map((record) => ({
        signature: record.signature,
        slot: record.slot,
        blockTime: record.blockTime,
        err: record.meta.err,
        memo: null,
        confirmationStatus: 'finalized',
      }))
    },
  ),
  getTransaction: method(
    z.tuple([params.signature, params.transactionSettings]),
    ([signature, { encoding = 'json', maxSupportedTransactionVersion: newest }]) => {
      const record = ledger.find(signature)
      return record === undefined ? null : transactionJson(record, { encoding, newest })
    },
  ),
})

const statusOf = ({ slot, meta }: LedgerRecord) => ({
  slot,
  confirmations: null,
  err: meta.err,
  status: meta.status,
  confirmationStatus: 'finalized',
})

const unverified = (): RpcError => new RpcError(-32003, 'Transaction signature verification failure')

const sendMethods = (ledger: Ledger, faucet: KeyPairSigner): SolanaMethods => {
  const send = (read: ReadTransaction, skipPreflight: boolean): string => {
    const signature = signatureOf(read.transaction)
    if (signature === undefined) throw unverified()
    const outcome = skipPreflight ? undefined : ledger.simulate(read, { signatures: true, blockhash: true })
    if (outcome?.error === 'SignatureFailure') throw unverified()
    if (outcome !== undefined && outcome.error !== null) {
      const message = `Transaction simulation failed: ${wordsOf(outcome.error)}`
      throw new RpcError(-32002, message, { ...simulationOf(outcome), accounts: null })
    }
    // A node returns no outcome here.
    ledger.submit(read)
    return signature
  }

  const accountsAfter = (outcome: Outcome, wanted: { encoding: AccountEncoding; addresses: readonly Address[] }) =>
    wanted.addresses.map((of) => {
      if (outcome.error !== null) return null
      const after = outcome.accounts.find(({ address }) => address === of) ?? found(ledger, of)
      return after === undefined || after.lamports === 0n ? null : accountJson(after, wanted, ledger)
    })

  return {
    sendTransaction: method(z.tuple([z.string(), params.sendSettings]), ([text, { encoding, skipPreflight }]) =>
      send(readTransaction(text, encoding), skipPreflight),
    ),
    simulateTransaction: method(z.tuple([z.string(), params.simulateSettings]), ([text, how]) => {
      if (how.sigVerify && how.replaceRecentBlockhash)
        throw new RpcError(-32602, 'sigVerify may not be used with replaceRecentBlockhash')
      const read = readTransaction(text, how.encoding)
      const outcome = ledger.simulate(read, { signatures: how.sigVerify, blockhash: !how.replaceRecentBlockhash })
      return withContext(ledger.clock, {
        ...simulationOf(outcome),
        accounts: how.accounts === undefined ? null : accountsAfter(outcome, how.accounts),
        ...(how.innerInstructions ? { innerInstructions: outcome.innerInstructions } : {}),
        ...(how.replaceRecentBlockhash ? { replacementBlockhash: latestBlockhash(ledger.clock) } : {}),
      })
    }),
    requestAirdrop: method(z.tuple([params.account, params.count]).rest(z.unknown()), async ([to, amount]) => {
      const lifetime = latestLifetime(ledger.clock)
      const signed = await signedByFaucet(faucet, lifetime, [transferOf(faucet, to, BigInt(amount))])
      return send(readTransaction(signed, 'base64'), false)
    }),
  }
}

const simulationOf = ({ error, logs, unitsConsumed, returnData }: Outcome) => ({
  err: error,
  logs,
  unitsConsumed,
  returnData,
})
