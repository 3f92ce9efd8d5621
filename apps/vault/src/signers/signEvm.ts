import {
  assembleTransaction,
  authorizationDigest,
  type EcdsaSignature,
  type EvmAddress,
  parseTypedData,
  parseUnsignedTransaction,
  personalMessageDigest,
  transactionDigest,
  typedDataDigest,
} from '@latchkey/chains'
import type { EvmSignable } from '@latchkey/vault-protocol'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import type { Bytes, SecretBytes } from '../secrets.ts'
import { packed, signDigest } from './signDigest.ts'

/**
 * The only code that an account may delegate to (EIP-7702): the stateless account of the delegation framework 1.3.0. Callers can't choose
 * another, so a compromised wallet document cannot delegate an account to its own code.
 */
const implementation = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B' as EvmAddress

/**
 * Signs content with an EVM account's key: EIP-191 text, EIP-712 data, a transaction of type 0, 1 or 2, or an authorization of EIP-7702 for
 * `implementation`. The content is parsed here again and its digest computed here; no caller passes a digest. Deterministic (RFC 6979), low
 * `s` (EIP-2).
 *
 * The signature is 65 bytes, r, s and v (27 or 28); for a transaction the whole signed serialization. Throws what the parsers throw:
 * PARSE_ERROR, TOO_LARGE, ADDRESS_INVALID, INVALID_PARAMS.
 */
export const signEvm = (request: EvmSignable, privateKey: SecretBytes): Bytes => {
  switch (request.kind) {
    case 'personalMessage':
      return packed(signDigest(personalMessageDigest(new Uint8Array(request.message)), privateKey))
    case 'typedData':
      return packed(signDigest(typedDataDigest(parseTypedData(request.typedData)), privateKey))
    case 'authorization':
      return packed(signDigest(authorizationDigest({ ...request, address: implementation }), privateKey))
    case 'transaction': {
      const transaction = parseUnsignedTransaction(new Uint8Array(request.unsigned))
      const { recovered, yParity } = signDigest(transactionDigest(transaction), privateKey)
      return new Uint8Array(assembleTransaction(transaction, { ...numbersOf(recovered), yParity }))
    }
  }
}

const numbersOf = (recovered: Uint8Array): Pick<EcdsaSignature, 'r' | 's'> => ({
  r: bytesToNumberBE(recovered.subarray(1, 33)),
  s: bytesToNumberBE(recovered.subarray(33)),
})
