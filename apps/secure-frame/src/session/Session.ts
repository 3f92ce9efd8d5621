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
   * The guard: whoever is signed in, with their account in a namespace, that of Ethereum when absent. Fails with
   * UNAUTHORIZED: nobody is signed in, or this page has not been agreed to.
   */
  caller(page: Page, namespace?: Namespace): Promise<Caller>
  /** The same with the account that the page is connected to on a network (CAIP-2 id): it may be a smart one. */
  requireCallerOnChain(page: Page, chainId: string): Promise<Caller>
  /** Which kind of account the person would have on this page where there is a choice. */
  preferAccount(page: Page, type: AccountType): Promise<void>
  /** Whether the person lets their page know all of that with an ID token; of nothing they do. */
  letsKnow(caller: Caller, scopes: readonly IdTokenScope[]): Promise<boolean>
  /** They do from now on, until they sign out. Fails with UNAUTHORIZED when they are not signed in any more. */
  letKnow(caller: Caller, scopes: readonly IdTokenScope[]): Promise<void>
  /**
   * Whether this page has a signed-in person. Service and vault may say no; one that cannot be reached does not: a page
   * that hears no forgets the login.
   */
  isConnected(page: Page): Promise<boolean>
  /** Whether this page's person is signed in under that email already; if so the wallet is then unlocked. */
  resume(page: Page, email: string): Promise<boolean>
  /**
   * Who is signed in here under that email, on whatever page they did it; null when nobody is, or the service says that it
   * is over. No page may learn this: only the person may hear of it.
   */
  findPerson(email: string): Promise<Account | null>
  /** The person agrees to this page. Fails with UNAUTHORIZED when they are not signed in any more. */
  agree(page: Page, person: Account): Promise<Caller>
  /** Begin a login, or have its mail sent again. Resolves with what the person has to do, as `EmailLogin` says. */
  startEmail: EmailLogin['start']
  /** Wait until the mailed link is agreed to, and have the code sent, as `EmailLogin` says. */
  awaitApproval: EmailLogin['approval']
  /**
   * Sign in with the code; this page is then agreed to. `onVerified` is called once the code has been found right.
   * Aborting ends the attempt: nobody is signed in by it, and its code is worth nothing any more. `appearance`: how the
   * vault may ask a person whose recovery is their own; RECOVERY_NEEDED where it may not and has to, USER_REJECTED when they
   * decline. When the email opens no account, and one has it at a login provider, `onFound` asks the user and resolves once they are signed
   * in; without it that fails with CONTINUE_IN_WALLET, and nothing was made.
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
  /**
   * Begin a login at a provider, as `SocialLogin` says: its address for a window of its own, and the number that its result page
   * may show.
   */
  startSocial: SocialLogin['start']
  /**
   * Sign in with what the result page has handed over, or wait for the person to compare the number there, as `SocialLogin`
   * says; this page is then agreed to. When the login is linked to no account, and one has its address, or custody finds an account of
   * Google or Apple that this browser hasn't seen, `onFound` asks the user and resolves once they are signed in. Profile 4 has nowhere to ask the
   * second. Aborting while it waits gives up waiting; later, the login. `appearance`: as with
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
  /** Open a channel for a login by Farcaster, as `FarcasterLogin` says. */
  startFarcaster: FarcasterLogin['start']
  /**
   * Wait until the next channel is signed, and sign in; the page that has opened it is then agreed to. All who wait for one
   * channel hear of its end; it may be waited before there is one. Fails as `FarcasterLogin` says; whoever aborts waits no
   * more, and the last one drops the login.
   */
  finishFarcaster(signal: AbortSignal): Promise<void>
  /** Whoever waits goes on waiting, for another channel. */
  dropFarcaster(): void
  /** The person's email; of an account without one, what the provider of this login says is theirs. */
  email(caller: Caller): Promise<string | null>
  /** The provider at which the person has logged in; null when by email. */
  login(caller: Caller): Promise<LoginAt | null>
  /** Revoke a device, and remember it: a service that is restored from an older backup hears of it again. */
  revokeDevice(caller: Caller, deviceId: string): Promise<void>
  /** The services know the person by another email now. */
  renameEmail(caller: Caller, email: string): Promise<void>
  /** Have the key in memory, so that signing is instant. Fails with SESSION_EXPIRED, SERVICE_UNREACHABLE. */
  unlock(caller: Caller): Promise<void>
  /**
   * Sign for the caller's own account, or for the one that owns it; unlocks when needed. Fails with UNAUTHORIZED,
   * SESSION_EXPIRED, SERVICE_UNREACHABLE.
   */
  sign(caller: Caller, content: Signable): Promise<Uint8Array>
  /** The person's wallet as this device holds it: its addresses, and how it is recovered. */
  wallet(caller: Caller): Promise<WalletRecord>
  /**
   * Change the wallet: its key, how it is recovered, what accounts it has. The vault asks the person for what that needs.
   * Resolves once the services have committed it. `callCustody`: on the word of a fresh code (`StepUp`). May be repeated
   * after any failure. Fails with STEP_UP_REQUIRED, USER_REJECTED, WALLET_CHANGED, WALLET_FULL, WALLET_BUSY,
   * SESSION_EXPIRED, SERVICE_UNREACHABLE.
   */
  changeWallet(caller: Caller, change: WalletChange, options: AskedAs & { callCustody: CallAuthorised }): Promise<void>
  /**
   * Have the vault show the person their words and keys; resolves with whether they looked at one. Fails with
   * STEP_UP_REQUIRED, USER_REJECTED, UNAUTHORIZED in a window that is not the wallet's own, WALLET_BUSY.
   */
  revealKeys(caller: Caller, options: AskedAs): Promise<boolean>
  /** A file that opens the wallet without any server, under a passphrase that the vault asks for. Fails as `revealKeys`. */
  makeRecoveryFile(caller: Caller, options: AskedAs): Promise<Uint8Array<ArrayBuffer>>
  /** Take down what the vault asks the person now: the call that asked fails with USER_REJECTED. */
  closeScreen(): Promise<void>
  /**
   * A call of the api in the caller's name. Fails with the row's errors, UNAUTHORIZED, SERVICE_UNREACHABLE, and with
   * SESSION_EXPIRED, which has ended the session unless it was the request that had expired.
   */
  call: <name extends WalletEndpointName>(
    caller: Caller,
    name: name,
    request: EndpointRequest<name>,
  ) => Promise<EndpointResponse<name>>
  /** Drop the keys from memory; the next signature gets them back. */
  lock(): Promise<void>
  /** CAIP-2 id of the chain that this page is on in a namespace; of the active one when absent. */
  chainOf(page: Page, namespace?: Namespace): Promise<string>
  /** The page is on this chain of its namespace. The active namespace stays. */
  setChain(page: Page, chainId: string): Promise<void>
  /** The page is on this chain, which is the active one. */
  switchChain(page: Page, chainId: string): Promise<void>
  /**
   * End the session, forget everything of this user here, and tell the service. The session ends at once, and never fails for want of the
   * service. The wallet stays in the vault, sealed, unless the services have all of it: it may be the only copy after a restore. `known`:
   * the wallet as they have just sent it; they are asked without it.
   */
  signOut(page: Page, known?: WalletRecord | null): Promise<void>
  /** Look again: another tab may have signed in or out. */
  refresh(): Promise<SessionState>
  /** Tell the service of sign-outs that it has not heard of. */
  deliverEnds(): Promise<void>
  /** Finish a change of email that another document has left between the services, as `finishLeftChange` says. */
  finishLeft(): Promise<void>
}

/** A kind of account. */
export type AccountType = NonNullable<Consent['accountType']>

type AskedAs = { appearance: Appearance }

export type SessionDeps = {
  api: CallApi
  vault: Vault
  store: SessionStore
  lock: Lock
  pause: Pause
  /** Of this document: where the result page of a login at a provider is. */
  walletOrigin: string
  now: () => number
  /** CAIP-2 id of the chain a page is on before it has chosen one. */
  defaultChainId: string
  /** The smart account of an owner on a network (CAIP-2 id); null where there are none. */
  smartAccountOn: (chainId: string, owner: string) => Promise<SmartAccount | null>
  /** Called when the session of this document ends: what waits for its person is over. */
  onEnd: (ending: 'signOut' | 'expiry') => void
  /** Tell the other tabs of this site to look again. */
  tellTabs: () => void
}
