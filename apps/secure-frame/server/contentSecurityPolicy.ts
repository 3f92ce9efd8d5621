/**
 * The content security policies of the wallet and vault origins (custody design, section 5).
 *
 * Scripts are listed by hash and nothing else: no `'self'`, no wildcard, no `unsafe-*`. A chunk runs only because its
 * hash stands here and in the import map's `integrity`; a changed or unlisted file does not run.
 */

/** Directives in the order in which they are sent. */
type Directives = readonly (readonly [name: string, ...sources: string[]])[]

const policy = (directives: Directives): string =>
  directives.map(([name, ...sources]) => [name, ...sources].join(' ')).join('; ')

const quoted = (hashes: readonly string[]): string[] => hashes.map((hash) => `'${hash}'`)

/** A prefix that matches every path under an address: a CSP path without a final slash would match only itself. */
const under = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

/** For responses that are no document, and for pages of words alone: nothing loads, nobody frames them. */
export const closedPolicy: string = policy([
  ['default-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'none'"],
  ['frame-ancestors', "'none'"],
])

/** A worker has no ancestors and no base; it gets no network at all. */
export const workerPolicy: string = policy([['default-src', "'none'"]])

/** For the worker that computes Argon2id: the same, and it may compile WebAssembly, which alone is fast enough. */
export const kdfPolicy: string = policy([
  ['default-src', "'none'"],
  ['script-src', "'wasm-unsafe-eval'"],
])

export type DocumentPolicyInput = {
  /** `sha256-…` of the inline import map, the entry and every chunk. */
  scriptHashes: readonly string[]
  /** Addresses of the services that it calls. */
  services: readonly string[]
  /** Origins that it embeds. */
  frames: readonly string[]
  /** Source list of the pages that may embed it. */
  ancestors: string
}

const orNone = (sources: readonly string[]): readonly string[] => (sources.length === 0 ? ["'none'"] : sources)

/** For the documents of the wallet origin: each reaches what its row in the table of pages says, and nothing else. */
export const documentPolicy = ({ scriptHashes, services, frames, ancestors }: DocumentPolicyInput): string =>
  policy([
    ['default-src', "'none'"],
    ['script-src', ...quoted(scriptHashes)],
    ['style-src', "'self'"],
    ['img-src', "'self'", 'data:'],
    ['connect-src', ...orNone(services.map(under))],
    ['worker-src', "'none'"],
    ['frame-src', ...orNone(frames)],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', ancestors],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
  ])

export type VaultPolicyInput = {
  /** `sha256-…` of the document's script and of that of its screens, which brings its style as constructed sheets. */
  scriptHashes: readonly string[]
  /** Source list of the wallet origin and the project's pages: every ancestor is checked against these. */
  ancestors: string
}

export const vaultPolicy = (input: VaultPolicyInput): string =>
  policy([
    ['default-src', "'none'"],
    ['script-src', ...quoted(input.scriptHashes)],
    ['worker-src', "'self'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', input.ancestors],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'latchkey-vault'],
  ])
