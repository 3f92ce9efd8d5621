/** Shapes of Esplora's HTTP API (github.com/Blockstream/esplora, API.md), without disassembled scripts (`_asm`). */
import { hex } from '@scure/base'
import type { BitcoinLedger, Block, MinedTransaction, Output } from './createBitcoinLedger.ts'
import { scriptTypeOf } from './readTransaction.ts'

export const statusJson = ({ height, hash, time }: Block) => ({
  confirmed: true,
  block_height: height,
  block_hash: hash,
  block_time: time,
})

const outputJson = ({ script, address, value }: Output) => ({
  scriptpubkey: hex.encode(script),
  scriptpubkey_type: scriptTypeOf(script),
  ...(address === undefined ? {} : { scriptpubkey_address: address }),
  value,
})

export const transactionJson = (transaction: MinedTransaction) => {
  const { txid, version, lockTime, inputs, witnesses, spent, made, isCoinbase, size, weight, block } = transaction
  const sum = (outputs: readonly Output[]): number => outputs.reduce((total, { value }) => total + value, 0)
  return {
    txid,
    version,
    locktime: lockTime,
    vin: inputs.map((input, index) => ({
      txid: hex.encode(input.txid),
      vout: input.index,
      prevout: spent[index] === undefined ? null : outputJson(spent[index]),
      scriptsig: hex.encode(input.finalScriptSig),
      ...(witnesses?.[index] === undefined ? {} : { witness: witnesses[index].map((item) => hex.encode(item)) }),
      is_coinbase: isCoinbase,
      sequence: input.sequence,
    })),
    vout: made.map(outputJson),
    size,
    weight,
    fee: isCoinbase ? 0 : sum(spent) - sum(made),
    status: statusJson(block),
  }
}

const noStats = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 }

export const addressJson = (address: string, ledger: BitcoinLedger) => {
  const all = ledger.transactionsOf(address)
  const own = (outputs: readonly Output[]): readonly Output[] => outputs.filter((output) => output.address === address)
  const funded = all.flatMap(({ made }) => own(made))
  const spent = all.flatMap((transaction) => own(transaction.spent))
  const sum = (outputs: readonly Output[]): number => outputs.reduce((total, { value }) => total + value, 0)
  return {
    address,
    chain_stats: {
      funded_txo_count: funded.length,
      funded_txo_sum: sum(funded),
      spent_txo_count: spent.length,
      spent_txo_sum: sum(spent),
      tx_count: all.length,
    },
    mempool_stats: noStats,
  }
}

export const unspentJson = (output: Output, ledger: BitcoinLedger) => {
  const block = ledger.find(output.txid)?.block
  return { txid: output.txid, vout: output.vout, value: output.value, ...(block && { status: statusJson(block) }) }
}
