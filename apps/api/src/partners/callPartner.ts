import { AppError } from '@latchkey/protocol/errors'
import { parseJson } from '@latchkey/protocol/parseJson'
import { tryParse } from '@latchkey/protocol/tryParse'
import type * as z from 'zod/mini'

export type PartnerCall = {
  fetch: typeof globalThis.fetch
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  /** JSON. */
  body?: unknown
  /** Maps the parsed JSON of a failing status to an error. Default: SERVICE_UNREACHABLE. */
  refuse?: (said: unknown) => AppError | null
}

const timeoutMs = 8_000
const maxBytes = 4 * 1024 * 1024

/**
 * Calls a provider's server and parses its response. Throws SERVICE_UNREACHABLE when it is unreachable, fails or returns something else,
 * with its status in `details.status`; its message stays in the cause, for the log. Throws what `refuse` returns for a failing status.
 */
export async function callPartner<schema extends z.ZodMiniType>(
  url: string,
  schema: schema,
  { fetch, method = 'GET', headers = {}, body, refuse }: PartnerCall,
): Promise<z.output<schema>> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method,
      redirect: 'error',
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await readText(response)
  } catch (cause) {
    throw new AppError('SERVICE_UNREACHABLE', { cause })
  }
  if (!response.ok)
    throw (
      refuse?.(parseJson(text)) ??
      new AppError('SERVICE_UNREACHABLE', {
        details: { status: response.status },
        cause: new Error(`${response.status} ${text.slice(0, 300)}`),
      })
    )
  const parsed = tryParse(schema, parseJson(text))
  if (!parsed.success) throw new AppError('SERVICE_UNREACHABLE', { cause: parsed.error })
  return parsed.data
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
