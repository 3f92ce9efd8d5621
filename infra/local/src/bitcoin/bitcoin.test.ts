import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { expect, test } from 'vitest'
import { createBitcoinLedger } from './createBitcoinLedger.ts'
import { createEsploraApp } from './createEsploraApp.ts'
import { localBitcoin } from './localBitcoin.ts'

const { network } = localBitcoin
const ofKey = (fill: number) => {
  const key = new Uint8Array(32).fill(fill)
  const payment = p2wpkh(pubECDSA(key), network)
  return { key, script: payment.script, address: payment.address ?? '' }
}
const ada = ofKey(1)
const grace = ofKey(2)

const open = (journalFile = join(mkdtempSync(join(tmpdir(), 'latchkey-bitcoin-')), 'bitcoin.jsonl')) => {
  const app = createEsploraApp(createBitcoinLedger(journalFile, () => 1_700_000_000_000))
  const get = async (path: string) => (await app.request(path)).json() as Promise<unknown>
  const text = async (path: string) => (await app.request(path)).text()
  const post = async (path: string, body: string) => app.request(path, { method: 'POST', body })
  const credit = async (address: string, satoshis: number) => {
    const answer = await post('/_control/credit', JSON.stringify({ address, satoshis }))
    return ((await answer.json()) as { txid: string }).txid
  }
  return { app, get, text, post, credit, journalFile }
}

const payment = (txid: string, has: number, gives: number, fee: number): string => {
  const transaction = new Transaction()
  transaction.addInput({ txid, index: 0, witnessUtxo: { script: ada.script, amount: BigInt(has) } })
  transaction.addOutputAddress(grace.address, BigInt(gives), network)
  transaction.addOutputAddress(ada.address, BigInt(has - gives - fee), network)
  transaction.sign(ada.key)
  transaction.finalize()
  return hex.encode(transaction.extract())
}

test('coins arrive, are spent once, and appear in Esplora’s shapes', async () => {
  const { get, text, post, credit } = open()
  const given = await credit(ada.address, 50_000)
  expect(await get(`/address/${ada.address}/utxo`)).toMatchObject([
    { txid: given, vout: 0, value: 50_000, status: { confirmed: true, block_height: 1, block_time: 1_700_000_000 } },
  ])
  const signed = payment(given, 50_000, 30_000, 500)
  const txid = await (await post('/tx', signed)).text()
  expect(await text('/blocks/tip/height')).toBe('2')
  expect(await get(`/address/${ada.address}`)).toMatchObject({
    address: ada.address,
    chain_stats: { funded_txo_sum: 69_500, spent_txo_sum: 50_000, tx_count: 2 },
    mempool_stats: { funded_txo_sum: 0 },
  })
  expect(await get(`/address/${grace.address}/utxo`)).toMatchObject([{ txid, vout: 0, value: 30_000 }])
  expect(await get(`/address/${ada.address}/txs`)).toMatchObject([
    {
      txid,
      fee: 500,
      vin: [{ txid: given, vout: 0, prevout: { scriptpubkey_address: ada.address, value: 50_000 } }],
      vout: [
        { scriptpubkey_address: grace.address, scriptpubkey_type: 'v0_p2wpkh', value: 30_000 },
        { scriptpubkey_address: ada.address, value: 19_500 },
      ],
    },
    { txid: given, vin: [{ is_coinbase: true, prevout: null }] },
  ])
  expect(await text(`/tx/${txid}/hex`)).toBe(signed)
  expect(await get(`/tx/${given}/outspend/0`)).toMatchObject({ spent: true, txid })
  expect(await (await post('/tx', signed)).text()).toContain('bad-txns-inputs-missingorspent')
})

test('what the books do not allow is not mined', async () => {
  const { text, post, credit } = open()
  const given = await credit(ada.address, 50_000)
  for (const bad of ['', 'zz', '00', payment('ab'.repeat(32), 50_000, 1_000, 500), payment(given, 90_000, 80_000, 1)]) {
    expect((await post('/tx', bad)).status).toBe(400)
  }
  const mainnet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  expect((await post('/_control/credit', JSON.stringify({ address: mainnet, satoshis: 5 }))).status).toBe(400)
  expect(await text('/blocks/tip/height')).toBe('1')
})

test('an address of another network and an unknown transaction differ from empty ones', async () => {
  const { app, get } = open()
  expect((await app.request('/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).status).toBe(400)
  expect((await app.request(`/tx/${'ab'.repeat(32)}`)).status).toBe(404)
  expect(await get(`/address/${ada.address}/utxo`)).toEqual([])
})

test('history comes in pages of 25, the newest first', async () => {
  const { get, credit } = open()
  const all: string[] = []
  for (let each = 1; each <= 30; each++) all.unshift(await credit(ada.address, each))
  const ids = (page: unknown) => (page as { txid: string }[]).map(({ txid }) => txid)
  expect(ids(await get(`/address/${ada.address}/txs`))).toEqual(all.slice(0, 25))
  expect(ids(await get(`/address/${ada.address}/txs/chain/${all[24]}`))).toEqual(all.slice(25))
})

test('everything is there again after a restart', async () => {
  const first = open()
  const given = await first.credit(ada.address, 50_000)
  await first.post('/tx', payment(given, 50_000, 30_000, 500))
  const second = open(first.journalFile)
  const history = `/address/${ada.address}/txs`
  expect(await second.get(history)).toEqual(await first.get(history))
})
