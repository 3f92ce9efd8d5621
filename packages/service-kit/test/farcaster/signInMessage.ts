/** The fields of a Sign In With Farcaster message; null or empty omits the line. */
export type MessageFields = {
  domain: string
  address: string
  statement: string | null
  uri: string
  version: string
  chainId: string
  nonce: string
  issuedAt: string
  expirationTime: string | null
  notBefore: string | null
  requestId: string | null
  resources: readonly string[]
}

/** Formats the message as in EIP-4361. */
export const writeSignInMessage = (fields: MessageFields): string =>
  [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.address,
    '',
    ...(fields.statement === null ? [] : [fields.statement]),
    '',
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...(fields.expirationTime === null ? [] : [`Expiration Time: ${fields.expirationTime}`]),
    ...(fields.notBefore === null ? [] : [`Not Before: ${fields.notBefore}`]),
    ...(fields.requestId === null ? [] : [`Request ID: ${fields.requestId}`]),
    ...(fields.resources.length === 0 ? [] : ['Resources:', ...fields.resources.map((resource) => `- ${resource}`)]),
  ].join('\n')
