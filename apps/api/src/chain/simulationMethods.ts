/**
 * Node methods by which the wallet simulates a transaction before the user confirms. No page can call these through the frame, whose method
 * table does not hold them. Exactly one form of each passes: on the latest block, with the chain's own state; one call, or, by
 * `eth_simulateV1`, those of one account that belong together (EIP-5792). Everything else that such methods can do is blocked.
 */
import { tryParse } from '@latchkey/protocol/tryParse'
import * as z from 'zod/mini'

/** Data in one simulation: what a transaction may carry in most pools (128 KiB). */
const maxBytes = 131_072

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const call = z.strictObject({
  from: address,
  to: z.optional(address),
  value: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  data: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/), z.maxLength(2 + 2 * maxBytes)),
})
/** A batch, and the wallet's queries about the state that it leaves. */
const calls = z.array(call).check(
  z.minLength(1),
  z.maxLength(256),
  z.refine((all) => all.every(({ from }) => from === all[0]?.from)),
  z.refine((all) => all.reduce((sum, { data }) => sum + data.length / 2 - 1, 0) <= maxBytes),
)

const simulationMethods = {
  eth_simulateV1: z.tuple([
    z.strictObject({
      blockStateCalls: z.tuple([z.strictObject({ calls })]),
      traceTransfers: z.literal(true),
      validation: z.literal(false),
    }),
    z.literal('latest'),
  ]),
  debug_traceCall: z.tuple([
    call,
    z.literal('latest'),
    z.strictObject({
      tracer: z.literal('callTracer'),
      tracerConfig: z.strictObject({ withLog: z.literal(true) }),
    }),
  ]),
} as const satisfies Record<string, z.ZodMiniType>

export const isSimulationMethod = (method: string): method is keyof typeof simulationMethods =>
  Object.hasOwn(simulationMethods, method)

/** Whether a request is a simulation in the permitted form. */
export const isSimulation = (method: string, params: unknown): boolean =>
  isSimulationMethod(method) && tryParse(simulationMethods[method], params).success

/** Limits of a simulation, far lower than for other calls: it costs more, and no caller waits for it for long. */
export const simulationLimits = {
  timeoutMs: 4_000,
  maxBytes: 1024 * 1024,
  /** Concurrent calls to one chain's nodes, few per caller, so that no caller blocks all others. */
  slots: { most: 24, maxOfOne: 3, maxWaiting: 48, maxWaitingOfOne: 6, timeoutMs: 1_000 },
} as const
