/** A token amount in an instruction: some forms contain mint and decimals, which the program then checks; others don't. */
type Tokens = {
  readonly amount: bigint
  readonly mint: string | null
  readonly decimals: number | null
}

/**
 * The action of an instruction. Accounts are addresses, or `<table>#<index>` before lookup tables are resolved. Token accounts aren't their
 * owners. Amounts are in base units.
 */
export type SolanaAction =
  /** `authority`: the address that the sending one is derived from, or the sending one itself. */
  | { kind: 'sendSol'; from: string; to: string; lamports: bigint; authority: string }
  /** `fee`: what the token itself withholds; null if the instruction doesn't contain it. */
  | ({ kind: 'sendToken'; from: string; to: string; authority: string; fee: bigint | null } & Tokens)
  | ({ kind: 'burn'; from: string; authority: string } & Tokens)
  | ({ kind: 'mint'; to: string; authority: string } & Tokens)
  /** The delegate can take this amount at any time. */
  | ({ kind: 'delegate'; account: string; delegate: string; authority: string } & Tokens)
  | { kind: 'revoke'; account: string; authority: string }
  /** `right` is transferred to `to`; null removes it. */
  | { kind: 'setAuthority'; account: string; authority: string; right: AuthorityRight; to: string | null }
  /** A token account is deleted; its SOL goes to `to`. */
  | { kind: 'closeAccount'; account: string; to: string; authority: string }
  | { kind: 'freeze' | 'thaw'; account: string; authority: string }
  /** An account belongs to another program from then on. */
  | { kind: 'assign'; account: string; owner: string }
  | { kind: 'createAccount'; payer: string; account: string; lamports: bigint; owner: string }
  | { kind: 'createTokenAccount'; payer: string; account: string; owner: string; mint: string }
  /** Durable nonce: the transaction stays valid until the nonce is used or advanced. */
  | { kind: 'useNonce'; nonce: string; authority: string }
  /** SOL leaves an account that the authority controls but that isn't its address; `lamports` null: all of it. */
  | { kind: 'takeOut'; of: HeldAccount; account: string; to: string; lamports: bigint | null; authority: string }
  /** Such an account gets a new authority; none when `to` is null. */
  | { kind: 'handOver'; of: HeldAccount; account: string; to: string | null; authority: string }
  | { kind: 'computeLimit'; units: number }
  | { kind: 'computePrice'; microLamports: bigint }
  /** `text` null: bytes that aren't readable text. */
  | { kind: 'memo'; text: string | null }
  /** Another instruction of a known program. */
  | { kind: 'other'; does: OtherInstruction }
  /** Of an unknown program, or not in any of its program's forms. */
  | { kind: 'unknown' }

/** An owned account that isn't a token account: a nonce, stake or vote account, or a program. */
type HeldAccount = 'nonce' | 'stake' | 'vote' | 'program'

/** The right that a token program's `SetAuthority` transfers; `other` is one that only extensions define. */
export type AuthorityRight = 'owner' | 'close' | 'mint' | 'freeze' | 'other'

/** Instructions that are only shown by name, as their programs call them; several can have the same effect. */
export type OtherInstruction =
  | 'initializeMint'
  | 'initializeAccount'
  | 'initializeMultisig'
  | 'syncNative'
  | 'getAccountDataSize'
  | 'initializeImmutableOwner'
  | 'amountToUiAmount'
  | 'uiAmountToAmount'
  | 'initializeMintCloseAuthority'
  | 'confidentialTransfer'
  | 'defaultAccountState'
  | 'reallocateTokenAccount'
  | 'memoTransfer'
  | 'createNativeMint'
  | 'initializeNonTransferableMint'
  | 'interestBearingMint'
  | 'cpiGuard'
  | 'initializePermanentDelegate'
  | 'transferHook'
  | 'confidentialTransferFee'
  | 'withdrawExcessLamports'
  | 'metadataPointer'
  | 'groupPointer'
  | 'groupMemberPointer'
  | 'confidentialMintBurn'
  | 'scaledUiAmount'
  | 'pausable'
  | 'initializeTransferFee'
  | 'withdrawMintFees'
  | 'withdrawAccountFees'
  | 'harvestFees'
  | 'setTransferFee'
  | 'verifySignature'
  | 'recoverNested'
  | 'requestHeapFrame'
  | 'limitLoadedData'
  | 'initializeNonce'
  | 'allocate'
  | 'upgradeNonce'
