import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { CompactSize, OP, RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer'
import type { BitcoinKey } from './bitcoinKeys.ts'

const sha256d = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const concat = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

/** The hash that an ECDSA signature signs ("Bitcoin Signed Message"). */
export const ecdsaMessageHash = (message: string): Uint8Array => {
  const text = utf8(message)
  return sha256d(concat(utf8('\x18Bitcoin Signed Message:\n'), CompactSize.encode(BigInt(text.length)), text))
}

/** Returns a message's ECDSA signature with BIP-137's header byte of a P2WPKH address, in base64. */
export const signByEcdsa = (key: BitcoinKey, message: string): string => {
  const signature = secp256k1.sign(ecdsaMessageHash(message), key.privateKey, { prehash: false, format: 'recovered' })
  const [recovery = 0, ...rest] = signature
  return base64.encode(Uint8Array.from([39 + recovery, ...rest]))
}

/** The transaction that represents a message (BIP-322, `to_spend`): its id, in transaction byte order. */
export const bip322Spend = (script: Uint8Array, message: string): string => {
  const commitment = schnorr.utils.taggedHash('BIP0322-signed-message', utf8(message))
  const transaction = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffff_ffff,
        finalScriptSig: Script.encode([OP.OP_0, commitment]),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: [],
    lockTime: 0,
  })
  return hex.encode(sha256d(transaction).reverse())
}

/** Returns a message's signature by a transaction that can never be sent (BIP-322, simple), in base64. */
export const signByBip322 = (key: BitcoinKey, message: string): string => {
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true })
  transaction.addInput({
    txid: bip322Spend(key.script, message),
    index: 0,
    sequence: 0,
    witnessUtxo: { script: key.script, amount: 0n },
    ...(key.addressType === 'p2tr' && { tapInternalKey: key.publicKey }),
  })
  transaction.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
  transaction.signIdx(key.privateKey, 0)
  transaction.finalize()
  return base64.encode(RawWitness.encode([...(transaction.getInput(0).finalScriptWitness ?? [])]))
}
