import type { CaipNetworkId } from '@latchkey/chains'

/** The fields of a sign-in message: EIP-4361, Sign In With Solana and CAIP-122 (specification section 3). Times are ISO 8601. */
export type SignInData = {
  /** The account as its namespace writes it, without the network. */
  accountAddress: string
  /** CAIP-2. */
  chainId: CaipNetworkId
  /** Host of the page, with the port where it has one. */
  domain: string
  /** The page's origin. */
  uri: string
  version: string
  /** Letters and digits, at least 8. */
  nonce: string
  statement?: string | undefined
  resources?: readonly string[] | undefined
  requestId?: string | undefined
  issuedAt?: string | undefined
  expirationTime?: string | undefined
  notBefore?: string | undefined
}

/** A message to be signed. With its own `toString` it is signed in that format, else in its namespace's standard format. */
export type SignInMessage = SignInData & { toString?(): string }

/** A message that an account has signed. */
export type SignInSession = {
  data: SignInData
  /** The text, to the byte. */
  message: string
  /** The namespace's encoding: hex for eip155, base58 for solana, base64 for bip122. */
  signature: string
  /** The public key, for Bitcoin accounts, where the wallet gives it: hex. */
  publicKey?: string | undefined
}

/** The account to be proven. */
export type SignInAccount = {
  /** CAIP-2. */
  chainId: CaipNetworkId
  /** `<<AccountAddress>>` where the embedded wallet inserts it: it signs in the step in which it returns the account. */
  accountAddress: string
}

/** Session proof by your own backend. An error thrown by a function stops the sign-in and is shown; nothing is stored then. */
export type SiwxOption = {
  /** The message that the account is to sign, with a fresh nonce. */
  createMessage(account: SignInAccount): Promise<SignInMessage>
  /** Verify and store a signed message; reject when it isn't valid. */
  addSession(session: SignInSession): Promise<void>
  /** The valid sessions of an account on a network. */
  getSessions(chainId: CaipNetworkId, accountAddress: string): Promise<readonly SignInSession[]>
  /** Ends the sessions of an account on a network. */
  revokeSession(chainId: CaipNetworkId, accountAddress: string): Promise<void>
  /** Disconnect users who don't sign; off when absent. */
  isRequired?: boolean
}

/** Session proof by your Latchkey api, which verifies each signature. */
export type SiwxSettings = {
  /** Disconnect users who don't sign; off when absent. */
  isRequired?: boolean
  /** One line of the message that states its purpose, in ASCII. */
  statement?: string
  /** URIs that the message lists. */
  resources?: readonly string[]
}

/** The arguments of `siweConfig.createMessage`: the fields of EIP-4361. `address` is checksummed. */
export type SiweMessageInput = {
  address: string
  chainId: number
  domain: string
  uri: string
  version: '1'
  nonce: string
  statement?: string
  resources?: string[]
  requestId?: string
  iat?: string
  exp?: string
  nbf?: string
}

/** Session proof for EVM networks by a Sign-In with Ethereum backend, in the shape that other kits use. */
export type SiweConfig = {
  getNonce(address?: string): Promise<string>
  /** The message's fields apart from account, network and nonce. */
  getMessageParams(): Promise<Omit<SiweMessageInput, 'address' | 'chainId' | 'nonce' | 'version'>>
  createMessage(input: SiweMessageInput): string
  /** Whether the backend has accepted the signature and started a session. */
  verifyMessage(signed: { message: string; signature: string }): Promise<boolean>
  getSession(): Promise<{ address: string; chainId: number } | null>
  signOut(): Promise<boolean>
  /** Disconnect users who don't sign; on when absent. */
  required?: boolean
  /** On when absent. */
  signOutOnDisconnect?: boolean
  /** Whether another account of the wallet needs a separate session; on when absent. */
  signOutOnAccountChange?: boolean
  /** Whether another network needs a separate session; on when absent. */
  signOutOnNetworkChange?: boolean
}

/** Whether the active account has proven itself. `asking`: the view that asks for the signature is due or shown. */
export type SessionState = {
  status: 'none' | 'checking' | 'asking' | 'proven'
  /** The signed message; null unless proven. */
  session: SignInData | null
}
