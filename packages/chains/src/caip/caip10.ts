import { AppError } from '@latchkey/protocol/errors'
import { type Caip2, type CaipNetworkId, type ChainNamespace, parseCaip2 } from './caip2.ts'

/** A CAIP-10 account on a chain, such as `eip155:1:0xab…`. */
export type CaipAddress<namespace extends ChainNamespace = ChainNamespace> = `${CaipNetworkId<namespace>}:${string}`

/** The parts of a CAIP-10 account id. `address` is unchanged: its case and checksum are not normalized. */
export type Caip10 = Caip2 & { caipNetworkId: CaipNetworkId; address: string }

const base58 = '[1-9A-HJ-NP-Za-km-z]'
const bech32 = '[02-9ac-hj-np-z]'

// Only shapes: prefixes, alphabets and lengths. SS58 of Polkadot, Bech32 of Cosmos, c32 of Stacks.
const addresses: Record<ChainNamespace, RegExp> = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: new RegExp(`^${base58}{32,44}$`),
  polkadot: new RegExp(`^${base58}{46,50}$`),
  bip122: new RegExp(`^(?:[123mn]${base58}{25,34}|(?:bc|tb|bcrt)1${bech32}{8,87})$`),
  cosmos: new RegExp(`^[a-z][a-z0-9]{0,30}1${bech32}{38,64}$`),
  sui: /^0x[0-9a-fA-F]{64}$/,
  stacks: /^S[0-9A-HJKMNP-TV-Z]{27,40}$/,
}

/**
 * Parses a CAIP-10 account: exactly three parts, each in its namespace's form. Only the shape of the address is checked: `parseEvmAddress`,
 * `parseSolanaAddress` and `parseBitcoinAddress` check its content. Throws CAIP_ADDRESS_INVALID.
 */
export function parseCaip10(input: unknown): Caip10 {
  const [namespace, reference, address = '', ...rest] = typeof input === 'string' ? input.split(':', 4) : []
  const chain = rest.length === 0 ? chainOf(`${namespace}:${reference}`) : undefined
  if (chain === undefined || !addresses[chain.namespace].test(address)) throw new AppError('CAIP_ADDRESS_INVALID')
  return { ...chain, caipNetworkId: `${chain.namespace}:${chain.reference}`, address }
}

function chainOf(text: string): Caip2 | undefined {
  try {
    return parseCaip2(text)
  } catch {
    return undefined
  }
}

/** Formats and checks a chain and an address. Throws CAIP_ADDRESS_INVALID. */
export function formatCaip10<const chain extends CaipNetworkId, const address extends string>({
  caipNetworkId,
  address,
}: {
  caipNetworkId: chain
  address: address
}): `${chain}:${address}` {
  const account = `${caipNetworkId}:${address}` as const
  parseCaip10(account)
  return account
}
