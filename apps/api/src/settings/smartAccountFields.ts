import { isEvmAddress, type SmartAccountKind } from '@latchkey/chains'
import { evmChain } from '@latchkey/service-kit/settings/fields'
import { UnusableSettings } from '@latchkey/service-kit/settings/readEnvironment'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { readPrivateKey } from './readPrivateKey.ts'

/** Settings of smart accounts (ERC-4337) and their sponsorship. */
export const smartAccountFields = {
  /** JSON object from CAIP-2 to `{ kind, bundler, paymaster? }`. */
  SMART_ACCOUNTS: z._default(z.string(), '{}'),
  /** Secret: 32 bytes in hexadecimal, the key by which the paymasters of SMART_ACCOUNTS verify our signatures. */
  PAYMASTER_KEY: z.optional(z.string()),
} as const

/** The settings of smart accounts on one network. */
export type SmartAccountNetwork = {
  /** The account type on this network. */
  kind: SmartAccountKind
  /** URL of a bundler (ERC-7769). It may hold the operator's key. */
  bundler: string
  /** Our contract that pays for operations that a project covers. Default: none are covered. */
  paymaster?: Address
}
export type SmartAccountSettings = {
  /** By CAIP-2. Default: no smart accounts. */
  smartAccounts?: Readonly<Record<string, SmartAccountNetwork>>
  /** Signs operations for the paymasters: 32 bytes. Default: nothing is paid for. */
  paymasterKey?: Uint8Array | null
}

const networkList = z.record(
  evmChain,
  z.strictObject({
    kind: z.enum(['hybrid', 'eip7702']),
    bundler: z.string().check(z.regex(/^https?:\/\/[^\s#]+$/)),
    paymaster: z.optional(z.custom<Address>(isEvmAddress)),
  }),
)

/** Throws UnusableSettings, which shows no value. `nodes`: by CAIP-2; an operation cannot be shown or followed without one. */
export function readSmartAccounts(
  { SMART_ACCOUNTS: text, PAYMASTER_KEY: key }: z.output<z.ZodMiniObject<typeof smartAccountFields>>,
  nodes: Readonly<Record<string, readonly string[]>>,
): Required<SmartAccountSettings> {
  const smartAccounts = parseNetworks(text)
  const paying = Object.values(smartAccounts).some(({ paymaster }) => paymaster !== undefined)
  const paymasterKey = key === undefined || key === '' ? null : readPrivateKey('PAYMASTER_KEY', key)
  const reasons = [
    ...Object.keys(smartAccounts)
      .filter((chainId) => (nodes[chainId] ?? []).length === 0)
      .map((chainId) => `SMART_ACCOUNTS: names ${chainId}, for which NODES has no address`),
    // Coins sent to it are lost, and no bundler takes its operations.
    ...Object.entries(smartAccounts)
      .filter(([, { paymaster }]) => paymaster !== undefined && BigInt(paymaster) === 0n)
      .map(
        ([chainId]) =>
          `SMART_ACCOUNTS: the paymaster of ${chainId} is the zero address; leave it out to pay for nothing`,
      ),
    ...(paying && paymasterKey === null ? ['PAYMASTER_KEY: needed, as SMART_ACCOUNTS names a paymaster'] : []),
    ...(paymasterKey !== null && !paying ? ['PAYMASTER_KEY: has no use without a paymaster in SMART_ACCOUNTS'] : []),
  ]
  if (reasons.length > 0) throw new UnusableSettings(reasons)
  return { smartAccounts, paymasterKey }
}

function parseNetworks(text: string): Record<string, SmartAccountNetwork> {
  try {
    const networks = Object.entries(z.parse(networkList, JSON.parse(text)))
    return Object.fromEntries(
      networks.map(([chainId, { paymaster, ...rest }]) => [chainId, { ...rest, ...(paymaster && { paymaster }) }]),
    )
  } catch {
    // Without the cause: a bundler's URL may hold a key.
    throw new UnusableSettings([
      'SMART_ACCOUNTS: must be a JSON object from CAIP-2 ids of EVM chains to { kind: "hybrid" or "eip7702", bundler, paymaster? }',
    ])
  }
}
