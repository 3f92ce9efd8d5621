import * as z from 'zod/mini'

/** The maximum number of tokens in one request. */
export const maxPriced = 24
/** The maximum number of exchanges on one network. */
const maxRouters = 16
/** The maximum number of addresses in one name request. */
export const maxNamed = 4

const hexBytes = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
const word = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
/** An account of any namespace that the wallet serves. */
const anyAddress = z.string().check(z.regex(/^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/))
const evmChain = z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/))
const price = z.nullable(z.number().check(z.nonnegative()))
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))

const log = z.object({
  address,
  topics: z.array(word).check(z.maxLength(4)),
  data: hexBytes,
})
/** The result of running calls on the latest block in order. A log of `nativeLogAddress` is a transfer of the network's coins. */
const simulation = z.discriminatedUnion('kind', [
  /** `returned`: the result of each call, where it is one word. */
  z.object({
    kind: z.literal('ran'),
    logs: z.array(log).check(z.maxLength(1024)),
    returned: z.array(z.nullable(word)),
  }),
  /** `at`: the index of the failed call, from 0. It undoes all of them. */
  z.object({
    kind: z.literal('reverted'),
    reason: z.string().check(z.maxLength(256)),
    at: z.number().check(z.int(), z.gte(0)),
  }),
  /** No node of this network could run it, or not in time. */
  z.object({ kind: z.literal('unavailable') }),
])

/**
 * Requests for optional information, besides reads of the chain. Each row has the shapes of the parameters and the result;
 * the account and the network are those of the approval. Confirming needs none of them.
 */
export const insights = {
  /** Simulates the account's calls. `to` null creates a contract; quantities are hex. */
  simulate: {
    params: z
      .array(z.object({ to: z.nullable(address), value: quantity, data: hexBytes }))
      .check(z.minLength(1), z.maxLength(256)),
    result: simulation,
  },
  /** Addresses that the account has sent to or approved from this device, the latest first. */
  knownAddresses: { params: z.null(), result: z.array(anyAddress).check(z.maxLength(512)) },
  /** Stores addresses that the account has just sent to or approved. */
  rememberAddresses: { params: z.array(anyAddress).check(z.maxLength(64)), result: z.null() },
  /** The smart account that only this account signs for, on this network; null if there is none, or if it has the account's own address. */
  smartAccount: { params: z.null(), result: z.nullable(anyAddress) },
  /** The price of one coin of the network in US dollars; null if unknown. */
  nativePriceUsd: { params: z.null(), result: price },
  /** The prices of tokens, by contract or mint and in the same order; SOL's is that of its wrapped form. */
  tokenPricesUsd: {
    params: z.array(anyAddress).check(z.maxLength(maxPriced)),
    result: z.array(price).check(z.maxLength(maxPriced)),
  },
  /** The routers of the exchanges that the operator has listed for the network. */
  swapRouters: { params: z.null(), result: z.array(anyAddress).check(z.maxLength(maxRouters)) },
  /** Calls a contract on another network and returns the result. Fails where it reverts. */
  callOn: { params: z.object({ network: evmChain, to: address, data: hexBytes }), result: hexBytes },
  /** The name of a network; null if the wallet doesn't know it. */
  networkName: { params: evmChain, result: z.nullable(z.string().check(z.maxLength(64))) },
  /** The names of addresses, in the same order: names that resolve back to them. Null where there is none. */
  namesOf: {
    params: z.array(anyAddress).check(z.maxLength(maxNamed)),
    result: z.array(z.nullable(z.string().check(z.maxLength(255)))).check(z.maxLength(maxNamed)),
  },
} as const satisfies Record<string, { params: z.ZodMiniType; result: z.ZodMiniType }>

export type InsightName = keyof typeof insights
export type InsightParams<name extends InsightName> = z.output<(typeof insights)[name]['params']>
export type InsightResult<name extends InsightName> = z.output<(typeof insights)[name]['result']>
export type Simulation = InsightResult<'simulate'>
export type SimulatedLog = z.output<typeof log>

/** Narrows an untrusted string. Own keys only. */
export const isInsight = (name: string): name is InsightName => Object.hasOwn(insights, name)

/** Sends one of the requests. Fails as the service or storage behind it does. */
export type Consult = <name extends InsightName>(
  name: name,
  params: InsightParams<name>,
) => Promise<InsightResult<name>>

/** The address under which `eth_simulateV1` reports transfers of the network's own coins. */
export const nativeLogAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
