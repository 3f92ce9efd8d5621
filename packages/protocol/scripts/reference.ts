import { catalogue, codeOf, type ErrorName } from '../src/errors.ts'
import { maxDepth } from '../src/estimateBytes.ts'
import { maxInFlight, requestRates } from '../src/rateClass.ts'
import { maxRequestBytes, type RequestRow, requests } from '../src/requests.ts'
import { type RpcMethod, type RpcRow, rpcMethods } from '../src/rpcMethods.ts'
import { timeouts } from '../src/timeouts.ts'
import { define, namedShapes, notate } from './notate.ts'
import { readSchema } from './readSchema.ts'

const begin = '<!-- Begin of what `npm run docs:protocol` writes. -->'
const end = '<!-- End of what `npm run docs:protocol` writes. -->'

/** Returns the reference with its generated part updated from the tables; the rest stays. Throws `Error` without the two marks. */
export const withTables = (text: string): string => {
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before < 0 || after < before) throw new Error('The reference lacks the marks of its generated part')
  return `${text.slice(0, before)}${begin}\n\n${tables()}\n${text.slice(after)}`
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
/** In a table a bar ends a cell, even in code; code that contains a backtick is delimited by two. */
const code = (text: string): string => {
  const ticks = text.includes('`') ? '``' : '`'
  return `${ticks}${text.replaceAll('|', '\\|')}${ticks}`
}

const seconds = (ms: number): string => `${ms / 1000} s`
const withCode = (name: ErrorName): string => `\`${name}\` (${codeOf(name)})`

const request = ([name, row]: readonly [string, RequestRow]): string => {
  const { perSecond, burst } = requestRates[row.rateClass]
  const rateClass =
    name === 'RPC_REQUEST' ? 'that of its method' : `${row.rateClass}, ${perSecond} a second, ${burst} at once`
  return `### ${name}

- Payload: \`${notate(readSchema(row.payload))}\`
- Result: \`${notate(readSchema(row.result))}\`
- Own errors: ${row.errors.length === 0 ? 'none' : row.errors.map(withCode).join(', ')}
- Times out after: ${row.timeoutMs === null ? 'never; the user decides, or the caller aborts' : seconds(row.timeoutMs)}
- Rate: ${rateClass}`
}

const method = ([name, row]: readonly [string, RpcRow]): string[] => [
  `\`${name}\``,
  code(notate(readSchema(row.params))),
  code(notate(readSchema(row.result))),
]

const kib = (bytes: number): string => `${bytes / 1024} KiB`
const largeMethods = (Object.keys(rpcMethods) as RpcMethod[]).filter(
  (method) => maxRequestBytes('RPC_REQUEST', { method }) > maxRequestBytes('RPC_REQUEST', {}),
)

const limits: readonly (readonly [string, string])[] = [
  ['Bytes of a request', kib(maxRequestBytes('RPC_REQUEST', {}))],
  [
    `Bytes of ${largeMethods.map((name) => `\`${name}\``).join(', ')}`,
    kib(maxRequestBytes('RPC_REQUEST', { method: 'wallet_sendCalls' })),
  ],
  ['Levels of nesting', String(maxDepth)],
  ['Requests that wait for their answer', `${maxInFlight} a page`],
  ...(['background', 'interactive'] as const).map(
    (rateClass) =>
      [
        `Rate of ${rateClass} requests`,
        `${requestRates[rateClass].perSecond} a second, ${requestRates[rateClass].burst} at once, for all lines of a page together`,
      ] as const,
  ),
  ['From attaching the iframe to READY', seconds(timeouts.frameLoadMs)],
  ['From attaching the iframe to HELLO without READY, and twice as long to each next one', seconds(timeouts.helloMs)],
  ['Where the user takes part', seconds(timeouts.interactiveMs)],
  ['Between machines', seconds(timeouts.machineMs)],
  ['Signing out', seconds(timeouts.signOutMs)],
  ['Heartbeat, and each of the two answers that a dead frame fails to give', seconds(timeouts.heartbeatMs)],
  ['A frame of another make, from READY until it is spoken to', `${timeouts.frameReadyDelayMs} ms`],
]

const tables = (): string => {
  const rows = Object.entries(requests as Record<string, RequestRow>)
  const methods = Object.entries(rpcMethods as Record<string, RpcRow>)
  const bySafety = (safety: RpcRow['safety']) => methods.filter(([, row]) => row.safety === safety).map(method)
  return `## Shapes

Types are written as in TypeScript, with these words: \`text(at most 64)\` is a string of so many characters (code points), \`integer\` a whole
number that JavaScript holds exactly, \`[a, b?]\` a list of that many, \`…\` further fields that are kept. Elsewhere unknown fields are stripped.

${table(
  ['Name', 'Shape'],
  namedShapes.map(([name, shape]) => [`\`${name}\``, code(define(shape))]),
)}

## Requests

Beside its own errors every request may fail with ${(['INVALID_PARAMS', 'TOO_LARGE', 'LIMIT_EXCEEDED', 'INTERNAL'] as const).map(withCode).join(', ')} from the frame, and with ${(['TIMEOUT', 'ABORTED', 'DISCONNECTED'] as const).map(withCode).join(', ')} from the client. \`undefined\` is an envelope without payload. No \`rpcUrl\` is ever used.

${rows.map(request).join('\n\n')}

## RPC methods

What RPC_REQUEST may carry. Anything else is answered with ${withCode('METHOD_NOT_ALLOWED')}. Parameters and results are parsed with
the method's row at both ends.

### A person approves

At the rate of interactive requests; Solana's are those that begin with \`solana_\`.

${table(['Method', 'Parameters', 'Result'], bySafety('approve'))}

### Safe

At the rate of background requests; RPC_ABORT leaves them alone.

${table(['Method', 'Parameters', 'Result'], bySafety('safe'))}

## Errors

\`code\` is what a dapp sees (EIP-1193, EIP-1474, JSON-RPC 2.0), \`HTTP\` the status of our services, "again" whether the same request may
succeed later.

${table(
  ['Name', 'Code', 'HTTP', 'Again', 'Message'],
  Object.entries(catalogue).map(([name, row]) => [
    `\`${name}\``,
    String(codeOf(name as ErrorName)),
    String(row.http),
    row.retry ? 'yes' : '',
    row.message,
  ]),
)}

## Limits

${table(['What', 'Limit'], limits)}
`
}
