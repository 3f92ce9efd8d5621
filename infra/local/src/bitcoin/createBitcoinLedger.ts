/**
 * The local Bitcoin: transactions and unspent outputs. Each transaction is mined at once in a separate block. Only amounts are checked: an
 * output can be spent once and no more can go out than came in, but scripts, signatures and proof of work are not verified.
 */
import { createHash } from 'node:crypto'
import { hex } from '@scure/base'
import { RawTx, Script } from '@scure/btc-signer'
import { openJournal } from '../journal.ts'
import { addressOf, type ReadTransaction, readTransaction, scriptOf } from './readTransaction.ts'

export type Output = { txid: string; vout: number; value: number; script: Uint8Array; address: string | undefined }
export type Block = { height: number; hash: string; time: number }
export type MinedTransaction = ReadTransaction & {
  block: Block
  isCoinbase: boolean
  /** The outputs that its inputs spend, in order; none for new coins. */
  spent: readonly Output[]
  made: readonly Output[]
}

export type BitcoinLedger = {
  tip(): Block
  find(txid: string): MinedTransaction | undefined
  /** Returns all transactions that name an address, newest first. */
  transactionsOf(address: string): readonly MinedTransaction[]
  unspentOf(address: string): readonly Output[]
  /** Returns the transaction that has spent an output. */
  spenderOf(output: { txid: string; vout: number }): MinedTransaction | undefined
  /** Mines a transaction given as hex; returns its id. Throws an `Error` with the reason when it is invalid. */
  broadcast(transaction: string): string
  /** Mines new coins for an address; returns the transaction's id. Throws an `Error` with the reason for an invalid address. */
  credit(address: string, satoshis: number): string
}

type Entry = { transaction: string; time: number }

const keyOf = ({ txid, vout }: { txid: string; vout: number }): string => `${txid}:${vout}`
const hashOf = (height: number): string => createHash('sha256').update(`local bitcoin ${height}`).digest('hex')
const sum = (outputs: readonly Output[]): number => outputs.reduce((total, { value }) => total + value, 0)
/** The input of new coins. */
const nowhere = '00'.repeat(32)

export const createBitcoinLedger = (journalFile: string, now: () => number): BitcoinLedger => {
  const journal = openJournal<Entry>(journalFile)
  const transactions = new Map<string, MinedTransaction>()
  const byAddress = new Map<string, Set<MinedTransaction>>()
  const unspent = new Map<string, Output>()
  const spenders = new Map<string, MinedTransaction>()
  const started = Math.floor(now() / 1000)
  let tip: Block = { height: 0, hash: hashOf(0), time: journal.entries[0]?.time ?? started }

  const accept = (read: ReadTransaction, time: number): MinedTransaction => {
    const isCoinbase = read.inputs.length === 1 && hex.encode(read.inputs[0]?.txid ?? new Uint8Array()) === nowhere
    const spent = isCoinbase ? [] : read.inputs.map((input) => requireUnspent(hex.encode(input.txid), input.index))
    const made = read.outputs.map(
      ({ amount, script }, vout): Output => ({
        txid: read.txid,
        vout,
        value: Number(amount),
        script,
        address: addressOf(script),
      }),
    )
    if (transactions.has(read.txid)) throw new Error('Transaction already in block chain')
    if (new Set(spent).size < spent.length) throw new Error('bad-txns-inputs-duplicate')
    if (!isCoinbase && sum(made) > sum(spent)) throw new Error('bad-txns-in-belowout')

    const height = tip.height + 1
    tip = { height, hash: hashOf(height), time }
    const mined: MinedTransaction = { ...read, block: tip, isCoinbase, spent, made }
    transactions.set(read.txid, mined)
    for (const output of spent) {
      unspent.delete(keyOf(output))
      spenders.set(keyOf(output), mined)
    }
    for (const output of made) unspent.set(keyOf(output), output)
    for (const { address } of [...spent, ...made]) {
      if (address === undefined) continue
      const known = byAddress.get(address)
      if (known === undefined) byAddress.set(address, new Set([mined]))
      else known.add(mined)
    }
    return mined
  }

  const requireUnspent = (txid: string, vout: number): Output => {
    const output = unspent.get(keyOf({ txid, vout }))
    if (output === undefined) throw new Error('bad-txns-inputs-missingorspent')
    return output
  }

  const mine = (transaction: string): string => {
    const time = Math.max(tip.time, Math.floor(now() / 1000))
    const { txid } = accept(readTransaction(transaction), time)
    journal.append({ transaction, time })
    return txid
  }

  for (const { transaction, time } of journal.entries) accept(readTransaction(transaction), time)
  return {
    tip: () => tip,
    find: (txid) => transactions.get(txid),
    transactionsOf: (address) => [...(byAddress.get(address) ?? [])].toReversed(),
    unspentOf: (address) => [...unspent.values()].filter((output) => output.address === address),
    spenderOf: (output) => spenders.get(keyOf(output)),
    broadcast(transaction) {
      const read = readTransaction(transaction)
      if (read.inputs.some(({ txid }) => hex.encode(txid) === nowhere)) throw new Error('coinbase')
      return mine(transaction)
    },
    credit: (address, satoshis) =>
      mine(
        hex.encode(
          RawTx.encode({
            version: 2,
            segwitFlag: false,
            inputs: [
              {
                txid: hex.decode(nowhere),
                index: 0xffffffff,
                // The height in it (BIP-34) makes each one unique.
                finalScriptSig: Script.encode([tip.height + 1, new Uint8Array(4)]),
                sequence: 0xffffffff,
              },
            ],
            outputs: [{ amount: BigInt(satoshis), script: scriptOf(address) }],
            witnesses: undefined,
            lockTime: 0,
          }),
        ),
      ),
  }
}
