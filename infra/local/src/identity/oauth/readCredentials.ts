import type { OauthRow } from './oauthRow.ts'

export type Credentials = { clientId: string | undefined; secret: string | undefined }

/** RFC 6749, section 2.3.1: both are encoded as in a form before they are joined. */
const fromHeader = (header: string): Credentials => {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header)?.[1] ?? ''
  const parts = Buffer.from(encoded, 'base64').toString().split(':')
  const [clientId, secret] = parts.map((part) => new URLSearchParams(`=${part}`).get('') ?? '')
  return { clientId, secret }
}

/** What an application says to prove that it is one, in one of the ways that the provider takes. */
export const readCredentials = (
  header: string | undefined,
  { client_id: clientId, client_secret: secret }: Readonly<Record<string, string>>,
  { clientAuthentication }: Pick<OauthRow, 'clientAuthentication'>,
): Credentials => {
  if (header !== undefined) return fromHeader(header)
  return clientAuthentication === 'any' ? { clientId, secret } : { clientId: undefined, secret: undefined }
}
