/** When the messages of tests are signed: milliseconds since 1970, as in the harness of sessions. */
export const signInMs = 1_700_000_000_000

export type WrittenParts = {
  origin?: string
  opening?: string
  account?: string
  statement?: string
  uri?: string
  chain?: string
  nonce?: string
  issuedAt?: string
  /** After the required fields. */
  rest?: string
}

const timeAt = (ms: number): string => new Date(ms).toISOString()

/** The text of a message (EIP-4361), as a page writes it before it knows the account. */
export const writeSignIn = (parts: WrittenParts = {}): string => {
  const { origin = 'https://dapp.example', account = '<<AccountAddress>>', statement, rest = '' } = parts
  const { opening = `${new URL(origin).host} wants you to sign in with your Ethereum account:` } = parts
  return [
    opening,
    account,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${parts.uri ?? origin}`,
    'Version: 1',
    `Chain ID: ${parts.chain ?? '1'}`,
    `Nonce: ${parts.nonce ?? 'Q7hf2ka81MxzP03Rt'}`,
    `Issued At: ${parts.issuedAt ?? timeAt(signInMs)}${rest}`,
  ].join('\n')
}

/** The page's request. */
export const siwx = (parts: WrittenParts = {}): Record<string, unknown> => ({
  accountAddress: '<<AccountAddress>>',
  serializedMessage: writeSignIn(parts),
})
