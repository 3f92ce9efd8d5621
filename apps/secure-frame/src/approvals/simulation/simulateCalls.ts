/**
 * Simulates calls on the latest block, each on the state that the one before it left. Nodes with `eth_simulateV1` report
 * logs, including transfers of coins; others may trace a single call (`debug_traceCall`), which has the same information in
 * another form. If neither works, the result is unavailable: a simulation is shown, never relied on.
 */

import { plainReason, revertReason } from '@latchkey/chains'
import { t } from '@latchkey/copy/simulation'
import { isAppError } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { insights, nativeLogAddress, type SimulatedLog, type Simulation } from '../insights/insights.ts'

export type SimulatedCall = { from: string; to: string | null; value: string; data: string }
type Ask = (method: string, params: unknown) => Promise<unknown>

/** The maximum call depth read from a trace. */
const maxDepth = 64
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export async function simulateCalls(calls: readonly SimulatedCall[], ask: Ask): Promise<Simulation> {
  const asked = calls.map(({ to, ...rest }) => (to === null ? rest : { ...rest, to }))
  const [first, second] = asked
  const ways = [
    [
      'eth_simulateV1',
      [{ blockStateCalls: [{ calls: asked }], traceTransfers: true, validation: false }, 'latest'],
      (answer: unknown) => readSimulated(answer, calls.length),
    ],
    ['debug_traceCall', [first, 'latest', { tracer: 'callTracer', tracerConfig: { withLog: true } }], readTrace],
  ] as const
  for (const [method, params, read] of second === undefined ? ways : ways.slice(0, 1)) {
    try {
      const parsed = z.safeParse(insights.simulate.result, read(await ask(method, params)))
      if (parsed.success) return parsed.data
    } catch (error) {
      if (isAppError(error, 'EXECUTION_REVERTED') && second === undefined) {
        return { kind: 'reverted', reason: String(error.details.reason), at: 0 }
      }
      // Nodes that contradict each other are not asked with a method that needs the answer of only one.
      if (isAppError(error, 'CHAIN_UNREACHABLE')) break
      // The other method may work, or neither.
    }
  }
  return { kind: 'unavailable' }
}

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const simulated = z.tuple([
  z.object({
    calls: z.array(
      z.object({
        status: z.enum(['0x0', '0x1']),
        returnData: hex,
        logs: z.array(z.unknown()),
        error: z.optional(z.object({ message: z.optional(z.string()), data: z.optional(z.unknown()) })),
      }),
    ),
  }),
])

function readSimulated(answer: unknown, count: number): unknown {
  const parsed = z.safeParse(simulated, answer)
  if (!parsed.success) return undefined
  const [{ calls }] = parsed.data
  if (calls.length !== count) return undefined
  const at = calls.findIndex(({ status }) => status === '0x0')
  const failed = calls[at]
  return failed === undefined
    ? {
        kind: 'ran',
        logs: calls.flatMap(({ logs }) => logs),
        returned: calls.map(({ returnData }) => wordOf(returnData)),
      }
    : reverted(failed.error?.data ?? failed.returnData, failed.error?.message, at)
}

const wordOf = (returned: unknown): string | null =>
  typeof returned === 'string' && /^0x[0-9a-fA-F]{64}$/.test(returned) ? returned : null

type Trace = {
  from?: unknown
  to?: unknown
  value?: unknown
  error?: unknown
  revertReason?: unknown
  output?: unknown
  type?: unknown
  logs?: unknown
  calls?: unknown
}

function readTrace(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { error, output, revertReason: reason } = answer as Trace
  if (error !== undefined) return reverted(output, typeof reason === 'string' ? reason : String(error))
  return { kind: 'ran', logs: [...logsOf(answer as Trace, 0)], returned: [wordOf(output)] }
}

/** Returns the logs of a call and of its inner calls that did not fail, each after a log of the coins it moved. */
function* logsOf(trace: Trace, depth: number): Iterable<unknown> {
  if (trace.error !== undefined || depth > maxDepth) return
  if (isMove(trace)) yield moveOf(trace)
  if (Array.isArray(trace.logs)) yield* trace.logs
  if (Array.isArray(trace.calls)) for (const inner of trace.calls) yield* logsOf((inner ?? {}) as Trace, depth + 1)
}

type Move = { from: string; to: string; value: string }
const address = /^0x[0-9a-fA-F]{40}$/

const isMove = ({ from, to, value, type }: Trace): boolean =>
  type !== 'DELEGATECALL' &&
  type !== 'CALLCODE' &&
  typeof value === 'string' &&
  /^0x0*[1-9a-fA-F]/.test(value) &&
  [from, to].every((each) => typeof each === 'string' && address.test(each))

const moveOf = (trace: Trace): SimulatedLog => {
  const { from, to, value } = trace as Move
  const word = (text: string): string => `0x${text.slice(2).padStart(64, '0')}`
  return { address: nativeLogAddress, topics: [transferTopic, word(from), word(to)], data: word(value) }
}

const reverted = (data: unknown, message: string | undefined, at = 0): Simulation => {
  const said =
    typeof data === 'string' && /^0x(?:[0-9a-fA-F]{2}){4,8192}$/.test(data)
      ? revertReason(data as `0x${string}`)
      : undefined
  return {
    kind: 'reverted',
    reason: said ?? plainReason((message ?? '').replace(/^execution reverted:? ?/i, '')) ?? t('noReason'),
    at,
  }
}
