import type { EndpointRow } from '../endpoints/row.ts'

/** Adds to a call what its row's `credential` demands. */
export type Credentials = {
  /** Headers for one try: a proof is never sent twice. */
  headers(row: EndpointRow, body: Uint8Array<ArrayBuffer>, accessToken?: string): Promise<Record<string, string>>
  /** Told every answer, for the nonce that a server hands out with it. */
  onResponse(row: EndpointRow, response: Response): void
}
