import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { expect, test } from 'vitest'
import { bitcoinKeys } from './bitcoinKeys.ts'
import { createBitcoinWallet } from './createBitcoinWallet.ts'

const origin = 'https://dapp.example'
/** Seed of the words of BIP-84's and BIP-86's test vectors ("abandon … about"). */
const seed = hex.decode(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
)

test('has the addresses that BIP-84 and BIP-86 derive', () => {
  const [payment, ordinals] = bitcoinKeys(seed, 0, 'Mainnet')
  expect(payment.address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
  expect(ordinals.address).toBe('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')
  expect(bitcoinKeys(seed, 0, 'Regtest')[0].address).toMatch(/^bcrt1q/)
})

test('answers a site that connected, and denies others', async () => {
  const wallet = createBitcoinWallet({ seed })
  expect(await wallet.call(origin, 'wallet_getAccount', null)).toMatchObject({ error: { code: -32002 } })
  expect(await wallet.call(origin, 'getAddresses', { purposes: ['payment'] })).toMatchObject({
    value: {
      addresses: [{ purpose: 'payment', address: wallet.addresses[0] }],
      network: { bitcoin: { name: 'Mainnet' } },
    },
  })
  expect(await wallet.call(origin, 'wallet_getAccount', null)).toMatchObject({ value: { addresses: [{}, {}] } })
})

test('signs the inputs of a PSBT that are its own, and sends when asked to', async () => {
  const wallet = createBitcoinWallet({ seed })
  await wallet.call(origin, 'wallet_connect', null)
  const [payment, ordinals] = bitcoinKeys(seed, 0, 'Mainnet')
  const transaction = new Transaction()
  for (const { script } of [payment, ordinals])
    transaction.addInput({ txid: new Uint8Array(32).fill(1), index: 0, witnessUtxo: { script, amount: 5_000n } })
  transaction.addOutputAddress(payment.address, 9_000n)
  const psbt = base64.encode(transaction.toPSBT())
  const { value } = (await wallet.call(origin, 'signPsbt', { psbt, broadcast: true })) as {
    value: { psbt: string; txid: string }
  }
  const signed = Transaction.fromPSBT(base64.decode(value.psbt))
  expect([signed.id, signed.isFinal]).toEqual([value.txid, true])
  expect(wallet.sent).toEqual([signed.hex])
})

test('a transfer pays whom it should, from the payment address', async () => {
  const wallet = createBitcoinWallet({ seed })
  await wallet.call(origin, 'wallet_connect', null)
  const [, ordinals] = bitcoinKeys(seed, 0, 'Mainnet')
  const recipients = [{ address: ordinals.address, amount: 1_234 }]
  const { value } = (await wallet.call(origin, 'sendTransfer', { recipients })) as { value: { txid: string } }
  const sent = Transaction.fromRaw(hex.decode(wallet.sent[0] ?? ''))
  expect(sent.id).toBe(value.txid)
  expect(sent.getOutput(0)).toMatchObject({ amount: 1_234n, script: ordinals.script })
})

test('rejects with the code of sats-connect', async () => {
  const wallet = createBitcoinWallet()
  wallet.script('reject')
  expect(await wallet.call(origin, 'wallet_connect', null)).toMatchObject({ error: { code: -32000 } })
})
