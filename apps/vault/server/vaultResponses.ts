import {
  assetResponse,
  closedResponse,
  hashSources,
  passkeys,
  permissions,
  policy,
  type ResponseRow,
} from '@latchkey/document-server'

/**
 * The policies and headers of the vault origin (custody design, section 5). Nothing here may reach the network: scripts run by hash, and
 * each realm has only what it needs.
 */

export type VaultDocumentInput = {
  /** `sha256-…` of the document's script and of the screens' script, which brings its style as constructed sheets. */
  scriptHashes: readonly string[]
  /** Source list of the wallet origin and the project's pages: every ancestor is checked against these. */
  ancestors: string
}

/** Returns the response headers of the vault document. */
export const vaultDocumentResponse = ({ scriptHashes, ancestors }: VaultDocumentInput): ResponseRow => ({
  ...closedResponse,
  policy: policy([
    ['default-src', "'none'"],
    ['script-src', ...hashSources(scriptHashes)],
    ['worker-src', "'self'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', ancestors],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'latchkey-vault'],
  ]),
  permissions: permissions(Object.fromEntries(passkeys.map((feature) => [feature, 'self']))),
  resourcePolicy: 'cross-origin',
})

/** A worker has no ancestors and no base; it gets no network at all. */
export const workerResponse: ResponseRow = { ...assetResponse, policy: policy([['default-src', "'none'"]]) }

/** The headers of the Argon2id worker: the same, plus WebAssembly, which is the only fast enough option. */
export const kdfResponse: ResponseRow = {
  ...assetResponse,
  policy: policy([
    ['default-src', "'none'"],
    ['script-src', "'wasm-unsafe-eval'"],
  ]),
}
