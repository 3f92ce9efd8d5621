/** The api's part in session proof. Rejects with the errors of the rows. Times are milliseconds since 1970. */
export type SignInApi = {
  createNonce(): Promise<{ nonce: string }>
  /** `account` is CAIP-10. */
  addSession(signed: {
    account: string
    message: string
    signature: string
    publicKey?: string
  }): Promise<{ token: string; expiresAtMs: number }>
  revokeSession(session: { token: string }): Promise<unknown>
  getIdToken(request: {
    token: string
    nonce?: string
    scopes?: ('wallets' | 'email')[]
  }): Promise<{ idToken: string; expiresAtMs: number }>
}
