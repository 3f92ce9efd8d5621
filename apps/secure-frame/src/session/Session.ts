import type {
  EndpointRequest,
  EndpointResponse,
  IdTokenScope,
  WalletEndpointName,
  WalletRecord,
} from '@latchkey/api-client'
import type { Appearance, Signable, Vault, WalletChange } from '@latchkey/vault-protocol'
import type { Page } from '../boundary/Page.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'
import type { Caller, Namespace } from './Caller.ts'
import type { CallApi, CallAuthorised, Lock } from './callApi.ts'
import type { Pause } from './createPause.ts'
import type { EmailLogin } from './emailLogin.ts'
import type { FarcasterLogin } from './farcasterLogin.ts'
import type { SignInQuestion } from './foundAccount.ts'
import type { LoginAt } from './openAccount.ts'
import type { Account, SessionState } from './SessionState.ts'
import type { SessionStore } from './sessionStore.ts'
import type { SocialLogin } from './socialLogin.ts'
import type { Consent } from './storedItems.ts'

export type Session = {
  /**
   * The guard: returns the signed-in user with their account in a namespace, by default that of Ethereum. Fails with
   * UNAUTHORIZED when no user is signed in, or this page has no consent.
   */
  caller(page: Page, namespace?: Namespace): Promise<Caller>
  /** The same with the account that the page is connected to on a network (CAIP-2 ID): it may be a smart one. */
  requireCallerOnChain(page: Page, chainId: string): Promise<Caller>
  /** Stores the account type that the user prefers on this page where there is a choice. */
  preferAccount(page: Page, type: AccountType): Promise<void>
  /** Returns whether the user shares all of these scopes with the page in an ID token; true for none. */
  letsKnow(caller: Caller, scopes: readonly IdTokenScope[]): Promise<boolean>
  /** Shares these scopes from now on, until sign-out. Fails with UNAUTHORIZED when the user is no longer signed in. */
  letKnow(caller: Caller, scopes: readonly IdTokenScope[]): Promise<void>
  /**
   * Returns whether this page has a signed-in user. Service and vault may deny that; an unreachable one does not count as a
   * denial: a page that receives false forgets the login.
   */
  isConnected(page: Page): Promise<boolean>
  /** Returns whether this page's user is signed in with that email already; if so, the wallet is then unlocked. */
  resume(page: Page, email: string): Promise<boolean>
  /**
   * Returns the user who is signed in here with that email, on any page; null when there is none, or the service reports
   * that the session is over. No page may learn this, only the user.
   */
  findPerson(email: string): Promise<Account | null>
  /** Stores the user's consent for this page. Fails with UNAUTHORIZED when they are no longer signed in. */
  agree(page: Page, person: Account): Promise<Caller>
  /** Starts a login, or has its mail sent again. Resolves with the user's next step, as in `EmailLogin`. */
  startEmail: EmailLogin['start']
  /** Waits until the mailed link is approved, and has the code sent, as in `EmailLogin`. */
  awaitApproval: EmailLogin['approval']
  /**
   * Signs in with the code; this page then has consent. `onVerified` is called once the code has been verified. Aborting
   * ends the attempt: it signs no one in, and its code becomes useless. `appearance`: how the vault may ask a user with their
   * own recovery method; RECOVERY_NEEDED where it may not and has to, USER_REJECTED when they decline. When the email opens no
   * account, and one has it at a login provider, `onFound` asks the user and resolves once they are signed in; without it that
   * fails with CONTINUE_IN_WALLET, and nothing was created.
   */
  finishEmail(
    page: Page,
    code: string,
    options?: {
      onVerified?: () => void
      signal?: AbortSignal
      appearance?: Appearance
      onFound?: (found: SignInQuestion) => Promise<Caller>
    },
  ): Promise<Caller>
  /** Starts a login at a provider, as in `SocialLogin`: returns its URL for a separate window, and the number for its result page. */
  startSocial: SocialLogin['start']
  /**
   * Signs in with the result page's data, or waits for the user to compare the number there, as in `SocialLogin`; this page
   * then has consent. When the login is linked to no account, and one has its address, or custody finds an account of Google
   * or Apple that is new to this browser, `onFound` asks the user and resolves once they are signed in. Profile 4 has no place
   * to ask the latter. Aborting during the wait ends only the wait; later, it drops the login. `appearance`: as with
   * `finishEmail`.
   */
  finishSocial(
    page: Page,
    uri: string,
    options: {
      signal: AbortSignal
      appearance?: Appearance
      onFound: (found: SignInQuestion) => Promise<Caller>
    },
  ): Promise<Caller>
  /** Opens a channel for a login by Farcaster, as in `FarcasterLogin`. */
  startFarcaster: FarcasterLogin['start']
  /**
   * Waits until the next channel is signed, and signs in; the page that has opened it then has consent. All callers that wait
   * for one channel receive its result; waiting may start before there is one. Fails as `FarcasterLogin`; a caller that aborts
   * stops waiting, and the last one drops the login.
   */
  finishFarcaster(signal: AbortSignal): Promise<void>
  /** Drops the channel; callers keep waiting for another one. */
  dropFarcaster(): void
  /** Returns the user's email; for an account without one, the provider's email of this login. */
  email(caller: Caller): Promise<string | null>
  /** Returns the provider that the user has signed in with; null for email. */
  login(caller: Caller): Promise<LoginAt | null>
  /** Revokes a device, and remembers it: a service that is restored from an older backup receives it again. */
  revokeDevice(caller: Caller, deviceId: string): Promise<void>
  /** Stores the user's new email, once the services have it. */
  renameEmail(caller: Caller, email: string): Promise<void>
  /** Loads the key into memory, so that signing is instant. Fails with SESSION_EXPIRED, SERVICE_UNREACHABLE. */
  unlock(caller: Caller): Promise<void>
  /**
   * Signs for the caller's own account, or for its owner; unlocks when needed. Fails with UNAUTHORIZED,
   * SESSION_EXPIRED, SERVICE_UNREACHABLE.
   */
  sign(caller: Caller, content: Signable): Promise<Uint8Array>
  /** Returns the user's wallet on this device: its addresses, and its recovery method. */
  wallet(caller: Caller): Promise<WalletRecord>
  /**
   * Changes the wallet: its key, its recovery method, its accounts. The vault asks the user for what that needs.
   * Resolves once the services have committed it. `callCustody`: authorized by a fresh code (`StepUp`). May be repeated
   * after any failure. Fails with STEP_UP_REQUIRED, USER_REJECTED, WALLET_CHANGED, WALLET_FULL, WALLET_BUSY,
   * SESSION_EXPIRED, SERVICE_UNREACHABLE.
   */
  changeWallet(caller: Caller, change: WalletChange, options: AskedAs & { callCustody: CallAuthorised }): Promise<void>
  /**
   * Has the vault show the user their recovery phrase and keys; resolves with whether they viewed one. Fails with
   * STEP_UP_REQUIRED, USER_REJECTED, UNAUTHORIZED in a window that is not the wallet's own, WALLET_BUSY.
   */
  revealKeys(caller: Caller, options: AskedAs): Promise<boolean>
  /** Returns a file that opens the wallet without any server, with a passphrase that the vault asks for. Fails as `revealKeys`. */
  makeRecoveryFile(caller: Caller, options: AskedAs): Promise<Uint8Array<ArrayBuffer>>
  /** Closes the vault's current question to the user: the call that asked fails with USER_REJECTED. */
  closeScreen(): Promise<void>
  /**
   * Calls the API for the caller. Fails with the row's errors, UNAUTHORIZED, SERVICE_UNREACHABLE, and with
   * SESSION_EXPIRED, which has ended the session unless it was the request that had expired.
   */
  call: <name extends WalletEndpointName>(
    caller: Caller,
    name: name,
    request: EndpointRequest<name>,
  ) => Promise<EndpointResponse<name>>
  /** Drops the keys from memory; the next signature loads them again. */
  lock(): Promise<void>
  /** Returns the CAIP-2 ID of this page's chain in a namespace; by default, the active one. */
  chainOf(page: Page, namespace?: Namespace): Promise<string>
  /** Sets this page's chain in its namespace. The active namespace stays. */
  setChain(page: Page, chainId: string): Promise<void>
  /** Sets this page's chain and makes it the active one. */
  switchChain(page: Page, chainId: string): Promise<void>
  /**
   * Ends the session, deletes this user's data here, and notifies the service. The session ends at once, even if the service is
   * unreachable. The wallet stays in the vault, sealed, unless the services have all of it: it may be the only copy after a restore.
   * `known`: the wallet as they have just sent it; they are asked without it.
   */
  signOut(page: Page, known?: WalletRecord | null): Promise<void>
  /** Reads the store again: another tab may have signed in or out. */
  refresh(): Promise<SessionState>
  /** Reports sign-outs that the service has not received. */
  deliverEnds(): Promise<void>
  /** Finishes an email change that another document has left between the services, as in `finishLeftChange`. */
  finishLeft(): Promise<void>
}

/** An account type. */
export type AccountType = NonNullable<Consent['accountType']>

type AskedAs = { appearance: Appearance }

export type SessionDeps = {
  api: CallApi
  vault: Vault
  store: SessionStore
  lock: Lock
  pause: Pause
  /** The origin of this document, which has the result page of a login at a provider. */
  walletOrigin: string
  now: () => number
  /** CAIP-2 ID of a page's chain before it has chosen one. */
  defaultChainId: string
  /** Returns the smart account of an owner on a network (CAIP-2 ID); null where there are none. */
  smartAccountOn: (chainId: string, owner: string) => Promise<SmartAccount | null>
  /** Called when the session of this document ends, to cancel everything that waits for its user. */
  onEnd: (ending: 'signOut' | 'expiry') => void
  /** Notifies the other tabs of this site, which then read the store again. */
  tellTabs: () => void
}
