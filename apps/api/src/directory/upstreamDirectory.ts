import { getWalletImage, getWallets, type Wallet, walletFields } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Clock } from '@latchkey/service-kit/clock'
import * as z from 'zod/mini'
import { createStaleCache } from './createStaleCache.ts'
import type { Directory } from './directory.ts'
import { pointImage } from './image.ts'

export type UpstreamDirectoryOptions = {
  /** A server of the same contract: scheme, host, port, no trailing slash. */
  url: string
  /** Our project there. */
  projectId: string
  fetch: typeof globalThis.fetch
  clock: Clock
}

/** Our caller waits 10 s: it must have an answer by then. */
const timeoutMs = 8_000
const maxListBytes = 2 * 1024 * 1024
const maxImageBytes = 256 * 1024
const listFreshMs = 300_000
const imageFreshMs = 86_400_000
/** The wait after an upstream rate limit without a time. */
const defaultRetrySeconds = 5
const longestRetrySeconds = 3_600

const answer = z.object({ data: z.array(z.unknown()), count: z.number().check(z.int(), z.nonnegative()) })

/**
 * Serves wallets from any server of the same contract. None of its data is trusted: rows that do not fit the contract are left out, and
 * only raster icons are served. While it is unreachable, its earlier answers are served.
 */
export function createUpstreamDirectory({ url, projectId, fetch, clock }: UpstreamDirectoryOptions): Directory {
  const lists = createStaleCache<{ data: Wallet[]; count: number }>({ clock, freshMs: listFreshMs, most: 500 })
  const images = createStaleCache<Blob>({ clock, freshMs: imageFreshMs, most: 300 })

  const ask = async (path: string, fields: object, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
    const asked = new URL(url + path)
    for (const [name, value] of Object.entries({ projectId, st: 'latchkey', sv: 'backend-4.2.2', ...fields }))
      if (value !== undefined) asked.searchParams.set(name, String(value))
    let response: Response
    try {
      response = await fetch(asked, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
      if (response.ok) return await readBytes(response, maxBytes)
    } catch (cause) {
      throw new AppError('SERVICE_UNREACHABLE', { cause })
    }
    if (response.status === 429)
      throw new AppError('RATE_LIMITED', { details: { seconds: retrySeconds(response, clock) } })
    throw new AppError(response.status === 404 ? 'IMAGE_NOT_FOUND' : 'SERVICE_UNREACHABLE')
  }

  return {
    wallets: (filter) =>
      lists.get(JSON.stringify(Object.entries(filter).toSorted()), async () => {
        const bytes = await ask(getWallets.path, filter, maxListBytes)
        const { data, count } = parse(bytes)
        return { data: data.flatMap((row) => parseWallet(row) ?? []), count }
      }),
    walletImage: (imageId) =>
      images.get(imageId, async () => {
        const path = getWalletImage.path.replace(':id', encodeURIComponent(imageId))
        const image = pointImage(await ask(path, {}, maxImageBytes))
        if (image === null) throw new AppError('IMAGE_NOT_FOUND')
        return image
      }),
  }
}

function parse(bytes: Uint8Array): z.output<typeof answer> {
  try {
    return z.parse(answer, JSON.parse(new TextDecoder().decode(bytes)))
  } catch (cause) {
    throw new AppError('SERVICE_UNREACHABLE', { cause })
  }
}

/** Some servers send an empty string for a missing value, others null. */
function parseWallet(row: unknown): Wallet | null {
  if (typeof row !== 'object' || row === null) return null
  const filled = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === '' ? null : value]))
  return z.safeParse(walletFields, filled).data ?? null
}

function retrySeconds(response: Response, clock: Clock): number {
  const said = response.headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - clock.now().getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), longestRetrySeconds) : defaultRetrySeconds
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
