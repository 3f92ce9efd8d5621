import { assetResponse, hashSources, policy, type ResponseRow } from '@latchkey/document-server'
import { reportsPath } from './takePolicyReports.ts'

/**
 * The content security policies of the wallet origin's documents (custody design, section 5).
 *
 * Scripts are allowed only by hash: no `'self'`, no wildcard, no `unsafe-*`. A chunk runs only because its
 * hash is here and in the import map's `integrity`; a changed or unlisted file does not run.
 */

/** A prefix that matches every path under an address: a CSP path without a final slash would match only itself. */
const under = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

export type DocumentPolicyInput = {
  /** `sha256-…` of the inline import map, the entry and every chunk. */
  scriptHashes: readonly string[]
  /** URLs of the services that it calls. */
  services: readonly string[]
  /** Origins that it embeds. */
  frames: readonly string[]
  /** The workers it may start: the one that solves challenges, or none. */
  workers: 'challenges' | 'none'
  /** Source list of the pages that may embed it. */
  ancestors: string
}

const orNone = (sources: readonly string[]): readonly string[] => (sources.length === 0 ? ["'none'"] : sources)

/** Returns the policy of a document of the wallet origin: each may reach only what its row in the table of pages lists. */
export const documentPolicy = ({ scriptHashes, services, frames, workers, ancestors }: DocumentPolicyInput): string =>
  policy([
    ['default-src', "'none'"],
    ['script-src', ...hashSources(scriptHashes)],
    ['style-src', "'self'"],
    ['img-src', "'self'", 'data:'],
    ['connect-src', ...orNone(services.map(under))],
    ['worker-src', workers === 'none' ? "'none'" : "'self'"],
    ['frame-src', ...orNone(frames)],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', ancestors],
    ['require-trusted-types-for', "'script'"],
    // The one policy name creates the URL of the one worker.
    ['trusted-types', workers === 'none' ? "'none'" : 'latchkey-wallet'],
    // All engines support it. One that also supports `report-to` would ignore it then, and send nothing without TLS.
    ['report-uri', reportsPath],
  ])

/** The response of the worker that solves challenges: no network, no other script. */
export const workerResponse: ResponseRow = { ...assetResponse, policy: policy([['default-src', "'none'"]]) }
