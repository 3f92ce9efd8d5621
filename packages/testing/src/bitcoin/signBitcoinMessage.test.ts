import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { p2wpkh, WIF } from '@scure/btc-signer'
import { expect, test } from 'vitest'
import type { BitcoinKey } from './bitcoinKeys.ts'
import { bip322Spend, ecdsaMessageHash, signByBip322, signByEcdsa } from './signBitcoinMessage.ts'

const privateKey = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
const publicKey = secp256k1.getPublicKey(privateKey)
const { script, address = '' } = p2wpkh(publicKey)
const key: BitcoinKey = {
  purpose: 'payment',
  addressType: 'p2wpkh',
  address,
  publicKey,
  path: 'm',
  privateKey,
  script,
}

/** BIP-322, test vectors; of the two signatures that it gives for each, the one without grinding for a short one. */
test.each([
  [
    '',
    'c5680aa69bb8d860bf82d4e9cd3504b55dde018de765a91bb566283c545a99a7',
    'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'Hello World',
    'b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b',
    'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
])('signs %j as BIP-322 has it', (message, spend, signature) => {
  expect(address).toBe('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l')
  expect(bip322Spend(script, message)).toBe(spend)
  expect(signByBip322(key, message)).toBe(signature)
})

test('signs by ECDSA so that the key can be recovered from the signature', () => {
  const [header = 0, ...rest] = base64.decode(signByEcdsa(key, 'Hello World'))
  const signature = secp256k1.Signature.fromBytes(Uint8Array.from([header - 39, ...rest]), 'recovered')
  expect(signature.recoverPublicKey(ecdsaMessageHash('Hello World')).toHex(true)).toBe(hex.encode(publicKey))
})
