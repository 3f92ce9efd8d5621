/**
 * Verifies signatures of Bitcoin addresses over a text: BIP-322 (simple, and full if equivalent) for P2WPKH, P2SH-P2WPKH and Taproot key
 * paths; and the older signed message by ECDSA, whose key is recovered, for addresses with one key (BIP-137, also with the header that some
 * wallets use for any address type). Signatures of scripts with several keys aren't supported.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { OutScript } from '@scure/btc-signer/payment.js'
import { CompactSize, OP, RawTx, RawWitness, Script } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import type { SiwxAccount } from './account.ts'
import { bitcoinOutput } from './bitcoinOutput.ts'

type Output = NonNullable<ReturnType<typeof bitcoinOutput>>

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const sha256d = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** Returns whether an address has signed a text. `signature`: base64. */
export function hasBitcoinKeySigned({ address, reference }: SiwxAccount, message: string, signature: string): boolean {
  const output = bitcoinOutput(address, reference)
  if (output === null) return false
  try {
    const bytes = base64.decode(signature)
    return isSignedByEcdsa(output, message, bytes) || isSignedByBip322(output, message, bytes)
  } catch {
    // Bytes that aren't a signature of any kind.
    return false
  }
}

/** 65 bytes: a header with the recovery id, `r`, `s`. */
function isSignedByEcdsa(output: Output, message: string, bytes: Uint8Array): boolean {
  const header = bytes[0] ?? 0
  if (bytes.length !== 65 || header < 27 || header > 42) return false
  const text = utf8(message)
  const hash = sha256d(
    concatBytes(utf8('\x18Bitcoin Signed Message:\n'), CompactSize.encode(BigInt(text.length)), text),
  )
  const signature = Uint8Array.from([(header - 27) & 3, ...bytes.subarray(1)])
  const point = secp256k1.Signature.fromBytes(signature, 'recovered').recoverPublicKey(hash)
  // The first four headers mean an address of the uncompressed key.
  if (header < 31) return output.type === 'pkh' && isSame(hash160(point.toBytes(false)), output.hash)
  return isKeyOf(output, point.toBytes(true))
}

/** Returns whether an address stands for exactly this key. */
function isKeyOf(output: Output, publicKey: Uint8Array): boolean {
  const hash = hash160(publicKey)
  if (output.type === 'pkh' || output.type === 'wpkh') return isSame(hash, output.hash)
  return output.type === 'sh' && isSame(hash160(OutScript.encode({ type: 'wpkh', hash })), output.hash)
}

/** Returns the id of the transaction that represents a message (`to_spend`), in hash byte order. */
function spentId(script: Uint8Array, message: string): Uint8Array {
  const commitment = schnorr.utils.taggedHash('BIP0322-signed-message', utf8(message))
  const input = {
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    finalScriptSig: Script.encode([OP.OP_0, commitment]),
    sequence: 0,
  }
  const spent = {
    version: 0,
    segwitFlag: false,
    inputs: [input],
    outputs: [{ amount: 0n, script }],
    witnesses: [],
    lockTime: 0,
  }
  return sha256d(RawTx.encode(spent)).reverse()
}

function isSignedByBip322(output: Output, message: string, bytes: Uint8Array): boolean {
  const script = OutScript.encode(output)
  const txid = spentId(script, message)
  const witness = witnessOf(bytes, txid)
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true })
  transaction.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  transaction.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
  if (output.type === 'tr') return isSignedByTaproot(transaction, script, output.pubkey, witness)

  const [signature, publicKey, ...rest] = witness
  if (signature === undefined || publicKey?.length !== 33 || rest.length > 0) return false
  if (output.type === 'pkh' || !isKeyOf(output, publicKey) || signature.at(-1) !== sighashAll) return false
  const code = OutScript.encode({ type: 'pkh', hash: hash160(publicKey) })
  const hash = transaction.preimageWitnessV0(0, code, sighashAll, 0n)
  return secp256k1.verify(signature.subarray(0, -1), hash, publicKey, { prehash: false, format: 'der' })
}
const [sighashDefault, sighashAll] = [0, 1]

function isSignedByTaproot(
  transaction: Transaction,
  script: Uint8Array,
  publicKey: Uint8Array,
  [signature, ...rest]: readonly Uint8Array[],
): boolean {
  const kind = signature?.length === 65 ? signature[64] : sighashDefault
  if (signature === undefined || signature.length < 64 || signature.length > 65 || rest.length > 0) return false
  if (signature.length === 65 && kind !== sighashAll) return false
  const hash = transaction.preimageWitnessV1(0, [script], kind ?? sighashDefault, [0n])
  return schnorr.verify(signature.subarray(0, 64), hash, publicKey)
}

/** Returns the witness of a simple signature, or of a full one that spends the message like a simple one. Throws for anything else. */
function witnessOf(bytes: Uint8Array, txid: Uint8Array): readonly Uint8Array[] {
  try {
    return RawWitness.decode(bytes)
  } catch {
    const { version, lockTime, inputs, outputs, witnesses } = RawTx.decode(bytes)
    const [input, ...others] = inputs
    const isSimple =
      version === 0 &&
      lockTime === 0 &&
      outputs.length === 1 &&
      outputs[0]?.amount === 0n &&
      others.length === 0 &&
      input !== undefined &&
      isSame(input.txid, txid) &&
      input.index === 0 &&
      input.sequence === 0 &&
      isSame(outputs[0].script, Script.encode(['RETURN']))
    if (!isSimple) throw new TypeError('no simple signature')
    return witnesses?.[0] ?? []
  }
}
