import * as z from 'zod/mini'

/** Tokens that are asked about at most. */
export const maxPriced = 24
/** Exchanges of one network. */
const maxRouters = 16
/** Addresses whose names are asked for at most. */
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
/** What happened when calls were tried on the latest block, one after the other. A log of `nativeLogAddress` is a move of the network's coins. */
const simulation = z.discriminatedUnion('kind', [
  /** `returned`: what each call answered, where that is one word. */
  z.object({
    kind: z.literal('ran'),
    logs: z.array(log).check(z.maxLength(1024)),
    returned: z.array(z.nullable(word)),
  }),
  /** `at`: which of the calls failed, counted from 0. With it, none of them happens. */
  z.object({
    kind: z.literal('reverted'),
    reason: z.string().check(z.maxLength(256)),
    at: z.number().check(z.int(), z.gte(0)),
  }),
  /** No node of this network could try it, or not in time. */
  z.object({ kind: z.literal('unavailable') }),
])

/**
 * What a screen may ask the wallet besides reads of the chain, to tell a person more. Each row is a question and the
 * shape of its answer; the account and the network are those of the request. No answer is needed to agree.
 */
export const insights = {
  /** Try the calls that are about to be made by the account. `to` null creates a contract; quantities are hex. */
  simulate: {
    params: z
      .array(z.object({ to: z.nullable(address), value: quantity, data: hexBytes }))
      .check(z.minLength(1), z.maxLength(256)),
    result: simulation,
  },
  /** Addresses that the account has sent to or approved from this device, the latest first. */
  knownAddresses: { params: z.null(), result: z.array(anyAddress).check(z.maxLength(512)) },
  /** The account has just sent to these, or approved them. */
  rememberAddresses: { params: z.array(anyAddress).check(z.maxLength(64)), result: z.null() },
  /** The smart account that this account alone signs for, on this network; null where there is none, or where it is the account's own address. */
  smartAccount: { params: z.null(), result: z.nullable(anyAddress) },
  /** What one coin of the network is worth in US dollars; null where nobody says. */
  nativePriceUsd: { params: z.null(), result: price },
  /** The same of tokens, by their contracts or mints and in their order; SOL itself is that of its wrapped form. */
  tokenPricesUsd: {
    params: z.array(anyAddress).check(z.maxLength(maxPriced)),
    result: z.array(price).check(z.maxLength(maxPriced)),
  },
  /** The exchanges that the operator of the wallet knows on the network, by their routers. */
  swapRouters: { params: z.null(), result: z.array(anyAddress).check(z.maxLength(maxRouters)) },
  /** A call of a contract on another network; what it answers. Fails where it reverts. */
  callOn: { params: z.object({ network: evmChain, to: address, data: hexBytes }), result: hexBytes },
  /** What a network is called; null where the wallet doesn't know it. */
  networkName: { params: evmChain, result: z.nullable(z.string().check(z.maxLength(64))) },
  /** What addresses call themselves, in their order: names that lead back to them. Null where there is none. */
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

/** Narrow an untrusted string. Own keys only. */
export const isInsight = (name: string): name is InsightName => Object.hasOwn(insights, name)

/** Asks one of the questions. Fails as the service or storage behind it does. */
export type Consult = <name extends InsightName>(
  name: name,
  params: InsightParams<name>,
) => Promise<InsightResult<name>>

/** Under this address `eth_simulateV1` reports moves of the network's own coins. */
export const nativeLogAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
