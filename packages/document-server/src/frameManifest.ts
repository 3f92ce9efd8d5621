/**
 * The frame manifest: everything that a release serves from the two origins of the wallet. It contains no address of a deployment, so that
 * building the same source always gives the same bytes; `latchkey verify` compares it with what a deployment serves.
 */
export type FrameManifest = {
  format: typeof frameManifestFormat
  /** The release's version. */
  version: string
  /** Sets of response headers, which the responses below refer to by index. */
  headers: Record<string, string>[]
  wallet: OriginManifest
  vault: OriginManifest
}

/** The expected files and response headers of one origin. */
export type OriginManifest = {
  /** By path. Documents are compared as text, in which deployments differ only in `placeholders`. */
  documents: Record<string, { body: string; headers: number }>
  /** By path: the integrity (`sha256-…`) of the content. */
  files: Record<string, { integrity: string; headers: number }>
}

/** The `format` of a manifest. Readers reject any other. */
export const frameManifestFormat = 'latchkey-frame-1'

/** Placeholders in a frame manifest for each deployment's own values. None is part of another one. */
export const placeholders = {
  walletOrigin: 'https://wallet.invalid',
  vaultOrigin: 'https://vault.invalid',
  apiUrl: 'https://api.invalid',
  custodyUrl: 'https://custody.invalid',
  apiHpkePublicKey: 'public-key-of-api.invalid',
  custodyHpkePublicKey: 'public-key-of-custody.invalid',
  swapRouters: 'swap-routers.invalid',
  /** The pages of a project. */
  pages: 'https://pages.invalid',
} as const
