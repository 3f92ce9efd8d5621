import type { EndpointRow } from '../endpoints/row.ts'

/** Adds the credential that a call's row requires. */
export type Credentials = {
  /** Headers for one try: a proof is never sent twice. */
  headers(row: EndpointRow, body: Uint8Array<ArrayBuffer>, accessToken?: string): Promise<Record<string, string>>
  /** Called with every response, for the server's nonce in it. */
  onResponse(row: EndpointRow, response: Response): void
}
