import { hexToBytes } from 'viem'
import { expect, test } from 'vitest'
import { bitcoin } from '../networks/registry.ts'
import { isBitcoinAddress } from './bitcoinAddress.ts'
import { encodeBitcoinScript } from './bitcoinScript.ts'

// Examples of ENSIP-9, BIP-173 and BIP-350.
test.each([
  ['0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['0xa91462e907b15cbf27d5425399ebf6f0fb50ebb88f1887', '3Ai1JZ8pdJb2ksieUV8FsxSNVJCpoPi8W6'],
  ['0x0014751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [
    '0x512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
] as const)('the script %s pays %s', (script, address) => {
  expect(encodeBitcoinScript(hexToBytes(script))).toBe(address)
  expect(isBitcoinAddress(address, bitcoin.caipNetworkId)).toBe(true)
})

test.each([
  '0x',
  '0x6a0568656c6c6f',
  '0x0014751e',
  '0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f18ffff',
  '0x5221aa',
] as const)('the script %s has no address', (script) => expect(encodeBitcoinScript(hexToBytes(script))).toBeNull())
