import { Address } from '@scure/btc-signer/payment.js'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer/utils.js'

const mainnet = '000000000019d6689c085ae165831e93'
const regtest = '0f9188f13cb7b2c71f2a335e3a4fc328'

/** Returns the output that an address pays to; null for another network's address, or an unknown type. */
export function bitcoinOutput(address: string, reference: string) {
  const network =
    reference === mainnet ? NETWORK : reference === regtest ? { ...TEST_NETWORK, bech32: 'bcrt' } : TEST_NETWORK
  if (address.length > 90) return null
  try {
    return Address(network).decode(address)
  } catch {
    return null
  }
}
