import { HDKey } from '@scure/bip32'
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'

/** A network by its name in Bitcoin wallets (sats-connect). */
export type BitcoinNetwork = 'Mainnet' | 'Testnet' | 'Testnet4' | 'Signet' | 'Regtest'

/** An address with the key that spends from it. */
export type BitcoinKey = {
  readonly purpose: 'payment' | 'ordinals'
  readonly address: string
  readonly addressType: 'p2wpkh' | 'p2tr'
  /** 33 bytes compressed for a payment address, 32 bytes x-only for an ordinals one. */
  readonly publicKey: Uint8Array
  /** BIP-32. */
  readonly path: string
  readonly privateKey: Uint8Array
  readonly script: Uint8Array
}

/** The prefixes of a network's addresses and keys. */
export type BitcoinCoder = { bech32: string; pubKeyHash: number; scriptHash: number; wif: number }

const coders: Readonly<Record<BitcoinNetwork, BitcoinCoder>> = {
  Mainnet: NETWORK,
  Testnet: TEST_NETWORK,
  Testnet4: TEST_NETWORK,
  Signet: TEST_NETWORK,
  Regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

/** Address formats of a network. */
export const coderOf = (network: BitcoinNetwork): BitcoinCoder => coders[network]

/** Returns the payment address (BIP-84) and the ordinals address (BIP-86) of one account of a seed. */
export const bitcoinKeys = (seed: Uint8Array, account: number, network: BitcoinNetwork): [BitcoinKey, BitcoinKey] => {
  const root = HDKey.fromMasterSeed(seed)
  const coin = network === 'Mainnet' ? 0 : 1
  const derive = (purpose: number) => {
    const path = `m/${purpose}'/${coin}'/${account}'/0/0`
    const { privateKey, publicKey } = root.derive(path)
    if (privateKey === null || publicKey === null) throw new Error(`There is no key at ${path}`)
    return { path, privateKey, publicKey }
  }
  const payment = derive(84)
  const ordinals = derive(86)
  const xOnly = ordinals.publicKey.slice(1)
  const pay = p2wpkh(payment.publicKey, coderOf(network))
  const hold = p2tr(xOnly, undefined, coderOf(network))
  return [
    { ...payment, purpose: 'payment', addressType: 'p2wpkh', address: pay.address ?? '', script: pay.script },
    {
      ...ordinals,
      publicKey: xOnly,
      purpose: 'ordinals',
      addressType: 'p2tr',
      address: hold.address ?? '',
      script: hold.script,
    },
  ]
}
