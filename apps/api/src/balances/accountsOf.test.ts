import {
  bitcoin,
  bitcoinRegtest,
  knownNetworks,
  localA,
  mainnet,
  type Network,
  solana,
  solanaLocal,
} from '@latchkey/chains'
import { expect, test } from 'vitest'
import { accountsOf } from './accountsOf.ts'

const served: readonly Network[] = [mainnet, localA, solana, solanaLocal, bitcoin, bitcoinRegtest]
const isServed = (network: Network): boolean => served.includes(network)
const find = (address: string, chainId?: string) =>
  accountsOf(address, chainId, isServed, knownNetworks()).map(({ network, account }) => [
    network.caipNetworkId,
    account,
  ])

const evm = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const solanaAccount = 'So11111111111111111111111111111111111111112'
const genesis = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const [ethereum, local, sol, solLocal, btc] = [mainnet, localA, solana, solanaLocal, bitcoin].map(
  ({ caipNetworkId }) => caipNetworkId,
) as [string, string, string, string, string]

test.each<[string, string, [string, string][]]>([
  [
    'of EVM chains',
    evm,
    [
      [ethereum, evm],
      [local, evm],
    ],
  ],
  [
    'in lower case',
    evm.toLowerCase(),
    [
      [ethereum, evm],
      [local, evm],
    ],
  ],
  [
    'of Solana',
    solanaAccount,
    [
      [sol, solanaAccount],
      [solLocal, solanaAccount],
    ],
  ],
  ['of Bitcoin in Base58', genesis, [[btc, genesis]]],
  ['of Bitcoin in Bech32', segwit, [[btc, segwit]]],
  ['of Bitcoin in capitals', segwit.toUpperCase(), [[btc, segwit]]],
  ['of Bitcoin’s test networks alone, which are not served', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', []],
])('an address %s is asked about on the chains that have such', (_, address, expected) => {
  expect(find(address)).toEqual(expected)
})

test('an address is asked about on the chain that is named alone', () => {
  expect(find(evm.toLowerCase(), local)).toEqual([[local, evm]])
  expect(find(solanaAccount, solLocal)).toEqual([[solLocal, solanaAccount]])
  expect(find(segwit, btc)).toEqual([[btc, segwit]])
})

test.each<[string, string, string?]>([
  ['with a checksum that is wrong', evm.replace('C51812dc', 'c51812dc')],
  ['with a checksum that is wrong, by chain', evm.replace('C51812dc', 'c51812dc'), ethereum],
  ['that is too short', '0x70997970C51812dc'],
  ['of Bitcoin with a typing error', genesis.replace('Divf', 'Dlvf')],
  ['of Bitcoin with a typing error in Bech32', segwit.replace('w508', 'w509')],
  ['of 33 bytes in base58', 'z'.repeat(44)],
  ['of another kind of chain', solanaAccount, ethereum],
  ['of another network of Bitcoin', segwit, bitcoinRegtest.caipNetworkId],
  ['that is a word', 'constructorprototype'],
])('an address %s is invalid', (_, address, chainId) => {
  expect(() => find(address, chainId)).toThrow(expect.objectContaining({ name: 'ADDRESS_INVALID' }))
})

test.each([
  'eip155:10',
  'eip155:424242424242',
  'eip155:01',
  'cosmos:cosmoshub-4',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'nothing:1',
])('%s is not supported when it is named', (chainId) => {
  expect(() => find(evm, chainId)).toThrow(expect.objectContaining({ name: 'CHAIN_NOT_SUPPORTED' }))
})
