import { AppError } from '@latchkey/protocol/errors'

/** The chain namespaces of specification section 3. */
export const chainNamespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'] as const
/** The part of a CAIP-2 chain id before the colon. */
export type ChainNamespace = (typeof chainNamespaces)[number]

/** A CAIP-2 chain, such as `eip155:1`. */
export type CaipNetworkId<namespace extends ChainNamespace = ChainNamespace> = `${namespace}:${string}`

/** The parts of a CAIP-2 chain id: `eip155:1` has the namespace `eip155` and the reference `1`. */
export type Caip2 = { namespace: ChainNamespace; reference: string }

// References that a namespace's CAIP profile restricts further than CAIP-2. An EVM chain id has no leading zero, so that one chain has one
// id; elsewhere, a reference from a genesis hash is its first 32 characters.
const references: Partial<Record<ChainNamespace, RegExp>> = {
  eip155: /^[1-9]\d{0,15}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32}$/,
  bip122: /^[0-9a-f]{32}$/,
  polkadot: /^[0-9a-f]{32}$/,
  stacks: /^(?:0|[1-9]\d{0,9})$/,
}

const isReference = (namespace: ChainNamespace, reference: string): boolean =>
  (references[namespace] ?? /^[-_a-zA-Z0-9]{1,32}$/).test(reference) &&
  (namespace !== 'eip155' || Number.isSafeInteger(Number(reference)))

/** Returns whether `text` is a namespace of specification section 3. The comparison is case-sensitive. */
export const isChainNamespace = (text: string): text is ChainNamespace => chainNamespaces.some((name) => name === text)

/** Parses a CAIP-2 chain id: exactly two parts, with a namespace of the specification. Throws CHAIN_ID_INVALID. */
export function parseCaip2(input: unknown): Caip2 {
  const [namespace = '', reference, ...rest] = typeof input === 'string' ? input.split(':', 3) : []
  if (reference === undefined || rest.length > 0 || !isChainNamespace(namespace) || !isReference(namespace, reference))
    throw new AppError('CHAIN_ID_INVALID')
  return { namespace, reference }
}

/** Formats and checks the parts of a CAIP-2 chain id. Throws CHAIN_ID_INVALID. */
export function formatCaip2<const namespace extends ChainNamespace, const reference extends string>({
  namespace,
  reference,
}: {
  namespace: namespace
  reference: reference
}): `${namespace}:${reference}` {
  const id = `${namespace}:${reference}` as const
  parseCaip2(id)
  return id
}
