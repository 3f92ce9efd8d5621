import { AppError } from '@latchkey/protocol/errors'
import { parseJson } from '@latchkey/protocol/parseJson'
import * as z from 'zod/mini'

/** The address of a Vault, and its namespace. */
export type VaultPlace = {
  /** Scheme, host, port, no trailing slash. */
  address: string
  /** For Vault Enterprise or OpenBao. Default: none. */
  namespace?: string | undefined
}
/** A call to the HTTP API of HashiCorp Vault or OpenBao; `path` is below `/v1/`. */
export type VaultQuestion = { path: string; body: Readonly<Record<string, unknown>>; token: string | null }

/** Vault has refused the request. The message holds only the status, not the response, which may quote the request. */
export class VaultRefusal extends Error {
  override readonly name = 'VaultRefusal'
  readonly status: number
  constructor(path: string, status: number) {
    super(`Vault refused ${path}: ${status}`)
    this.status = status
  }
}

const timeoutMs = 5_000
/** Statuses of a standby that doesn't serve requests itself (472, 473), and of one that hasn't seen a write yet (412). */
const passing: readonly number[] = [412, 429, 472, 473]

/**
 * Posts to the HTTP API of HashiCorp Vault or OpenBao, and resolves with the JSON response.
 *
 * Throws KEYS_UNREACHABLE while it doesn't respond, is sealed or throttles; VaultRefusal.
 */
export async function askVault(
  fetch: typeof globalThis.fetch,
  { address, namespace }: VaultPlace,
  { path, body, token }: VaultQuestion,
): Promise<unknown> {
  const { status, text } = await send(fetch, `${address}/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // An agent in front may require it: no page can send it.
      'x-vault-request': 'true',
      ...(token === null ? {} : { 'x-vault-token': token }),
      ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
    },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (status >= 500 || passing.includes(status)) throw new AppError('KEYS_UNREACHABLE')
  if (status >= 400) throw new VaultRefusal(path, status)
  return status === 204 ? {} : parseJson(text)
}

async function send(fetch: typeof globalThis.fetch, url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init)
    return { status: response.status, text: await response.text() }
  } catch {
    // Without the cause: a client library's error may contain parts of the request.
    throw new AppError('KEYS_UNREACHABLE')
  }
}

/** Parses the response. Throws KEYS_UNREACHABLE for any other one: a proxy or portal has answered, not Vault. */
export function readAnswer<schema extends z.ZodMiniType>(schema: schema, answer: unknown): z.output<schema> {
  const parsed = z.safeParse(schema, answer)
  if (!parsed.success) throw new AppError('KEYS_UNREACHABLE')
  return parsed.data
}
