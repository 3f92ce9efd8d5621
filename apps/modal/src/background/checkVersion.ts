/**
 * Requirements: only a development build whose page names a registry queries it, at most once in 7 days, and nothing fails or waits because
 * of it.
 *
 * The response is untrusted: only a version of three numbers is read from it, and none of its text is shown.
 */
import type { createStore } from 'jotai/vanilla'
import { name, version as ownVersion } from '../../package.json'
import { servicesAtom } from '../services.ts'

const dayMs = 24 * 60 * 60_000
/** Cache time of a response (specification section 9). */
const cacheMs = 7 * dayMs

/** Stored in place of a version until one has been read. */
const unknown = '-'

type Version = readonly number[]

const parseVersion = (text: unknown): Version | undefined => {
  const [, ...parts] = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(String(text)) ?? []
  return parts.length === 3 ? parts.map(Number) : undefined
}

const isNewer = (one: Version, other: Version): boolean => {
  const differs = one.findIndex((part, index) => part !== other[index])
  return differs >= 0 && (one[differs] ?? 0) > (other[differs] ?? 0)
}

type Input = { store: ReturnType<typeof createStore>; version?: string; fetch?: typeof globalThis.fetch }

/** Logs to the console when the registry has a newer release of the modal than this page. Never throws. */
export async function checkVersion({ store, version = ownVersion, fetch = globalThis.fetch }: Input): Promise<void> {
  const { settings, storage, clock, log } = store.get(servicesAtom)
  const [askedAtMs, known] = (storage.read('latest-version') ?? '').split(' ')
  const ageMs = clock.now() - Number(askedAtMs)
  const isFresh = ageMs >= 0 && ageMs < cacheMs && (known === unknown || parseVersion(known) !== undefined)
  const keep = (text: string): void => storage.write('latest-version', `${clock.now()} ${text}`)
  try {
    // A failing registry isn't queried on each load either.
    if (!isFresh) keep(unknown)
    const latest = isFresh
      ? parseVersion(known)
      : await ask(`${settings.registryUrl?.replace(/\/$/, '')}/${name}/latest`, fetch)
    const own = parseVersion(version)
    if (latest === undefined || own === undefined) return
    if (!isFresh) keep(latest.join('.'))
    if (isNewer(latest, own)) log('info', `${name} ${latest.join('.')} is available. This page has ${version}`)
  } catch {
    // Nothing waits for it.
  }
}

const ask = async (url: string, fetch: typeof globalThis.fetch): Promise<Version | undefined> => {
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(10_000),
  })
  const body: unknown = response.ok ? await response.json() : null
  return parseVersion(typeof body === 'object' && body !== null && 'version' in body ? body.version : undefined)
}
